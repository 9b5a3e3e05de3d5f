import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { SavedSettings } from '../../shared/stores/store-settings.ts';
import { createStore, updateStore } from '../../shared/stores/stores.ts';
import type {
  LookItem,
  PhotoView,
  RenderRequest,
  SessionView,
  TryOnView,
} from '../../shared/try-on/contract.ts';
import { addModelPhoto } from '../../shared/try-on/model-photos.ts';
import { keepAsset, keepProduct } from './catalog/catalog-store.ts';
import { type ApiResult, eventually, type TestPlatform } from './platform.ts';

export interface TestStore {
  slug: string;
  id: string;
  account: string;
  /** A product of two variants with a picture. */
  sofa: LookItem;
  lamp: LookItem;
  /** In the catalog, without a picture. */
  unseen: LookItem;
  modelPhoto: string;
}

let stores = 0;

/** A store with products, a model photo and an account of its own. */
export async function openStore(
  platform: TestPlatform,
  { credits = 100, settings }: { credits?: number; settings?: Omit<SavedSettings, 'logo'> } = {},
): Promise<TestStore> {
  stores += 1;
  const slug = `shop-${stores}`;
  const { id: account } = await platform.account({ credits });
  const { database, blobs } = platform;
  const { _id: id } = await createStore(database.stores, { account, slug, hosts: [`${slug}.example`] });
  if (settings) await updateStore(database.stores, slug, settings);
  const image = await keepAsset(platform, id, 'whole', 101);
  const asset = { image, source: 'https://cdn.example/x.jpg', variantIds: [] };
  const variants = [{ variantId: '9001', color: 'Red' }];
  await keepProduct(platform, id, {
    productId: '7001',
    handle: 'sofa',
    title: 'Sofa',
    variants,
    assets: [asset],
  });
  await keepProduct(platform, id, { productId: '7002', handle: 'lamp', title: 'Lamp', assets: [asset] });
  await keepProduct(platform, id, { productId: '7003', handle: 'unseen', title: 'Unseen' });
  const model = {
    source: await roomPhoto(400, 300, 150),
    name: 'A room with a window',
    kind: 'room',
  } as const;
  const { _id: modelPhoto } = await addModelPhoto({ ...database, blobs }, { _id: id }, model);
  return {
    ...{ slug, id, account, modelPhoto },
    sofa: { productId: '7001', variantId: '9001' },
    lamp: { productId: '7002', variantId: null },
    unseen: { productId: '7003', variantId: null },
  };
}

/** A JPEG that is large and bright enough; `level` is the middle of its brightness, 0 to 255. */
export function roomPhoto(width = 480, height = 320, level = 120): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 1) {
    const shade = 0.5 + ((Math.floor(at / 3) % width) / width + (at % 3) / 3) / 2;
    pixels[at] = Math.min(255, Math.round(level * shade));
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** A shopper in a browser: one visitor of one store. */
export class Shopper {
  readonly #platform: TestPlatform;
  readonly slug: string;
  token = '';

  constructor(platform: TestPlatform, store: Pick<TestStore, 'slug'>) {
    this.#platform = platform;
    this.slug = store.slug;
  }

  async call(
    method: string,
    path: string,
    { body, headers = {} }: { body?: object | Buffer; headers?: Record<string, string> } = {},
  ): Promise<ApiResult> {
    const raw = Buffer.isBuffer(body);
    const response = await fetch(`${this.#platform.url}/api/try-on/${this.slug}${path}`, {
      method,
      headers: {
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(body ? { 'content-type': raw ? 'image/jpeg' : 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: raw ? new Uint8Array(body) : JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
  }

  async openSession(
    given: Partial<Record<'visitorId' | 'anonymousId' | 'token', string>> = {},
  ): Promise<SessionView> {
    const body = { visitorId: null, anonymousId: null, token: this.token || null, ...given };
    const { body: view } = await this.call('POST', '/session', { body });
    this.token = view.token;
    return view;
  }

  async upload(bytes?: Buffer): Promise<PhotoView> {
    const { status, body } = await this.call('POST', '/photos', { body: bytes ?? (await roomPhoto()) });
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  }

  post(request: RenderRequest, key: string = randomUUID()): Promise<ApiResult> {
    return this.call('POST', '/renders', { body: request, headers: { 'idempotency-key': key } });
  }

  /** Starts a render and waits until it has ended. */
  async render(request: RenderRequest): Promise<TryOnView> {
    const { status, body } = await this.post(request);
    if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
    return this.ended(body.id);
  }

  async ended(renderId: string): Promise<TryOnView> {
    let view: TryOnView | undefined;
    await eventually(async () => {
      view = (await this.call('GET', `/renders/${renderId}`)).body as TryOnView;
      return view.endedAt !== null;
    });
    return view!;
  }

  picture(url: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.#platform.url + url, { headers });
  }
}

/** A shopper with a session. */
export async function enter(platform: TestPlatform, store: Pick<TestStore, 'slug'>): Promise<Shopper> {
  const shopper = new Shopper(platform, store);
  await shopper.openSession();
  return shopper;
}
