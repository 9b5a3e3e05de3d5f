/** Signed URLs of the large clouds stay under 2,500 characters. */
export const maxUrlLength = 8192;

/**
 * Every reason for which an outbound call is not made or not completed, with its message for callers. `dns` and
 * `address` have the same one: the difference would reveal to an untrusted caller which internal names exist.
 */
const messages = {
  url: 'is not a complete URL; write it as https://host/path',
  length: `is longer than ${maxUrlLength} characters; send a shorter URL`,
  characters:
    'has a tab, a line break or a backslash, or begins or ends with a space; write these percent-encoded',
  scheme: 'must be an https URL',
  credentials: 'must not carry a user name or password',
  port: 'names a port that is not allowed',
  address: 'names a host that has no public address',
  dns: 'names a host that has no public address',
  redirects: 'redirects too often or without a target',
  size: 'is larger than allowed',
  timeout: 'did not respond in time',
  network: 'could not be reached',
  status: 'did not respond with a success status',
} as const;

export type RefusalReason = keyof typeof messages;

/**
 * `message` continues a sentence that begins with the field ("sceneImage must be an https URL") and never contains
 * an address that a name resolved to; `cause` may, and is for the log only.
 */
export class OutboundRefused extends Error {
  readonly reason: RefusalReason;
  /** The HTTP status of the response; only with reason `status`. */
  readonly status: number | undefined;

  constructor(reason: RefusalReason, detail: { cause?: unknown; status?: number } = {}) {
    const suffix = detail.status === undefined ? '' : ` (status ${detail.status})`;
    super(messages[reason] + suffix, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'OutboundRefused';
    this.reason = reason;
    this.status = detail.status;
  }
}

const reasonByCode: Record<string, RefusalReason> = {
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'size',
};

/** Maps a failure of the socket or of undici to a refusal. */
export function toRefusal(error: unknown): OutboundRefused {
  if (error instanceof OutboundRefused) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new OutboundRefused(reasonByCode[code] ?? 'network', { cause: error });
}
