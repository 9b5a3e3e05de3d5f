import { type ErrorBody, type ErrorCode, errorCatalogue } from '../../shared/errors.ts';
import { tryOnReasons } from '../../shared/try-on/contract.ts';
import { type HeaderName, pickHeaders, rateLimit } from './headers.ts';
import { json, type Response } from './operation.ts';
import { integer, namedObject, openText, optional, text } from './schema.ts';

/** Description of each error code; where one status has several codes, the response lists all of them. */
const meanings: Record<ErrorCode, string> = {
  INVALID_INPUT: 'The request is not valid; `message` lists each mistake with its field.',
  UNAUTHORIZED: 'The credentials are missing, not valid or revoked.',
  INSUFFICIENT_CREDITS: 'The account has no credits left; `developers_url` says where to buy more.',
  FORBIDDEN:
    'The API key may not do this: a test key, a key of another scope, or from an address that it does not allow.',
  STORE_CONTEXT: 'The page that sent the request does not belong to the store, or there is no such store.',
  NOT_FOUND: 'There is no such resource, or it belongs to another account.',
  METHOD_NOT_ALLOWED: 'The path does not support this method; `Allow` lists those that it does.',
  REQUEST_TIMEOUT: 'The request did not arrive in time.',
  CONFLICT: 'The state of the resource does not allow this, or it was changed meanwhile.',
  IDEMPOTENCY_CONFLICT: 'The first request with this `Idempotency-Key` has not been accepted yet; retry it.',
  CANCELLED: 'The render was cancelled; it was not charged.',
  EXPIRED: 'The image was deleted, by its owner or after its retention.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is compressed; send it as it is.',
  IDEMPOTENCY_MISMATCH: 'The `Idempotency-Key` was used for another request body.',
  RATE_LIMITED: 'A limit is exceeded; wait `Retry-After` seconds.',
  INTERNAL: 'An unexpected error of the service; nothing was charged.',
  MODEL_ERROR: 'The render failed; it was not charged. Retry the request.',
  MODEL_UNAVAILABLE:
    'Renders are not possible now; wait `Retry-After` seconds. Without `Location` nothing was charged.',
  SERVICE_UNAVAILABLE: 'The service cannot do this now; wait `Retry-After` seconds.',
};

const headersOfCode: Partial<Record<ErrorCode, readonly HeaderName[]>> = {
  INVALID_INPUT: ['X-Error-Field'],
  UNAUTHORIZED: ['WWW-Authenticate', 'X-Error-Field'],
  FORBIDDEN: ['X-Error-Field'],
  UNSUPPORTED_MEDIA_TYPE: ['X-Error-Field', 'Accept-Encoding'],
  IDEMPOTENCY_MISMATCH: ['X-Error-Field'],
  RATE_LIMITED: ['Retry-After', 'X-Error-Field', ...rateLimit],
  MODEL_UNAVAILABLE: ['Retry-After', 'Location', 'X-Render-Id'],
  SERVICE_UNAVAILABLE: ['Retry-After'],
};

/** The body of every error (specification "Error object"). */
export const errorSchema = namedObject<ErrorBody>('Error', 'The body of every error.', {
  error: text('The status in words.', { examples: ['Insufficient credits'] }),
  code: openText(
    'For programs. Codes may be added; treat an unknown one by its status.',
    Object.keys(errorCatalogue),
  ),
  message: text('For people: what is wrong and what to do, with the names of the fields.'),
  remaining_credits: optional(integer('Credits left; with 402.', { minimum: 0 })),
  developers_url: optional(text('Page where credits are bought; with 402.', { format: 'uri' })),
  reason: optional(
    openText('Why a try-on cannot start, for the texts of the try-on application.', tryOnReasons),
  ),
});

const exampleMessages: Partial<Record<ErrorCode, string>> = {
  INVALID_INPUT: 'products[0].images must be given, unless productUrl belongs to a catalog merchant.',
  INSUFFICIENT_CREDITS:
    'This account has no credits left; top up at https://api.example/developers/credits#top-up',
};

/** `components.responses`: a response for each code. */
export const failureResponses: Record<string, Response> = Object.fromEntries(
  (Object.keys(errorCatalogue) as ErrorCode[])
    .filter((code) => code !== 'METHOD_NOT_ALLOWED')
    .map((code) => [code, failure([code])]),
);

/** Returns the responses of an operation that can end with these codes, by status; INTERNAL is always among them. */
export function failures(...codes: ErrorCode[]): Record<string, Response> {
  const all = [...new Set<ErrorCode>([...codes, 'INTERNAL'])];
  const statuses = new Set(all.map((code) => errorCatalogue[code].status));
  return Object.fromEntries(
    [...statuses].sort().map((status) => {
      const [code, ...others] = all.filter((each) => errorCatalogue[each].status === status);
      const shared = { $ref: `#/components/responses/${code}` };
      return [String(status), others.length === 0 ? shared : failure([code!, ...others])];
    }),
  );
}

function failure(codes: ErrorCode[]): Response {
  const names = new Set(codes.flatMap((code) => headersOfCode[code] ?? []));
  const examples = codes.map((code) => [
    code,
    { summary: errorCatalogue[code].error, value: buildExample(code) },
  ]);
  return {
    description: codes.map((code) => `\`${code}\`: ${meanings[code]}`).join('\n\n'),
    headers: pickHeaders('X-Request-Id', 'X-Request-Log', ...names),
    content: json(errorSchema, Object.fromEntries(examples)),
  };
}

function buildExample(code: ErrorCode): ErrorBody {
  const message = exampleMessages[code] ?? meanings[code].replaceAll('`', '');
  const topUp =
    code === 'INSUFFICIENT_CREDITS'
      ? { remaining_credits: 0, developers_url: 'https://api.example/developers/credits#top-up' }
      : {};
  return { error: errorCatalogue[code].error, code, message, ...topUp };
}
