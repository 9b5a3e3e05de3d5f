export {
  type CallOptions,
  type ClientOptions,
  createClient,
  type PageQuery,
  type RenderClient,
  type RendersQuery,
} from './client.ts';
export {
  RenderApiError,
  type RenderApiErrorCode,
  RenderConnectionError,
  RenderInterrupted,
} from './errors.ts';
export type { ImageSource, VisualizeRequest } from './image-source.ts';
export type { Pages } from './pages.ts';
export type { RenderProgress } from './progress.ts';
export type { RenderEvent } from './render-events.ts';
export type {
  EndedRender,
  OpenRender,
  Render,
  RenderList,
  RenderMessage,
  SucceededRender,
  UnsuccessfulRender,
} from './render-states.ts';
export type { RenderResult } from './submit-render.ts';
export { getRequestId } from './transport.ts';
export type * from './types.ts';
export type { CreateOptions, VisualizeOptions, WaitOptions } from './visualize.ts';
export { verifyWebhook, type WebhookCall, type WebhookEvent, WebhookVerificationError } from './webhook.ts';
