import Joi from 'joi';
import {
  type Answer,
  createProviderHttp,
  type ProviderHttpOptions,
  readJson,
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
  /** Longest time one render may take, in milliseconds. */
  timeoutMs: number;
}

/**
 * 14 images. Google takes requests of 100 MB since January 2026 (20 MB before); more than this is made lighter
 * first, since the upload would take longer than it is worth.
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

/** They answer 400 to another `imageSize` (ai.google.dev/gemini-api/docs/models/gemini-3.1-flash-lite-image). */
const makes1kAlone = /-lite-/;

/** Reasons of `promptFeedback.blockReason` and `finishReason` that speak of the content. */
const safetyReasons = new Set([
  'SAFETY',
  'IMAGE_SAFETY',
  'PROHIBITED_CONTENT',
  'IMAGE_PROHIBITED_CONTENT',
  'BLOCKLIST',
  'SPII',
]);
/** It would copy what belongs to others: no matter of safety, but no use in asking again. */
const refusalReasons = new Set(['RECITATION', 'IMAGE_RECITATION', 'OTHER']);

/**
 * Renders with a Gemini image model: `POST models/{model}:generateContent`, text and images in, one image
 * out. Written from ai.google.dev/gemini-api/docs/image-generation, ai.google.dev/gemini-api/docs/models and
 * ai.google.dev/api/generate-content, as of 21 November 2026. An exchange that is broken off ends at Google; there is nothing to cancel.
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
              imageSize: makes1kAlone.test(model) ? '1K' : resolutionName(request.output),
            },
          },
        });
        const path = `models/${encodeURIComponent(model)}:generateContent`;
        const answer = await http.call({ method: 'POST', path, body, signal, timeoutMs, log, failureOf });
        return { image: await input.cut(imageOf(readJson(answer.body, generated))), report: { model } };
      }),
  };
}

function imageOf({ candidates: [candidate] = [], promptFeedback }: Generated): Buffer {
  // A thinking model shows its drafts as parts too.
  const drawn = candidate?.content?.parts?.findLast(({ thought, inlineData }) => inlineData && !thought);
  if (drawn?.inlineData) return Buffer.from(drawn.inlineData.data, 'base64');
  const reason = promptFeedback?.blockReason ?? candidate?.finishReason ?? '';
  if (safetyReasons.has(reason)) throw refusedForSafety();
  if (promptFeedback?.blockReason || refusalReasons.has(reason)) {
    throw new ProviderError('rejected', 'The model refused this content.');
  }
  throw new ProviderError('failed', 'The model answered without an image.');
}

interface Refusal {
  error: { status?: string; details?: { reason?: string; retryDelay?: string }[] };
}

const detail = Joi.object({ reason: Joi.string(), retryDelay: Joi.string() });
const refusal = Joi.object<Refusal>({
  error: Joi.object({ status: Joi.string(), details: Joi.array().items(detail) }).required(),
});

/** A wrong key and a country without service are 400 at Google; the time to wait is in the body. */
function failureOf(answer: Answer): ProviderError | undefined {
  const { status = '', details = [] } = readRefusal(answer, refusal)?.error ?? {};
  const keyRefused = details.some(({ reason }) => reason === 'API_KEY_INVALID');
  if (keyRefused || status === 'FAILED_PRECONDITION') {
    return new ProviderError('unavailable', 'The model refuses our credentials.');
  }
  const delay = details.find(({ retryDelay }) => retryDelay !== undefined)?.retryDelay;
  if (answer.status !== 429 || delay === undefined || answer.headers['retry-after']) return undefined;
  const retryAfter = Math.ceil(Number.parseFloat(delay));
  return new ProviderError('unavailable', 'The model takes no more work for now.', { retryAfter });
}
