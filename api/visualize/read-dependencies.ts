import type { Redis } from 'ioredis';
import type { Database } from '../../shared/database/database.ts';
import type { Retention } from '../../shared/renders/end-render.ts';
import type { RenderQueues } from '../../shared/renders/render-queues.ts';
import type { RenderRoutes } from '../../shared/renders/render-route.ts';
import type { ProgressFeed } from '../../shared/renders/render-signals.ts';
import type { SignedImages } from '../../shared/secrets/signed-images.ts';
import type { StreamPlaces } from '../http/stream-places.ts';
import type { ResultWaiter } from '../renders/result-waiter.ts';
import type { ResultImages } from './send-result.ts';

export interface ReadDependencies extends ResultImages {
  database: Database;
  queues: RenderQueues;
  connection: Redis;
  prefix: string;
  /** Signs the URLs of images that need no key. */
  imageUrls: SignedImages;
  /** Public origin of the API. */
  baseUrl: string;
  routes: RenderRoutes;
  retention: Retention;
  feed: ProgressFeed;
  streams: StreamPlaces;
  waiter: ResultWaiter;
  /** Epoch ms by the clock of the fleet. */
  now: () => number;
}
