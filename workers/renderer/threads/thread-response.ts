import { RendererError } from '../renderer-error.ts';

/** Response of a thread: structured cloning keeps an error's message but loses its class. */
export type ThreadResponse<T> = { value: T } | { rejected: string };

/** Does the work and turns a RendererError into a response; other errors cross threads as they are. */
export async function respondToTask<T>(work: () => Promise<T>): Promise<ThreadResponse<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof RendererError)) throw error;
    return { rejected: error.message };
  }
}

/** The value of a response. @throws RendererError when the work was rejected. */
export function unwrap<T>(response: ThreadResponse<T>): T {
  if ('rejected' in response) throw new RendererError(response.rejected);
  return response.value;
}

/** Buffers arrive in another thread as plain arrays of bytes. */
export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
