import { randomUUID } from 'node:crypto';
import { createAccount } from '../../shared/accounts/accounts.ts';
import { grantCredits } from '../../shared/credits/credits.ts';
import { newId } from '../../shared/ids.ts';
import { sharp } from '../../shared/images/sharp-setup.ts';
import { createKey } from '../../shared/keys/keys.ts';
import { createStore } from '../../shared/stores/stores.ts';
import { type Cluster, startCluster } from '../chaos/cluster.ts';
import { allocator } from '../processes/allocator.ts';
import { startBalancer } from './balancer.ts';
import { type Canaries, openCanaries } from './canaries.ts';
import { type HostileHost, openHostileHost } from './hostile-host.ts';
import { closeConnections, send } from './send.ts';
import { createTurns, type Turns, withoutCalm } from './turns.ts';

export interface Tenant {
  account: string;
  key: string;
  testKey: string;
  /** The slug of its store. */
  store: string;
}

/** A platform of its own in real processes on loopback, and who uses and attacks it. */
export interface Target {
  cluster: Cluster;
  /** Of the proxy in front of the API processes. */
  url(): string;
  attackers: Tenant[];
  victim: Tenant & { renderId: string };
  bystander: Tenant;
  canaries: Canaries;
  hostile: HostileHost;
  /** A valid body with small images. */
  validBody: Record<string, unknown>;
  /** Phases in which attacks may be made. */
  turns: Turns;
  /** Renders of attackers that the API accepted. */
  accepted: Set<string>;
  close(options: { keep: boolean }): Promise<void>;
}

const attackerCount = 3;

export async function startTarget({ apis }: { apis: number }): Promise<Target> {
  const [canaries, hostile] = await Promise.all([openCanaries(), openHostileHost()]);
  const env = {
    ...allocator,
    OUTBOUND_ALLOW: hostile.hostPort,
    IMAGE_FETCH_SECONDS: '2',
    // Few enough that all are open before the attack: connections to the database are no leak.
    MONGODB_POOL_SIZE: '10',
    // So that an attacker can come from many addresses.
    TRUST_PROXY: '1',
    OPS_PASSWORD: randomUUID(),
  };
  const cluster = await startCluster({ apis, workers: 1, env, apart: true });
  const balancer = await startBalancer(() => cluster.apis.flatMap((api) => api.port() ?? []));
  const url = () => `http://127.0.0.1:${balancer.port}`;
  const tenants: Tenant[] = [];
  for (let index = 0; index < attackerCount + 2; index += 1) tenants.push(await makeTenant(cluster, index));
  const [victim, bystander, ...attackers] = tenants as [Tenant, Tenant, ...Tenant[]];
  const validBody = await makeBody();
  const renderId = await makeRender(url(), victim, validBody);
  return {
    cluster,
    url,
    attackers,
    victim: { ...victim, renderId },
    bystander,
    canaries,
    hostile,
    validBody,
    turns: createTurns({ ...withoutCalm, rate: 0 }),
    accepted: new Set(),
    close: async ({ keep }) => {
      await closeConnections();
      hostile.close();
      await Promise.all([canaries.close(), balancer.close()]);
      await cluster.close({ keep });
    },
  };
}

async function makeTenant({ database }: Cluster, index: number): Promise<Tenant> {
  const { accounts, keys, ledger, stores } = database;
  const { _id: account } = await createAccount(accounts, { name: 'Attack' });
  const grant = { account, grantId: newId('grant'), amount: 1_000_000, at: new Date() };
  await grantCredits({ accounts, ledger }, grant);
  const { key } = await createKey(keys, { account, mode: 'live', name: 'attack' });
  const { key: testKey } = await createKey(keys, { account, mode: 'test', name: 'attack' });
  const store = `tenant-${index}`;
  await createStore(stores, { account, slug: store, hosts: [`${store}.example`] });
  return { account, key, testKey, store };
}

async function makeBody(): Promise<Record<string, unknown>> {
  const create = { width: 64, height: 64, channels: 3 as const, background: '#a83' };
  const jpeg = await sharp({ create }).jpeg().toBuffer();
  const image = `data:image/jpeg;base64,${jpeg.toString('base64')}`;
  return { sceneImage: image, products: [{ title: 'Chair', category: 'chair', images: [image] }] };
}

async function makeRender(url: string, { key }: Tenant, body: object): Promise<string> {
  const response = await send(`${url}/visualize`, { method: 'POST', key, body: JSON.stringify(body) });
  const id = response.headers.get('x-render-id');
  if (response.status === 200 && id) return id;
  throw new Error(`The platform does not render: ${response.status} ${response.body.slice(0, 300)}`);
}

/** `POST /visualize` of an attacker, without waiting for the render; remembers what was accepted. */
export async function visualize(target: Target, attacker: Tenant, body: string | Buffer) {
  const response = await send(`${target.url()}/visualize`, {
    method: 'POST',
    key: attacker.key,
    headers: { prefer: 'respond-async' },
    body,
  });
  const id = response.headers.get('x-render-id');
  if (id && response.status < 300) target.accepted.add(id);
  return response;
}
