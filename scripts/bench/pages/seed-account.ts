import type { AuditDoc } from '../../../shared/audit/audit-model.ts';
import type { LedgerDoc } from '../../../shared/credits/ledger-model.ts';
import type { Database } from '../../../shared/database/database.ts';
import { newId } from '../../../shared/ids.ts';
import type { RenderDoc } from '../../../shared/renders/render-model.ts';
import type { RequestDoc } from '../../../shared/requests/request-model.ts';
import { dayMs } from '../../../shared/time.ts';
import { insertAll } from './insert-all.ts';
import type { PageSizes } from './sizes.ts';

/** The account whose people look at the pages. */
export interface BusyAccount {
  id: string;
  /** Of its API keys. */
  keys: readonly string[];
}

const seededDays = 30;
/** Every so many renders one fails. */
const failsEvery = 40;
const providers = ['cog', 'gemini', 'local'];

/** Times and ids of the render of an index: evenly over the last days, the oldest first. */
function createTimeline({ renders }: Pick<PageSizes, 'renders'>, nowMs: number) {
  const stepMs = (seededDays * dayMs) / renders;
  return (index: number) => new Date(nowMs - (renders - index) * stepMs);
}

/** Inserts the renders of an account with their calls and lines of the ledger. */
export async function seedAccount(database: Database, account: BusyAccount, sizes: PageSizes): Promise<void> {
  const now = Date.now();
  const toTime = createTimeline(sizes, now);
  const ids = Array.from({ length: sizes.renders }, (_, index) => newId('rnd', toTime(index).getTime()));
  const toKey = (index: number) => account.keys[index % account.keys.length]!;
  const keepUntil = new Date(now + seededDays * dayMs);
  await insertAll(database.renders, sizes.renders, (index) => ({
    ...toRender(index, toTime(index)),
    _id: ids[index]!,
    account: account.id,
    keyId: toKey(index),
    keepUntil,
  }));
  await insertAll(
    database.ledger,
    sizes.renders,
    (index): LedgerDoc => ({
      _id: `hold_${ids[index]}`,
      account: account.id,
      kind: isFailed(index) ? 'release' : 'capture',
      amount: 1,
      renderId: ids[index]!,
      keyId: toKey(index),
      at: toTime(index),
    }),
  );
  await seedCalls(database, account, { sizes, ids, keepUntil });
  await seedChanges(database, account, sizes);
}

const isFailed = (index: number) => index % failsEvery === 0;
const image = { blob: 'none', mime: 'image/webp', width: 1024, height: 768, bytes: 90_000 } as const;

function toRender(index: number, at: Date): Omit<RenderDoc, '_id' | 'account' | 'keyId'> {
  const ended = new Date(at.getTime() + 4_000);
  const outcome = isFailed(index)
    ? { state: 'failed', failure: { code: 'MODEL_ERROR', message: 'No provider made an image.' } }
    : { state: 'succeeded', result: { ...image, provider: providers[index % providers.length]! } };
  return {
    ...(outcome as Pick<RenderDoc, 'state' | 'failure' | 'result'>),
    mode: 'live',
    scene: { ...image, mime: 'image/jpeg' },
    products: [{ title: `Chair ${index % 500}`, tags: [], images: [image], fidelity: 'generic' }],
    output: { width: 1024, height: 768 },
    requestId: `req_${index}`,
    fence: 1,
    timings: { intake: 40, queue: 20, provider: 3_800, encode: 90 },
    deadlineAt: new Date(at.getTime() + 280_000),
    createdAt: at,
    queuedAt: at,
    startedAt: at,
    endedAt: ended,
  };
}

interface Calls {
  sizes: PageSizes;
  ids: readonly string[];
  keepUntil: Date;
}

/** One call for each render, some of which were refused. */
async function seedCalls(
  { requests }: Database,
  account: BusyAccount,
  { sizes, ids, keepUntil }: Calls,
): Promise<void> {
  const toTime = createTimeline(sizes, Date.now());
  await insertAll(requests, sizes.renders, (index): RequestDoc => {
    const at = toTime(index);
    const refused = { status: 429, code: 'RATE_LIMITED', message: 'Too many requests.', failedAt: at };
    return {
      ...(isFailed(index) ? refused : { status: 200, renderId: ids[index]! }),
      _id: newId('call', at.getTime()),
      account: account.id,
      keyId: account.keys[index % account.keys.length]!,
      mode: 'live',
      requestId: `req_${index}`,
      method: 'POST',
      path: '/visualize',
      ms: 4_000,
      address: '192.0.2.1',
      at,
      keepUntil,
    };
  });
}

async function seedChanges({ audit }: Database, { id }: BusyAccount, { changes }: PageSizes): Promise<void> {
  await insertAll(audit, changes, (index): AuditDoc => {
    const at = new Date(Date.now() - (changes - index) * 60_000);
    return {
      _id: newId('aud', at.getTime()),
      account: id,
      actor: { kind: 'person', id: 'usr_bench', name: 'ada@example.com' },
      action: 'key.create',
      subject: { kind: 'key', id: `key_${index}` },
      from: { address: '192.0.2.1' },
      at,
      keepUntil: new Date(at.getTime() + 396 * dayMs),
    };
  });
}
