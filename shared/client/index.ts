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
export type { RenderProgress } from './progress.ts';
export type * from './types.ts';
export type { RenderResult, VisualizeOptions } from './visualize.ts';
export { verifyWebhook, type WebhookCall, type WebhookEvent, WebhookVerificationError } from './webhook.ts';
