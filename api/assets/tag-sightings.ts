import { type RequestHandler, Router } from 'express';
import { LRUCache } from 'lru-cache';
import { throttledErrorLog } from '../../shared/jobs/throttled-log.ts';
import { hostOfUrl } from '../../shared/stores/host.ts';
import type { StoreDirectory } from '../../shared/stores/store-directory.ts';
import type { StoreModel } from '../../shared/stores/store-model.ts';
import { minuteMs } from '../../shared/time.ts';
import type { ApiBackends } from '../backends.ts';

interface TagSightingsDependencies {
  directory: Pick<StoreDirectory, 'byHost'>;
  stores: StoreModel;
  onError: (error: unknown) => void;
}

/** A page is noted once a minute; more hosts than these in a minute push each other out. */
const maxHosts = 5_000;
/** Of hosts in a second: a header that is made up costs a look-up in the database. */
const maxLookUps = 50;

/** Notes on which pages of which stores the loader is used, beside its requests: they wait for nothing. */
export function tagSightingsRouter({ directory, database, log }: ApiBackends): Router {
  const onError = throttledErrorLog(log, 'Notes of script tags');
  const note = noteTagSightings({ directory, stores: database.stores, onError });
  return Router().get(/^\/service-embed(@\w+)?\.js$/, note);
}

function noteTagSightings({ directory, stores, onError }: TagSightingsDependencies): RequestHandler {
  const noted = new LRUCache<string, true>({ max: maxHosts, ttl: minuteMs });
  let second = 0;
  let lookUps = 0;
  const note = async (host: string, at: Date) => {
    const store = await directory.byHost(host);
    if (store) await stores.updateOne({ _id: store._id }, { $set: { tagSeen: { host, at } } });
  };
  const mayLookUp = (now: number) => {
    const current = Math.floor(now / 1000);
    lookUps = current === second ? lookUps + 1 : 1;
    second = current;
    return lookUps <= maxLookUps;
  };
  return (req, _res, next) => {
    const host = hostOfUrl(req.get('referer'));
    const now = Date.now();
    if (host !== undefined && !noted.has(host) && mayLookUp(now)) {
      noted.set(host, true);
      note(host, new Date(now)).catch(onError);
    }
    next();
  };
}
