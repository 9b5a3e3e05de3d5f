import type { QueryFilter, UpdateQuery } from 'mongoose';
import type { Integration, IntegrationState, StoreDoc, StoreModel } from '../stores/store-model.ts';
import { dayMs } from '../time.ts';

export interface IntegrationRule {
  from: readonly IntegrationState[];
  to: IntegrationState;
  /** The event that causes it. */
  when: string;
  /** Shown to the merchant; absent where nothing is wrong. */
  reason?: string;
}

const saved = ['Connected', 'Paused', 'Disabled'] as const;

/** The states of an integration as a table; no other transition happens. */
export const integrationTransitions = {
  save: { from: ['Not connected', ...saved], to: 'Connected', when: 'the merchant saves an endpoint' },
  testSucceeds: { from: saved, to: 'Connected', when: 'a test event succeeds' },
  pausedByHand: {
    from: ['Connected'],
    to: 'Paused',
    when: 'the merchant pauses it',
    reason:
      'You paused it. Resume it, or send a test event; events that were dropped meanwhile can be replayed.',
  },
  resumed: { from: ['Paused'], to: 'Connected', when: 'the merchant resumes it' },
  credentialsRefused: {
    from: ['Connected'],
    to: 'Paused',
    when: 'the endpoint responds with 401 or 403',
    reason:
      'The endpoint rejected the write key. Save the right one, or send a test event once it is accepted.',
  },
  gone: {
    from: ['Connected', 'Paused'],
    to: 'Disabled',
    when: 'the endpoint responds with 410',
    reason: 'The endpoint responded that it is gone (410). Save the new one.',
  },
  failedTooLong: {
    from: ['Connected'],
    to: 'Disabled',
    when: 'nothing but failures for 5 days',
    reason: 'Every delivery of the last 5 days failed. Send a test event once the endpoint works again.',
  },
  disconnect: { from: saved, to: 'Not connected', when: 'the merchant removes the endpoint' },
} as const satisfies Record<string, IntegrationRule>;

export type IntegrationTransition = keyof typeof integrationTransitions;

/** After failures only for this long, an integration is disabled. */
export const failingLimitMs = 5 * dayMs;

export interface IntegrationChange {
  /** The integration must still have this revision: a response of an older endpoint changes nothing. */
  revision?: number;
  set?: Partial<Pick<Integration, 'endpoint' | 'writeKey' | 'writeKeyHint' | 'savedAt'>>;
  unset?: readonly ('endpoint' | 'writeKey' | 'writeKeyHint' | 'savedAt')[];
  now?: Date;
}

/** Makes one transition as a compare-and-set; null when the table or the revision does not allow it. */
export async function changeIntegration(
  stores: StoreModel,
  storeId: string,
  name: IntegrationTransition,
  change: IntegrationChange = {},
): Promise<StoreDoc | null> {
  const rule: IntegrationRule = integrationTransitions[name];
  const filter = {
    _id: storeId,
    'integration.state': { $in: [...rule.from] },
    ...(change.revision === undefined ? {} : { 'integration.revision': change.revision }),
  };
  const set = { ...change.set, state: rule.to, changedAt: change.now ?? new Date(), ...getReason(rule) };
  const unset = [...(change.unset ?? []), 'failingSince', ...(rule.reason ? [] : ['reason'])];
  const update = {
    $set: prefixed(set),
    $unset: prefixed(Object.fromEntries(unset.map((field) => [field, 1]))),
    $inc: { 'integration.revision': 1 },
  };
  return stores
    .findOneAndUpdate(filter as QueryFilter<StoreDoc>, update as UpdateQuery<StoreDoc>, {
      returnDocument: 'after',
    })
    .lean<StoreDoc>();
}

const getReason = ({ reason }: IntegrationRule) => (reason ? { reason } : {});

function prefixed(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`integration.${name}`, value]));
}
