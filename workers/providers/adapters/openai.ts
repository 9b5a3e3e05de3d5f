import Joi from 'joi';
import type { Size } from '../../../shared/images/output.ts';
import {
  createProviderHttp,
  type ProviderHttpOptions,
  type ProviderResponse,
  readJsonBody,
  readRefusal,
  withinTime,
} from '../http/provider-http.ts';
import { refusedForSafety } from '../http/status-failure.ts';
import { type MultipartFile, multipartBody } from '../http/streamed-body.ts';
import { createModelInput } from '../images/model-input.ts';
import { type Provider, ProviderError, type ProviderImage } from '../provider.ts';

export interface OpenAiOptions extends Omit<ProviderHttpOptions, 'headers'> {
  key: string;
  /** A GPT Image model, e.g. `gpt-image-2.6-flare`. */
  model: string;
  /** Determines the price of an image more than anything else; the model decides which values it accepts. */
  quality: string;
  /** Maximum time of one render, in milliseconds. */
  timeoutMs: number;
}

/** The only sizes of gpt-image-1, 1-mini and 1.5. */
const fixedShapes: [Size, ...Size[]] = [
  { width: 1024, height: 1024 },
  { width: 1536, height: 1024 },
  { width: 1024, height: 1536 },
];

/** The long side requested from later models; 3840 would be possible, at several times the price. */
const longSide = 1536;
/** Later models, up to 2.6: edges in steps of 16, at most 3:1, at least 655,360 pixels (1536 × 512 has more). */
const rules = { step: 16, ratio: 3 };

const imageCap = { images: 16, bytes: 48 * 1024 * 1024 };

interface Edited {
  data: { b64_json: string }[];
}

const edited = Joi.object<Edited>({
  data: Joi.array()
    .items(Joi.object({ b64_json: Joi.string().required() }))
    .min(1)
    .required(),
});

/**
 * Renders with a GPT Image model: `POST images/edits`, multipart, several images in, one in base64 out.
 * Written from developers.openai.com/api/reference/resources/images/methods/edit,
 * developers.openai.com/api/docs/guides/image-generation and …/image-prompting (GPT Image 2.6), as of 21 November 2026. The call is synchronous
 * and cannot be cancelled; the connection is closed.
 */
export function createOpenAiProvider({
  key,
  model,
  quality,
  timeoutMs,
  ...options
}: OpenAiOptions): Provider {
  const http = createProviderHttp({ ...options, headers: { authorization: `Bearer ${key}` } });
  return {
    name: 'openai',
    render: (request, { signal, log, progress }) =>
      withinTime(timeoutMs, signal, async (signal) => {
        const input = await createModelInput(request, {
          ...imageCap,
          shapes: listShapes(model, request.scene),
        });
        progress(0.05, 'sent to the model');
        const body = multipartBody([
          ['model', model],
          ['prompt', input.prompt],
          ...input.images.map((image, index): [string, MultipartFile] => ['image[]', toFile(image, index)]),
          ['size', `${input.shape.width}x${input.shape.height}`],
          ['quality', quality],
          ['n', '1'],
          ['output_format', 'png'],
          ...extraFields(model),
        ]);
        const call = {
          method: 'POST',
          path: 'images/edits',
          body,
          signal,
          timeoutMs,
          log,
          parseFailure: toFailure,
        } as const;
        const { data } = readJsonBody((await http.call(call)).body, edited);
        return { image: await input.cut(Buffer.from(data[0]!.b64_json, 'base64')), report: { model } };
      }),
  };
}

/** Preserves faces and prints of the references. From gpt-image-2 on models do so by themselves, and gpt-image-2 refuses the field; mini lacks it. */
function extraFields(model: string): [string, string][] {
  return /^gpt-image-1(\.5)?(-\d{4}-|$)/.test(model) ? [['input_fidelity', 'high']] : [];
}

const toFile = ({ bytes, mime }: ProviderImage, index: number): MultipartFile => ({
  bytes,
  mime,
  filename: `${index + 1}.${mime.slice('image/'.length)}`,
});

function listShapes(model: string, scene: Size): [Size, ...Size[]] {
  return model.startsWith('gpt-image-1') ? fixedShapes : [freeShape(scene)];
}

/** Returns the size nearest to the scene's shape that the model's rules allow. */
function freeShape({ width, height }: Size): Size {
  const ratio = Math.min(rules.ratio, Math.max(1 / rules.ratio, width / height));
  const [w, h] = ratio > 1 ? [longSide, longSide / ratio] : [longSide * ratio, longSide];
  const stepped = (side: number) => Math.round(side / rules.step) * rules.step;
  return { width: stepped(w), height: stepped(h) };
}

interface Refusal {
  error: { code?: string | null };
}

const refusal = Joi.object<Refusal>({
  error: Joi.object({ code: Joi.string().allow(null) }).required(),
});

const refusals: Record<string, () => ProviderError> = {
  moderation_blocked: refusedForSafety,
  content_policy_violation: refusedForSafety,
  insufficient_quota: noFunds,
  billing_hard_limit_reached: noFunds,
};

/** Moderation and an empty account are 400 and 429 like other errors; the code distinguishes them. */
function toFailure(response: ProviderResponse): ProviderError | undefined {
  const code = readRefusal(response, refusal)?.error.code ?? '';
  return Object.hasOwn(refusals, code) ? refusals[code]!() : undefined;
}

function noFunds(): ProviderError {
  return new ProviderError('unavailable', 'The account at the provider has no funds left.');
}
