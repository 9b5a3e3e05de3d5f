import { OutboundRefused, type RefusalReason } from '../../../shared/outbound/outbound.ts';
import { type FailureClass, ProviderError } from '../provider.ts';

interface Verdict {
  failure: FailureClass;
  message: string;
  /** The model may be working on the prediction. */
  mayRun: boolean;
}

const unreachable: Verdict = {
  failure: 'unavailable',
  message: 'The model cannot be reached.',
  mayRun: false,
};

/** What it means for a prediction that its exchange was not made or not finished. */
const verdicts: Record<RefusalReason, Verdict> = {
  url: unreachable,
  scheme: unreachable,
  credentials: unreachable,
  port: unreachable,
  address: unreachable,
  dns: unreachable,
  redirects: { failure: 'unavailable', message: 'The model answered in an unknown way.', mayRun: false },
  status: { failure: 'failed', message: 'The model answered in an unknown way.', mayRun: false },
  size: { failure: 'failed', message: "The model's answer is too large.", mayRun: false },
  timeout: { failure: 'failed', message: 'The model did not answer in time.', mayRun: true },
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

function verdictOf(error: unknown): Verdict {
  if (!(error instanceof OutboundRefused)) return verdicts.network;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return connectCodes.has(code) ? unreachable : verdicts[error.reason];
}

export function failureOfTransport(error: unknown): ProviderError {
  const verdict = verdictOf(error);
  const { failure, message } = verdict;
  return new ProviderError(failure, message, { cause: error, hung: verdict === verdicts.timeout });
}

/** Whether a prediction may still run in the container after its exchange ended this way. */
export const mayStillRun = (error: unknown): boolean => verdictOf(error).mayRun;
