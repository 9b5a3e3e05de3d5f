import { ApiError } from '../errors.ts';
import type { RenderDoc } from './render-model.ts';

/** Returns the error that the caller of a render without a result receives. */
export function endingError(render: RenderDoc): ApiError {
  const { failure } = render;
  if (failure) {
    const { code, message, retryAfter } = failure;
    return new ApiError(code, message, retryAfter === undefined ? {} : { retryAfter });
  }
  if (render.state === 'cancelled') {
    return new ApiError('CANCELLED', `Render ${render._id} was cancelled; it was not charged.`);
  }
  return new ApiError(
    'MODEL_UNAVAILABLE',
    'This render could not be completed; it was not charged. Retry the request.',
    {
      retryAfter: 5,
    },
  );
}
