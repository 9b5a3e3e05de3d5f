import type * as api from './types.ts';

/*
 * The API describes a render once, with what each state adds as optional: that is what every generator of clients
 * reads. TypeScript can say it by state, so that `render.state === 'succeeded'` is all that a caller has to check.
 */

type Common = Omit<
  api.Render,
  'state' | 'queuePosition' | 'endedAt' | 'error' | 'image' | 'products' | 'usage'
>;

/** A render that has not ended. */
export interface OpenRender extends Common {
  state: 'new' | 'queued' | 'running';
  /** 1 for the next to start; only while it is queued, and not in lists. */
  queuePosition?: number;
  endedAt?: undefined;
  error?: undefined;
  image?: undefined;
  products?: undefined;
  usage?: api.RenderUsage;
}

export interface SucceededRender extends Common {
  state: 'succeeded';
  queuePosition?: undefined;
  endedAt: string;
  error?: undefined;
  /** A data URL or a URL, as `get` was asked; not in lists, and not once the image was deleted. */
  image?: string;
  /** Not in lists. */
  products?: api.ProductResult[];
  usage: api.RenderUsage;
}

/** A render that has ended without an image. */
export interface UnsuccessfulRender extends Common {
  state: 'failed' | 'cancelled' | 'expired';
  queuePosition?: undefined;
  endedAt: string;
  error: api.ErrorObject;
  image?: undefined;
  products?: undefined;
  usage: api.RenderUsage;
}

export type Render = OpenRender | SucceededRender | UnsuccessfulRender;
export type EndedRender = Exclude<Render, OpenRender>;

/** A page of renders, newest first. */
export interface RenderList extends Omit<api.RenderList, 'renders'> {
  renders: Render[];
}

interface Message<Type extends string, Data> {
  type: Type;
  /** When the render ended. */
  timestamp: string;
  data: Data;
}

type Succeeded = Omit<SucceededRender, 'image' | 'products'> & {
  imageUrl: string;
  products: api.ProductResult[];
};

/** The body of a render webhook. */
export type RenderMessage =
  | Message<'render.succeeded', Succeeded>
  | Message<'render.failed', UnsuccessfulRender & { state: 'failed' }>
  | Message<'render.cancelled', UnsuccessfulRender & { state: 'cancelled' }>
  | Message<'render.expired', UnsuccessfulRender & { state: 'expired' }>;
