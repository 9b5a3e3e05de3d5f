import { createBatcher } from '../../shared/batcher.ts';
import { getDriver } from '../../shared/mongodb/driver.ts';
import type { RenderDoc, RenderModel } from '../../shared/renders/render-model.ts';
import type { RenderState } from '../../shared/renders/states.ts';
import { minuteMs } from '../../shared/time.ts';
import type { Peers } from './peers.ts';

export interface OrphanDependencies {
  renders: RenderModel;
  peers: Peers;
}

/** A call without `Prefer` and `Idempotency-Key`, which knows no other way to find a render again. */
export interface PlainCall {
  keyId: string;
  fingerprint: string;
  signal: AbortSignal;
}

/** Time after its end in which a render that its caller never received can be adopted. */
const keepMs = 15 * minuteMs;

/** More than a key has at once. */
const maxOrphans = 200;

/** Calls of one query. */
const maxTogether = 50;

/** A `new` one is waited for: its API may have been killed while it was accepted. */
const watched: RenderState[] = ['new', 'queued', 'running', 'succeeded'];
const joinable: RenderState[] = ['queued', 'running', 'succeeded'];

type Call = Pick<PlainCall, 'keyId' | 'fingerprint'>;
type Candidate = Pick<RenderDoc, '_id' | 'keyId' | 'caller'>;

/**
 * Returns what finds a render of an equal plain call of the same key whose API process was lost before its caller had
 * the response, and makes this process the one that its caller waits at; it returns null when there is none. Each
 * orphan is given to one call: eight equal calls that were cut off, sent again, find eight renders.
 */
export function createAdoption({ renders, peers }: OrphanDependencies): AdoptOrphan {
  // Every plain call asks, and hardly any finds one: the calls of one turn of the event loop share a query.
  const findCandidates = createBatcher<Call, Candidate[]>({
    run: (calls) => findEqual(renders, peers.self, calls),
    max: maxTogether,
    waitMs: 0,
  });
  return async ({ keyId, fingerprint, signal }) => {
    const candidates = await findCandidates({ keyId, fingerprint });
    const lost = await peers.findLost(new Set(candidates.map(({ caller }) => caller!.api)), signal);
    for (const { _id, caller } of candidates) {
      if (!lost.has(caller!.api)) continue;
      const adopted = await getDriver(renders).findOneAndUpdate(
        { _id, 'caller.api': caller!.api, state: { $in: joinable } },
        { $set: { 'caller.api': peers.self } },
        { returnDocument: 'after' },
      );
      if (adopted) return adopted as RenderDoc;
    }
    return null;
  };
}

export type AdoptOrphan = (call: PlainCall) => Promise<RenderDoc | null>;

/** Finds the renders of equal calls that wait at other processes, of each call those that were started first. */
async function findEqual(renders: RenderModel, self: string, calls: Call[]): Promise<Candidate[][]> {
  const found = await getDriver(renders)
    .find(
      {
        'caller.fingerprint': { $in: [...new Set(calls.map(({ fingerprint }) => fingerprint))] },
        'caller.api': { $ne: self },
        keyId: { $in: [...new Set(calls.map(({ keyId }) => keyId))] },
        state: { $in: watched },
        refund: { $exists: false },
        $or: [{ endedAt: { $exists: false } }, { endedAt: { $gte: new Date(Date.now() - keepMs) } }],
      },
      { projection: { caller: 1, keyId: 1 } },
    )
    .sort({ _id: 1 })
    .limit(maxOrphans * calls.length)
    .toArray();
  return calls.map((call) =>
    found.filter(({ keyId, caller }) => keyId === call.keyId && caller!.fingerprint === call.fingerprint),
  );
}
