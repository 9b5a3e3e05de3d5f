import Joi from 'joi';
import {
  createProviderHttp,
  type ProviderHttpOptions,
  type ProviderResponse,
  readJsonBody,
  readRefusal,
  withinTime,
} from '../http/provider-http.ts';
import { refusedForSafety } from '../http/status-failure.ts';
import { Base64Text, jsonBody } from '../http/streamed-body.ts';
import { aspectName, aspectShapes, resolutionName } from '../images/aspect-shapes.ts';
import { createModelInput } from '../images/model-input.ts';
import { type Provider, ProviderError } from '../provider.ts';

export interface GeminiOptions extends Omit<ProviderHttpOptions, 'headers'> {
  key: string;
  /** A Gemini image model that takes `imageSize`, e.g. `gemini-nano-banana-2.1`. */
  model: string;
  /** Maximum time of one render, in milliseconds. */
  timeoutMs: number;
}

/**
 * 14 images. Google accepts requests of 100 MB since January 2026 (20 MB before); more than this limit is
 * compressed first, since uploading it would take longer than compressing.
 */
const limits = { images: 14, bytes: 14_000_000, shapes: aspectShapes };

interface Generated {
  promptFeedback?: { blockReason?: string };
  candidates?: {
    finishReason?: string;
    content?: { parts?: { thought?: boolean; inlineData?: { data: string } }[] };
  }[];
}

const part = Joi.object({
  thought: Joi.boolean(),
  inlineData: Joi.object({ data: Joi.string().required() }),
});
const generated = Joi.object<Generated>({
  promptFeedback: Joi.object({ blockReason: Joi.string() }),
  candidates: Joi.array().items(
    Joi.object({ finishReason: Joi.string(), content: Joi.object({ parts: Joi.array().items(part) }) }),
  ),
});

/** They respond with 400 to any other `imageSize` (ai.google.dev/gemini-api/docs/models/gemini-3.1-flash-lite-image). */
const onlySupports1K = /-lite-/;

/** Values of `promptFeedback.blockReason` and `finishReason` that mean a safety refusal. */
const safetyReasons = new Set([
  'SAFETY',
  'IMAGE_SAFETY',
  'PROHIBITED_CONTENT',
  'IMAGE_PROHIBITED_CONTENT',
  'BLOCKLIST',
  'SPII',
]);
/** The image would copy protected content: not a safety refusal, but a retry would be refused as well. */
const refusalReasons = new Set(['RECITATION', 'IMAGE_RECITATION', 'OTHER']);

/**
 * Renders with a Gemini image model: `POST models/{model}:generateContent`, text and images in, one image
 * out. Written from ai.google.dev/gemini-api/docs/image-generation, ai.google.dev/gemini-api/docs/models and
 * ai.google.dev/api/generate-content, as of 21 November 2026. Closing the connection ends the call at Google; there is nothing to cancel.
 */
export function createGeminiProvider({ key, model, timeoutMs, ...options }: GeminiOptions): Provider {
  const http = createProviderHttp({ ...options, headers: { 'x-goog-api-key': key } });
  return {
    name: 'gemini',
    render: (request, { signal, log, progress }) =>
      withinTime(timeoutMs, signal, async (signal) => {
        const input = await createModelInput(request, limits);
        progress(0.05, 'sent to the model');
        const images = input.images.map(({ bytes, mime }) => ({
          inlineData: { mimeType: mime, data: new Base64Text(bytes) },
        }));
        const body = jsonBody({
          contents: [{ role: 'user', parts: [{ text: input.prompt }, ...images] }],
          generationConfig: {
            responseModalities: ['IMAGE'],
            imageConfig: {
              aspectRatio: aspectName(input.shape),
              imageSize: onlySupports1K.test(model) ? '1K' : resolutionName(request.output),
            },
          },
        });
        const path = `models/${encodeURIComponent(model)}:generateContent`;
        const response = await http.call({
          method: 'POST',
          path,
          body,
          signal,
          timeoutMs,
          log,
          parseFailure: toFailure,
        });
        return {
          image: await input.cut(decodeImage(readJsonBody(response.body, generated))),
          report: { model },
        };
      }),
  };
}

function decodeImage({ candidates: [candidate] = [], promptFeedback }: Generated): Buffer {
  // A thinking model returns its drafts as parts too.
  const drawn = candidate?.content?.parts?.findLast(({ thought, inlineData }) => inlineData && !thought);
  if (drawn?.inlineData) return Buffer.from(drawn.inlineData.data, 'base64');
  const reason = promptFeedback?.blockReason ?? candidate?.finishReason ?? '';
  if (safetyReasons.has(reason)) throw refusedForSafety();
  if (promptFeedback?.blockReason || refusalReasons.has(reason)) {
    throw new ProviderError('rejected', 'The model refused this content.');
  }
  throw new ProviderError('failed', 'The model returned no image.');
}

interface Refusal {
  error: { status?: string; details?: { reason?: string; retryDelay?: string }[] };
}

const detail = Joi.object({ reason: Joi.string(), retryDelay: Joi.string() });
const refusal = Joi.object<Refusal>({
  error: Joi.object({ status: Joi.string(), details: Joi.array().items(detail) }).required(),
});

/** Google responds with 400 to a wrong key and to a country without service; the retry delay is in the body. */
function toFailure(response: ProviderResponse): ProviderError | undefined {
  const { status = '', details = [] } = readRefusal(response, refusal)?.error ?? {};
  const keyRefused = details.some(({ reason }) => reason === 'API_KEY_INVALID');
  if (keyRefused || status === 'FAILED_PRECONDITION') {
    return new ProviderError('unavailable', 'The model refuses our credentials.');
  }
  const delay = details.find(({ retryDelay }) => retryDelay !== undefined)?.retryDelay;
  if (response.status !== 429 || delay === undefined || response.headers['retry-after']) return undefined;
  const retryAfter = Math.ceil(Number.parseFloat(delay));
  return new ProviderError('unavailable', 'The model accepts no more work at the moment.', { retryAfter });
}
