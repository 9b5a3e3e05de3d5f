import { type FailureClass, ProviderError } from '../../providers/provider.ts';

/** What a thread answers: structured cloning keeps an error's message but forgets its class and failure. */
export type Answer<T> = { value: T } | { refused: { failure: FailureClass; message: string } };

/** Does the work and puts a ProviderError into words that cross threads; other errors cross as they are. */
export async function answered<T>(work: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { refused: { failure: error.failure, message: error.message } };
  }
}

/** What was answered. @throws ProviderError when there is none. */
export function resultOf<T>(answer: Answer<T>): T {
  if ('refused' in answer) throw new ProviderError(answer.refused.failure, answer.refused.message);
  return answer.value;
}

/** Buffers arrive in another thread as plain arrays of bytes. */
export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
