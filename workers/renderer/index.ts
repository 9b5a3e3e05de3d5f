/** The local renderer. Everything else in this folder is its inside; the linter keeps other code out of it. */
export { RendererError } from './renderer-error.ts';
export type { LocalRendered, LocalReport } from './report.ts';
export type { LocalProduct, LocalRequest } from './request.ts';
export {
  createLocalRendererPool,
  type LocalRendererOptions,
  type LocalRendererPool,
} from './threads/pool.ts';
