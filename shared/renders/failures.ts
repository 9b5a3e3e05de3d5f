import type { RenderFailure } from './render-model.ts';

/** Failures of a render other than those its providers report; none is charged. */
export const renderFailures = {
  deadline: {
    code: 'MODEL_UNAVAILABLE',
    message: 'No worker finished this render before its deadline; it was not charged. Retry the request.',
    retryAfter: 10,
  },
  workersLost: {
    code: 'MODEL_UNAVAILABLE',
    message: 'The workers of this render were lost; it was not charged. Retry the request.',
    retryAfter: 5,
  },
  callerLost: {
    code: 'MODEL_UNAVAILABLE',
    message:
      'The API process that received this request was lost while the render queued; it was not charged. Retry the request.',
    retryAfter: 1,
  },
  abandoned: {
    code: 'MODEL_UNAVAILABLE',
    message: 'This render was not accepted completely; it was not charged. Retry the request.',
    retryAfter: 1,
  },
  unexpected: {
    code: 'MODEL_ERROR',
    message: 'This render failed unexpectedly; it was not charged. Retry the request.',
  },
} as const satisfies Record<string, RenderFailure>;
