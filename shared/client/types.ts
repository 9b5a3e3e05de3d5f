// Generated from docs/openapi.json by npm run docs: change the routes that it is made of instead.

/** `succeeded`, `failed`, `cancelled` and `expired` are final. States may be added. */
export type RenderState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired';

/** One scene and the products to render into it. `null` in an optional field counts as absent. */
export interface RenderRequest {
  /** Photo of the room, person or space, as JPEG, PNG, WebP or AVIF: an https URL, the id of an uploaded file (`POST /files`), or a data URL of at most 8 MiB. With a test key, a URL such as `https://simulate.test/model-error` chooses the outcome (`/docs/testing`). */
  sceneImage: string;
  /** The products to render into the scene. */
  products: ProductItem[];
  /** Only `auto`: the image has the aspect of the scene. */
  aspect?: 'auto' | null;
}

/** A product. It needs `images` unless `productUrl` belongs to a catalog merchant. */
export interface ProductItem {
  /** Product title; the first 500 characters are used. */
  title?: string | null;
  /** Product category, such as sofa; the first 200 characters are used. */
  category?: string | null;
  /** Name of the color; the first 200 characters are used. */
  color?: string | null;
  /** Product tags; the first 50, and 200 characters of each, are used. */
  tags?: (string | null)[] | null;
  /** True size of the product, any of its sides; sets the scale of the image. */
  dimensions?: {
    /** Outer width. */
    width?: number | null;
    /** Outer height. */
    height?: number | null;
    /** Outer depth. */
    depth?: number | null;
    /** Unit of the sides. By default `cm`. */
    unit?: 'cm' | 'in' | null;
  } | null;
  /** Images of the product, as JPEG, PNG, WebP or AVIF: https URLs, ids of uploaded files (`POST /files`), or data URLs of at most 8 MiB each. Required unless `productUrl` belongs to a catalog merchant. */
  images?: string[] | null;
  /** URL of the product page. When it belongs to a catalog merchant, the product is rendered from the catalog’s images. */
  productUrl?: string | null;
  /** `storeSlug` of an earlier product result: names the store where `productUrl` does not. */
  storeSlug?: string | null;
  /** Product id of the storefront platform. */
  productId?: string | number | null;
  /** Variant id of the storefront platform; gives the best match in a catalog. */
  variantId?: string | number | null;
}

/** A succeeded render. */
export interface RenderResponse {
  /** The image as a data URL. */
  image: string;
  /** One for each product of the request, in its order. */
  products: ProductResult[];
  usage: Usage;
}

/** Rendering of one product. */
export interface ProductResult {
  /** Position of the product in the request, from 0. */
  index: number;
  /** `merchant`: from the images of a merchant’s catalog; `generic`: from those of the request. */
  fidelity: 'generic' | 'merchant';
  /** The merchant’s store, for `storeSlug` of later requests; only with `merchant`. */
  storeSlug?: string;
}

/** Cost of the request. */
export interface Usage {
  /** Credits that the render consumed. */
  credits: number;
  /** Credits that the account has left. */
  balance: number;
}

/** A render and, once it has succeeded, its result. */
export interface Render {
  /** Id of the render. */
  id: string;
  state: RenderState;
  /** `try-on`: a shopper of one of the account’s stores started it. */
  source?: 'try-on';
  /** 1 for the next to start; only while it is queued. */
  queuePosition?: number;
  /** When it was accepted. */
  createdAt: string;
  /** When a worker started it. */
  startedAt?: string;
  /** When it ended. */
  endedAt?: string;
  /** When it ends at the latest. */
  deadlineAt: string;
  /** When its image was deleted. */
  imageDeletedAt?: string;
  timings: RenderTimings;
  urls: RenderUrls;
  /**
   * Quality of the placement of each product, in the order of the request; only with a provider that reports it.
   *
   * Items: `good`: where it belongs; `plain`: in the simplest way, at its true size; `left out`: not in it.
   */
  placements?: ('good' | 'plain' | 'left out')[];
  error?: ErrorObject;
  /** The image as a data URL; with `?image=url` a signed URL, which needs no key for 6 to 7 hours. Only of a succeeded render whose image exists. */
  image?: string;
  /** Of a succeeded render. */
  products?: ProductResult[];
  usage?: RenderUsage;
}

/** Duration of each part. */
export interface RenderTimings {
  /** Milliseconds of checking and saving the images. */
  intake?: number;
  /** Milliseconds of waiting for a worker. */
  queue?: number;
  /** Milliseconds of rendering. */
  provider?: number;
  /** Milliseconds of checking and saving the image. */
  encode?: number;
}

/** Absolute URLs; all need the API key. */
export interface RenderUrls {
  /** The render. */
  get: string;
  /** The image; not of a try-on, whose image only its shopper sees. */
  image?: string;
  /** Its server-sent events. */
  events: string;
  /** Takes the method `DELETE`. */
  cancel: string;
}

/** The body of every error. */
export interface ErrorObject {
  /** The status in words. */
  error: string;
  /** For programs. Codes may be added; treat an unknown one by its status. */
  code:
    | 'INVALID_INPUT'
    | 'UNAUTHORIZED'
    | 'INSUFFICIENT_CREDITS'
    | 'FORBIDDEN'
    | 'STORE_CONTEXT'
    | 'NOT_FOUND'
    | 'METHOD_NOT_ALLOWED'
    | 'REQUEST_TIMEOUT'
    | 'CONFLICT'
    | 'IDEMPOTENCY_CONFLICT'
    | 'CANCELLED'
    | 'EXPIRED'
    | 'UNSUPPORTED_MEDIA_TYPE'
    | 'IDEMPOTENCY_MISMATCH'
    | 'RATE_LIMITED'
    | 'INTERNAL'
    | 'MODEL_ERROR'
    | 'MODEL_UNAVAILABLE'
    | 'SERVICE_UNAVAILABLE';
  /** For people: what is wrong and what to do, with the names of the fields. */
  message: string;
  /** Credits left; with 402. */
  remaining_credits?: number;
  /** Page where credits are bought; with 402. */
  developers_url?: string;
  /** Why a try-on cannot start, for the texts of the try-on application. */
  reason?:
    | 'not_an_image'
    | 'photo_too_small'
    | 'photo_too_dark'
    | 'photo_too_large'
    | 'photo_gone'
    | 'no_product_images'
    | 'product_gone'
    | 'insufficient_credits'
    | 'visitor_limit'
    | 'store_limit'
    | 'rate_limited'
    | 'unavailable'
    | 'generation_failed'
    | 'timeout'
    | 'cancelled';
}

/** Cost of the render. */
export interface RenderUsage {
  /** Credits that it consumed; 0 until it has succeeded. */
  credits: number;
  /** Credits that the account has left; of a single render. */
  balance?: number;
}

/** A page of renders, newest first. */
export interface RenderList {
  /** Without `image`, `products` and `queuePosition`. */
  renders: Render[];
  /** Send it as `cursor` for the next page; null on the last one. */
  nextCursor: string | null;
}

/** An uploaded image. */
export interface UploadedFile {
  /** Names the image in requests, wherever they take the URL of an image. */
  id: string;
  /** Type of the image as it is kept. */
  mimeType: string;
  /** Width in pixels. */
  width: number;
  /** Height in pixels. */
  height: number;
  /** Size in bytes as it is kept. */
  bytes: number;
  /** When it was uploaded. */
  createdAt: string;
  /** When it is deleted: after 24 hours. */
  expiresAt: string;
}

/** The credits of an account. */
export interface Credits {
  /** Id of the account, for its owner and the operator. */
  account: string;
  /** All credits that were ever added, less those taken back after a refund of their payment: the sum of the other three. */
  granted: number;
  /** Credits for new renders; `usage.balance` is the same. */
  available: number;
  /** Set aside for renders that have not ended. */
  held: number;
  /** Charged for renders that succeeded. */
  spent: number;
  /** Credits of refunded payments that were used already, if any: taken from the next that are available. */
  owed?: number;
  unchargedStarts: UnchargedStarts;
}

/** Renders of today (UTC) that ended without a charge, by the doing of their callers, after a provider may have worked for them: cancelled while they ran, refused for safety reasons, or cut short by a slow upload. With `used` at `limit`, new renders are rejected with 429. */
export interface UnchargedStarts {
  /** Such renders of all live keys of the account. */
  used: number;
  /** Maximum of `used`; each charged render raises it. */
  limit: number;
  /** When the count starts again. */
  resetsAt: string;
}

/** A page of movements, newest first. */
export interface Ledger {
  /** The movements. */
  entries: LedgerEntry[];
  /** Send it as `cursor` for the next page; null on the last one. */
  nextCursor: string | null;
}

/** A movement of credits. */
export interface LedgerEntry {
  /** Id of the movement. */
  id: string;
  /** `grant`: credits were added. `capture`: a render succeeded and was charged. `release`: a render ended without a result. `refund`: a charged render was given back. `reversal`: credits were taken back, since their payment was refunded. */
  kind: 'grant' | 'capture' | 'release' | 'refund' | 'reversal';
  /** Credits. */
  amount: number;
  /** When. */
  at: string;
  /** The render; not of a grant or a reversal. */
  renderId?: string;
  /** Id of the key that started the render; `store:{slug}` for a try-on. */
  keyId?: string;
  /** Why; of a refund, of a reversal, and of a release that counts as an uncharged start. */
  reason?: string;
}

/** `data` of the event `queued`. */
export interface QueuedEvent {
  /** Position in the queue, 1 for the next to start. */
  position: number;
  /** Median duration of the provider’s newest renders, without the time in the queue. */
  expectedSeconds?: number;
}

/** `data` of the event `progress`. */
export interface ProgressEvent {
  /** Current stage, such as `started`, `rendering` or `encoding`. Stages may be added. */
  stage: string;
  /** Share of the work done, estimated between the reports of the model; it never falls. */
  share: number;
  /** Median duration of the provider’s newest renders, without the time in the queue. */
  expectedSeconds?: number;
  /** When the worker reported it. */
  at: string;
}

/** The body of a render webhook. */
export interface RenderMessage {
  /** `render.` and the state. */
  type: 'render.succeeded' | 'render.failed' | 'render.cancelled' | 'render.expired';
  /** When the render ended. */
  timestamp: string;
  data: EndedRender;
}

/** A render without its image. */
export interface EndedRender {
  /** Id of the render. */
  id: string;
  state: RenderState;
  /** `try-on`: a shopper of one of the account’s stores started it. */
  source?: 'try-on';
  /** 1 for the next to start; only while it is queued. */
  queuePosition?: number;
  /** When it was accepted. */
  createdAt: string;
  /** When a worker started it. */
  startedAt?: string;
  /** When it ended. */
  endedAt?: string;
  /** When it ends at the latest. */
  deadlineAt: string;
  /** When its image was deleted. */
  imageDeletedAt?: string;
  timings: RenderTimings;
  urls: RenderUrls;
  /**
   * Quality of the placement of each product, in the order of the request; only with a provider that reports it.
   *
   * Items: `good`: where it belongs; `plain`: in the simplest way, at its true size; `left out`: not in it.
   */
  placements?: ('good' | 'plain' | 'left out')[];
  error?: ErrorObject;
  /** Signed URL of the image, which needs no key for 6 to 7 hours; of a succeeded render. */
  imageUrl?: string;
  /** Of a succeeded render. */
  products?: ProductResult[];
  usage: RenderUsage;
}

/** The body of a webhook about low credits. */
export interface CreditsLowMessage {
  /** Always `credits.low`. */
  type: 'credits.low';
  /** When it was noticed. */
  timestamp: string;
  /** The balance. */
  data: {
    /** Id of the account. */
    account: string;
    /** Credits for new renders at that time. */
    available: number;
    /** The account is notified when fewer are available. */
    threshold: number;
  };
}
