import { endingError } from './ending-error.ts';
import { type Placement, readPlacements } from './placement.ts';
import type { RenderDoc } from './render-model.ts';
import { isTerminal, type ShownState, toShownState } from './states.ts';

/** The URLs at which a render is read, followed and cancelled; absolute. */
export interface RenderUrls {
  get: string;
  /** Not of a try-on, whose image belongs to its shopper. */
  image?: string;
  events: string;
  /** With the method `DELETE`. */
  cancel: string;
}

/** A render as its owner sees it, besides the result. */
export interface RenderView {
  id: string;
  state: ShownState;
  /** Only when a shopper of a store started it. */
  source?: 'try-on';
  /** 1 for the next one to start; only while it is queued. */
  queuePosition?: number;
  createdAt: string;
  startedAt?: string;
  endedAt?: string;
  deadlineAt: string;
  /** When the image of a succeeded render was deleted. */
  imageDeletedAt?: string;
  /** Milliseconds. */
  timings: RenderDoc['timings'];
  urls: RenderUrls;
  /** Quality of each product's placement, in the order of the request; only if the provider reports it. */
  placements?: Placement[];
  /** Why there is no result: the Error object. */
  error?: object;
}

/** `baseUrl`: the public origin of the API, without a slash at its end. */
export function renderView(render: RenderDoc, baseUrl: string, queuePosition?: number): RenderView {
  const placements = readPlacements(render.report);
  const failed = isTerminal(render.state) && render.state !== 'succeeded';
  return {
    id: render._id,
    state: toShownState(render.state),
    ...(render.tryOn ? { source: 'try-on' } : {}),
    ...(queuePosition ? { queuePosition } : {}),
    createdAt: render.createdAt.toISOString(),
    ...(render.startedAt ? { startedAt: render.startedAt.toISOString() } : {}),
    ...(render.endedAt ? { endedAt: render.endedAt.toISOString() } : {}),
    deadlineAt: render.deadlineAt.toISOString(),
    ...(render.imageDeletedAt ? { imageDeletedAt: render.imageDeletedAt.toISOString() } : {}),
    timings: render.timings,
    urls: renderUrls(render, baseUrl),
    ...(placements ? { placements } : {}),
    ...(failed ? { error: endingError(render).toBody() } : {}),
  };
}

function renderUrls({ _id, tryOn }: RenderDoc, baseUrl: string): RenderUrls {
  const get = `${baseUrl}/visualize/${_id}`;
  return { get, ...(tryOn ? {} : { image: `${get}/image` }), events: `${get}/events`, cancel: get };
}

/** Specification "Product result". */
export interface ProductResult {
  index: number;
  fidelity: 'generic' | 'merchant';
  storeSlug?: string;
}

/** `products` of the specification's render response. */
export function productResults(render: RenderDoc): ProductResult[] {
  return render.products.map(({ fidelity, storeSlug }, index) => ({
    index,
    fidelity,
    ...(storeSlug ? { storeSlug } : {}),
  }));
}
