import { type Call, send } from './send.ts';
import { count, note, type Tally } from './tally.ts';
import type { Target } from './target.ts';
import { openVisitor, startLook, type Visitor } from './visitor.ts';

/** Two visitors of two stores try each other's ids, tokens and signed URLs. */
export async function askForVisitors(target: Target, tally: Tally): Promise<void> {
  const [attacker] = target.attackers as [Target['bystander']];
  const first = await openVisitor(target, target.victim);
  const second = await openVisitor(target, attacker);
  for (const [thief, owner] of [
    [first, second],
    [second, first],
  ] as const) {
    await tryIds(target, tally, { thief, owner });
    await tryImages(target, tally, { thief, owner });
    await target.turns.settle();
    await checkUntouched(target, tally, owner);
  }
}

interface Pair {
  thief: Visitor;
  owner: Visitor;
}

/** Everything that a visitor can do with the ids of another. */
function callsFor({ photo, render }: Visitor, token: string | undefined): [string, Call][] {
  const key = token === undefined ? {} : { key: token };
  return [
    [`/renders/${render.id}`, key],
    [`/renders/${render.id}/events`, key],
    ['/renders', startLook(token, photo.id)],
    [`/renders/${render.id}`, { method: 'DELETE', ...key }],
    [`/photos/${photo.id}`, { method: 'DELETE', ...key }],
  ];
}

/** The first character of the signature, all of whose bits count. */
const altered = (token: string) =>
  token.replace(/\.([^.])([^.]*)$/, (_, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`);

async function tryIds(target: Target, tally: Tally, { thief, owner }: Pair): Promise<void> {
  const atOwner = [undefined, thief.token, altered(owner.token), `${owner.token}x`, target.attackers[0]!.key];
  const ways: [string, string | undefined][] = [
    ...atOwner.map((token): [string, string | undefined] => [owner.base, token]),
    [thief.base, thief.token],
    [thief.base, owner.token],
  ];
  for (const [base, token] of ways) {
    for (const [path, call] of callsFor(owner, token)) {
      await target.turns.launch(async () => {
        const response = await send(target.url() + base + path, call);
        count(tally, `visitor: ${call.method ?? 'GET'} ${base}${path}`, 'denied', response);
      });
    }
  }
}

/** Images of the owner without a signature, or with one that signs something else. */
function forgedUrls({ thief, owner }: Pair): string[] {
  const own = [owner.photo.url, owner.render.result!.url].map((url) => url.split('?') as [string, string]);
  const foreign = [thief.photo.url, thief.render.result!.url].map((url) => url.split('?')[1]!);
  return own.flatMap(([path, query], index) => [
    path,
    ...foreign.map((signature) => `${path}?${signature}`),
    `${path}?${own[1 - index]![1]}`,
    `${path}?${query.replace(/until=(\d+)/, (_, until) => `until=${Number(until) + 3600}`)}`,
    `${path}?${query.replace(/sig=./, (start) => (start === 'sig=A' ? 'sig=B' : 'sig=A'))}`,
    `${path.replace(owner.base, thief.base)}?${query}`,
  ]);
}

async function tryImages(target: Target, tally: Tally, pair: Pair): Promise<void> {
  for (const url of forgedUrls(pair)) {
    await target.turns.launch(async () => {
      const response = await send(target.url() + url, { key: pair.thief.token });
      count(tally, `visitor: GET ${url}`, 'denied', response);
    });
  }
}

/** Checks that the owner can still read its resources: otherwise the refusals above would prove nothing. */
async function checkUntouched(
  target: Target,
  tally: Tally,
  { base, token, photo, render }: Visitor,
): Promise<void> {
  for (const url of [`${base}/renders/${render.id}`, photo.url, render.result!.url]) {
    const { status } = await send(target.url() + url, { key: token });
    if (status !== 200) note(tally, `visitor: the owner's ${url} is gone: ${status}`);
  }
}
