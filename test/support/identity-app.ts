import type { AddressInfo } from 'node:net';
import type { Express, Router } from 'express';
import { Redis } from 'ioredis';
import { buildApp } from '../../api/app.ts';
import { openWebFiles } from '../../api/assets/web-files.ts';
import type { PortalDependencies } from '../../api/developers/portal-dependencies.ts';
import { developerRoutes } from '../../api/developers/routes.ts';
import { mountPages } from '../../api/http/mount-pages.ts';
import { failurePages } from '../../api/identity/failure-page.tsx';
import { type IdentityDependencies, identityDependencies } from '../../api/identity/identity-dependencies.ts';
import { identityRoutes } from '../../api/identity/routes.ts';
import { loadConfig } from '../../shared/config/load.ts';
import { type Database, openDatabase } from '../../shared/database/database.ts';
import { type Logger, silentLogger } from '../../shared/log.ts';
import { createMailer } from '../../shared/mail/mailer.ts';
import { createRegistry } from '../../shared/metrics/registry.ts';
import { createSecretBox } from '../../shared/secrets/secret-box.ts';
import { freshDatabase, freshPrefix, redisUrl } from './backends.ts';

export interface IdentityApp {
  url: string;
  mongoUri: string;
  database: Database;
  dependencies: IdentityDependencies;
  close(): Promise<void>;
}

export interface IdentityAppOptions {
  env?: Record<string, string>;
  log?: Logger;
  /** Further pages. */
  buildRouters?: (dependencies: IdentityDependencies) => Router[];
}

/** The pages for people on an own port, with real Redis and database. */
export async function startIdentityApp({
  env = {},
  log = silentLogger(),
  buildRouters = () => [],
}: IdentityAppOptions = {}): Promise<IdentityApp> {
  const config = loadConfig({
    NODE_ENV: 'test',
    REDIS_URL: 'redis://127.0.0.1',
    MONGODB_URI: await freshDatabase(),
    QUEUE_PREFIX: freshPrefix(),
    ...env,
  });
  const database = await openDatabase({ uri: config.MONGODB_URI, log, selectionMs: 5000 });
  await database.ensureIndexes();
  const redis = new Redis(await redisUrl());
  const web = openWebFiles({ development: false });
  const secrets = createSecretBox([Buffer.alloc(32, 7)]);
  const dependencies = identityDependencies(
    config,
    { database, producer: redis, secrets, log, mailer: createMailer(config, log) },
    web,
  );
  // The pages that are opened here need no more.
  const portal = { ...dependencies, box: secrets, limits: config } as unknown as PortalDependencies;
  const router = mountPages([...identityRoutes, ...developerRoutes], portal, failurePages(web));
  const routers = [router, ...buildRouters(dependencies)];
  const app: Express = buildApp({ log, trustProxy: 1, registry: createRegistry('api'), routers });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mongoUri: config.MONGODB_URI,
    database,
    dependencies,
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([redis.quit(), database.close()]);
    },
  };
}
