import { fileURLToPath } from 'node:url';
import type {
  FlowStepView,
  FlowView,
  ModelPhotoView,
  PhotoView,
  ProductCard,
  ProductView,
  SessionView,
  StoreView,
  TryOnView,
  VariantView,
} from '../../../shared/try-on/contract.ts';
import type { SharedLookView, ShareView } from '../../../shared/try-on/shared-look-contract.ts';

const examples = fileURLToPath(new URL('../../../examples', import.meta.url));

/** The file that a path of these views shows: `/pictures/{folder}/{name}`, or a thumbnail's `…/{name}/{width}.webp`. */
export function pictureFile(path: string): string {
  const [, , folder, name] = path.split('/');
  return `${examples}/${folder}/${name}`;
}

export function aStoreView(part: Partial<StoreView> = {}): StoreView {
  return {
    slug: 'demo',
    name: 'Northlight',
    storefrontUrl: 'https://shop.example/',
    checkout: { platform: 'shopify', url: 'https://shop.example', embedMode: 'permalink' },
    logo: null,
    accent: null,
    radius: 6,
    texts: null,
    language: null,
    sharingEnabled: true,
    photoHours: 24,
    consentRequired: false,
    ...part,
  };
}

const room = { url: '/pictures/models/room-sofa.jpg', width: 900, height: 1200 };

export function aPhoto(part: Partial<PhotoView> = {}): PhotoView {
  return {
    id: 'photo-1',
    createdAt: '2026-11-22T12:00:00.000Z',
    expiresAt: '2026-11-23T12:00:00.000Z',
    ...room,
    ...part,
  };
}

const models = [
  ['model-1', 'astronaut', 'A person in a space suit'],
  ['model-2', 'room-bedside', 'A bedside table'],
  ['model-3', 'room-console', 'A console before a white wall'],
  ['model-4', 'room-lamp', 'A corner with a lamp'],
] as const;

export function someModels(): ModelPhotoView[] {
  return models.map(([id, file, name]) => {
    const url = `/pictures/models/${file}.jpg`;
    return {
      ...room,
      url,
      thumbnail: `${url}?small`,
      id,
      name,
      kind: file === 'astronaut' ? 'person' : 'room',
    };
  });
}

export function aSession(part: Partial<SessionView> = {}): SessionView {
  return {
    token: 'token-1',
    visitorId: 'visitor-1',
    models: someModels(),
    lastPhoto: aPhoto(),
    openRender: null,
    paused: null,
    ...part,
  };
}

const products = [
  ['1001', 'Graphic T-shirt', 't-shirt-blue', 2900],
  ['1002', 'Shell armchair', 'armchair-green', 24900],
  ['1003', 'Leather sofa', 'leather-sofa-tan', 129900],
  ['1004', 'Tote bag', 'tote-red', 1900],
  ['1005', 'Pendant lamp', 'pendant-lamp-white', 8900],
  ['1006', 'Fabric sofa with removable covers', 'fabric-sofa-grey', 89900],
  ['1007', 'Beanie', 'beanie-rust', 2400],
  ['1008', 'Hoodie', 'hoodie-grey', 5900],
] as const;

export function aProduct(part: Partial<ProductCard> = {}): ProductCard {
  return {
    productId: '1001',
    handle: 'graphic-t-shirt',
    title: 'Graphic T-shirt',
    image: {
      src: '/pictures/catalog/t-shirt-blue.webp',
      width: 600,
      height: 600,
      average: '#d9dce4',
      ground: '#ffffff',
    },
    price: { amount: 2900, currency: 'EUR' },
    compareAtPrice: null,
    priceVaries: false,
    available: true,
    renderable: true,
    colors: [],
    variantId: null,
    variantTitle: null,
    category: null,
    scene: null,
    hasSizes: false,
    ...part,
  };
}

/** A product in two colours and two sizes: one variant is sold out, and one combination does not exist. */
export function aProductView(part: Partial<ProductView> = {}): ProductView {
  const variant = (variantId: string, options: string[], amount: number, available = true): VariantView => ({
    variantId,
    options,
    price: { amount, currency: 'EUR' },
    compareAtPrice: null,
    available,
    image: null,
  });
  return {
    ...aProduct({ variantId: '12', variantTitle: 'Red / M' }),
    description: 'Soft cotton.',
    url: 'https://shop.example/products/graphic-t-shirt',
    images: [],
    options: [
      {
        name: 'Colour',
        values: [
          { value: 'Red', swatch: '#c02020' },
          { value: 'Blue', swatch: '#2457f5' },
        ],
      },
      {
        name: 'Size',
        values: [
          { value: 'S', swatch: null },
          { value: 'M', swatch: null },
        ],
      },
    ],
    variants: [
      variant('11', ['Red', 'S'], 2900, false),
      variant('12', ['Red', 'M'], 2900),
      variant('13', ['Blue', 'M'], 3100),
    ],
    ...part,
  };
}

/** Eight products as a listing shows them. */
export function someProducts(): ProductCard[] {
  return products.map(([productId, title, file, amount]) =>
    aProduct({
      productId,
      title,
      image: {
        src: `/pictures/catalog/${file}.webp`,
        width: 600,
        height: 600,
        average: '#ececec',
        ground: null,
      },
      price: { amount, currency: 'EUR' },
    }),
  );
}

export function aStep(name: string, products: string[], part: Partial<FlowStepView> = {}): FlowStepView {
  return { name, source: { products }, required: true, minItems: 1, maxItems: 1, ...part };
}

/** Three steps over `someProducts`, the last of which may be skipped. */
export function aFlow(part: Partial<FlowView> = {}): FlowView {
  return {
    id: 'corner',
    name: 'Furnish a corner',
    steps: [
      aStep('Seat', ['1002', '1003', '1006']),
      aStep('Light', ['1005'], { required: false }),
      aStep('Extras', ['1004', '1007', '1008'], { required: false, maxItems: 2 }),
    ],
    ...part,
  };
}

export const shortId = '7k3m9x2pq8w4t';

export function aShareView(part: Partial<ShareView> = {}): ShareView {
  const url = `https://demo.tryon.example/?share=${shortId}`;
  return { shortId, url, expiresAt: '2027-02-20T12:00:00.000Z', ...part };
}

/** Two items of `someProducts`, in a wide picture. */
export function aSharedLook(part: Partial<SharedLookView> = {}): SharedLookView {
  return {
    shortId,
    picture: { url: '/pictures/models/room-lamp.jpg', width: 1200, height: 800 },
    items: [
      { productId: '1003', variantId: null },
      { productId: '1005', variantId: null },
    ],
    expiresAt: '2027-02-20T12:00:00.000Z',
    own: false,
    ...part,
  };
}

export function aTryOn(part: Partial<TryOnView> = {}): TryOnView {
  return {
    id: 'render-1',
    state: 'queued',
    position: 3,
    progress: null,
    createdAt: new Date().toISOString(),
    startedAt: null,
    endedAt: null,
    expectedSeconds: 80,
    photo: { ...room, kind: 'upload', id: 'photo-1' },
    items: [{ productId: '1001', variantId: null }],
    leftOut: [],
    result: null,
    again: null,
    failure: null,
    ...part,
  };
}
