import { OutboundRefused, type RefusalReason } from '../../../shared/outbound/outbound.ts';
import { type FailureClass, ProviderError } from '../provider.ts';

interface TransportFailure {
  failure: FailureClass;
  message: string;
  /** The model may be working on the prediction. */
  mayRun: boolean;
}

const unreachable: TransportFailure = {
  failure: 'unavailable',
  message: 'The model cannot be reached.',
  mayRun: false,
};

/** Failures of a prediction whose HTTP exchange did not start or did not finish, by reason. */
const failures: Record<RefusalReason, TransportFailure> = {
  url: unreachable,
  length: unreachable,
  characters: unreachable,
  scheme: unreachable,
  credentials: unreachable,
  port: unreachable,
  address: unreachable,
  dns: unreachable,
  redirects: {
    failure: 'unavailable',
    message: 'The model returned an unexpected redirect.',
    mayRun: false,
  },
  status: { failure: 'failed', message: 'The model returned an unexpected status.', mayRun: false },
  size: { failure: 'failed', message: "The model's response is too large.", mayRun: false },
  timeout: { failure: 'failed', message: 'The model did not respond in time.', mayRun: true },
  network: { failure: 'failed', message: 'The connection to the model broke.', mayRun: true },
};

/** The connection was never made, so that the model has not seen the prediction. */
const connectCodes = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function toTransportFailure(error: unknown): TransportFailure {
  if (!(error instanceof OutboundRefused)) return failures.network;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return connectCodes.has(code) ? unreachable : failures[error.reason];
}

export function failureOfTransport(error: unknown): ProviderError {
  const found = toTransportFailure(error);
  return new ProviderError(found.failure, found.message, { cause: error, hung: found === failures.timeout });
}

/** Returns true if a prediction may still run at the model after its HTTP exchange ended with this error. */
export const mayStillRun = (error: unknown): boolean => toTransportFailure(error).mayRun;
