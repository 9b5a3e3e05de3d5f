import {
  changeIntegration,
  failingLimitMs,
  type IntegrationTransition,
} from '../../shared/integrations/transitions.ts';
import type { Logger } from '../../shared/log.ts';
import type { StoreModel } from '../../shared/stores/store-model.ts';
import type { TrackVerdict } from '../../shared/track/policy.ts';
import type { StoreDestination } from './destinations.ts';

/** Records in the integration how its endpoint responded. */
export interface IntegrationHealth {
  record(storeId: string, destination: StoreDestination, verdict: TrackVerdict): Promise<void>;
}

export interface HealthDependencies {
  stores: StoreModel;
  log: Logger;
  now?: () => number;
}

/** One write when failures begin and one when they end, instead of one a delivery. */
export function createIntegrationHealth(dependencies: HealthDependencies): IntegrationHealth {
  const { stores, log, now = Date.now } = dependencies;

  const setFailing = async (storeId: string, { revision }: StoreDestination, since: Date | undefined) => {
    const update = since
      ? { $set: { 'integration.failingSince': since } }
      : { $unset: { 'integration.failingSince': 1 as const } };
    const filter = { _id: storeId, 'integration.revision': revision };
    await stores.updateOne(
      since ? { ...filter, 'integration.failingSince': { $exists: false } } : filter,
      update,
    );
  };

  const move = async (storeId: string, { revision }: StoreDestination, name: IntegrationTransition) => {
    const changed = await changeIntegration(stores, storeId, name, { revision, now: new Date(now()) });
    if (changed) log.warn({ store: storeId, state: changed.integration.state, name }, 'integration stopped');
  };

  return {
    async record(storeId, destination, verdict) {
      const { failingSince } = destination;
      if (verdict === 'delivered') {
        if (failingSince) await setFailing(storeId, destination, undefined);
      } else if (verdict === 'pause') await move(storeId, destination, 'credentialsRefused');
      else if (verdict === 'disable') await move(storeId, destination, 'gone');
      else if (!failingSince) await setFailing(storeId, destination, new Date(now()));
      else if (now() - failingSince.getTime() > failingLimitMs)
        await move(storeId, destination, 'failedTooLong');
    },
  };
}
