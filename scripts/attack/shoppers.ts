import { sharp } from '../../shared/images/sharp-setup.ts';
import type { SessionView } from '../../shared/try-on/contract.ts';
import { send } from './send.ts';
import { count, createTally, note, type Tally } from './tally.ts';
import type { Target } from './target.ts';
import { openVisitor, startLook, type Visitor } from './visitor.ts';

/** Sends requests that need no key: photos, results in other formats, sessions, guesses of stores, cancelled looks. */
export async function sendAsShoppers(target: Target): Promise<Tally> {
  const tally = createTally('shoppers');
  const visitor = await openVisitor(target, target.bystander, '203.0.113.7');
  await sendPhotos(target, tally);
  await askForFormats(target, tally, visitor);
  await guessStores(target, tally);
  await cancelLooks(target, tally, visitor);
  return tally;
}

const hex = (value: number) => value.toString(16);
/** Addresses of one line with a /56, as homes have. */
const lineAddress = (index: number) => `2001:db8:aa:${hex(index % 256)}::1`;

async function openSession(target: Target, store: string, address: string): Promise<string | undefined> {
  const headers = { 'x-forwarded-for': address };
  const call = { method: 'POST' as const, headers, body: '{}' };
  const { status, body } = await send(`${target.url()}/api/try-on/${store}/session`, call);
  return status < 300 ? (JSON.parse(body) as SessionView).token : undefined;
}

/** Photos of 50 megapixels in few bytes, for each store, from many addresses. */
async function sendPhotos(target: Target, tally: Tally): Promise<void> {
  const create = { width: 10_000, height: 5_000, channels: 3 as const, background: '#000' };
  const photo = await sharp({ create }).png({ compressionLevel: 9 }).toBuffer();
  const stores = target.attackers.map(({ store }) => store);
  const calls = Array.from({ length: 60 }, async (_, index) => {
    const [store, address] = [stores[index % stores.length]!, `198.51.100.${index % 8}`];
    const token = await openSession(target, store, address);
    if (token === undefined) return;
    await target.turns.attack();
    const headers = { 'content-type': 'image/png', 'x-forwarded-for': address };
    const url = `${target.url()}/api/try-on/${store}/photos`;
    const response = await send(url, { method: 'POST', key: token, headers, body: photo });
    count(tally, 'photo of 50 megapixels', 'refused', response);
  });
  await Promise.all(calls);
}

/** The same result in other formats, again and again. */
async function askForFormats(target: Target, tally: Tally, { render, token }: Visitor): Promise<void> {
  const formats = ['jpeg', 'webp', 'avif', 'png', 'gif', ''];
  for (let round = 0; round < 10; round += 1) {
    const calls = Array.from({ length: 40 }, async (_, index) => {
      await target.turns.attack();
      const url = `${target.url()}${render.result!.url}&format=${formats[index % formats.length]}`;
      const headers = { 'x-forwarded-for': `198.51.100.${index % 4}` };
      count(tally, 'result in another format', 'any', await send(url, { key: token, headers }));
    });
    await Promise.all(calls);
  }
}

/** Origins and slugs that no store has. */
async function guessStores(target: Target, tally: Tally): Promise<void> {
  for (let index = 0; index < 300; index += 1) {
    const origin = `https://shop-${index}.example`;
    const call = { method: 'POST' as const, headers: { origin }, body: '{"events":[{}]}' };
    await target.turns.launch(async () => {
      count(tally, 'events of a guessed store', 'refused', await send(`${target.url()}/api/events`, call));
      count(tally, 'guessed store', 'refused', await send(`${target.url()}/embed/shop-${index}?embed=1`));
    }, 2);
  }
  await target.turns.settle();
}

const looks = 120;

/** Looks from one line that are cancelled at once; a shopper who was here before must still get one. */
async function cancelLooks(target: Target, tally: Tally, known: Visitor): Promise<void> {
  const base = target.url() + known.base;
  const slug = target.bystander.store;
  for (let index = 0; index < looks; index += 1) {
    await target.turns.attack(4);
    const address = lineAddress(index);
    const token = await openSession(target, slug, address);
    if (token === undefined) continue;
    const headers = { 'content-type': 'image/jpeg', 'x-forwarded-for': address };
    const body = await makePhoto(index);
    const photo = await send(`${base}/photos`, { method: 'POST', key: token, headers, body });
    count(tally, 'photo of a cancelled look', 'any', photo);
    if (photo.status >= 300) continue;
    const look = startLook(token, (JSON.parse(photo.body) as { id: string }).id);
    const call = { ...look, headers: { ...look.headers, 'x-forwarded-for': address } };
    const started = await send(`${base}/renders`, call);
    count(tally, 'look to cancel', 'any', started);
    const id = started.headers.get('x-render-id');
    if (started.status >= 300 || !id) continue;
    target.accepted.add(id);
    const gone = await send(`${base}/renders/${id}`, { method: 'DELETE', key: token });
    count(tally, 'cancelled look', 'any', gone);
  }
  const own = startLook(known.token, known.photo.id);
  const headers = { ...own.headers, 'x-forwarded-for': '203.0.113.7' };
  const { status, headers: answered } = await send(`${base}/renders`, { ...own, headers });
  const id = answered.get('x-render-id');
  if (id) target.accepted.add(id);
  if (status >= 300)
    note(tally, `after ${looks} cancelled looks of one line, a known shopper receives ${status}`);
}

function makePhoto(index: number): Promise<Buffer> {
  const background = { r: 160 + (index % 64), g: 150, b: 120 };
  return sharp({ create: { width: 480, height: 320, channels: 3, background } })
    .jpeg()
    .toBuffer();
}
