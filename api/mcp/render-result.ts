import type { CallToolResult } from '@modelcontextprotocol/server';
import Joi from 'joi';
import { BlobNotFound } from '../../shared/blobs/blob-storage.ts';
import type { ErrorBody } from '../../shared/errors.ts';
import { endingError } from '../../shared/renders/ending-error.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { type ProductResult, productResults } from '../../shared/renders/render-view.ts';
import { isTerminal, type ShownState, shownStates, toShownState } from '../../shared/renders/states.ts';
import { readUsage, type Usage } from '../renders/usage.ts';
import { type ImageLink, imageLink } from '../visualize/image-link.ts';
import { isOfShopper } from '../visualize/own-render.ts';
import type { McpDependencies } from './mcp-dependencies.ts';
import { makePreview } from './preview.ts';
import { toolResult } from './tool-result.ts';
import { toolOutput } from './tool-schema.ts';

/** Structured content of a result of `visualize` and `get_render`, besides the preview. */
interface RenderOutput {
  renderId: string;
  state: ShownState;
  repeated?: boolean;
  products?: ProductResult[];
  usage?: Usage;
  image?: ImageLink;
  imageDeletedAt?: string;
  error?: Pick<ErrorBody, 'error' | 'code' | 'message'>;
  next?: string;
}

const [text, whole] = [Joi.string().required(), Joi.number().integer().required()];

export const renderOutput = toolOutput(
  Joi.object<RenderOutput, true>({
    renderId: text,
    state: text.valid(...shownStates),
    repeated: Joi.boolean().description('True when an earlier call had started this render.'),
    products: Joi.array()
      .items(
        Joi.object({
          index: whole,
          fidelity: text.valid('generic', 'merchant'),
          storeSlug: text.optional(),
        }),
      )
      .description('Fidelity "merchant" means rendered from the catalog assets of the merchant storeSlug.'),
    usage: Joi.object({ credits: whole, balance: whole }).description(
      'Credits that this render consumed, and the remaining balance.',
    ),
    image: Joi.object({
      url: text,
      expiresAt: text,
      mimeType: text,
      width: whole,
      height: whole,
    }).description('The full PNG; the link needs no API key until it expires.'),
    imageDeletedAt: text.optional(),
    error: Joi.object({ error: text, code: text, message: text }),
    next: text.optional().description('Recommended next step.'),
  }),
);

/** Returns the result of a succeeded render, with a preview; of another one, what is known of it. */
export async function renderResult(
  dependencies: McpDependencies,
  known: RenderDoc,
  { repeated }: { repeated?: boolean } = {},
): Promise<CallToolResult> {
  const render = isTerminal(known.state) ? known : await readAgain(dependencies, known);
  const base = { renderId: render._id, state: toShownState(render.state), ...(repeated ? { repeated } : {}) };
  if (render.state === 'succeeded') return succeeded(dependencies, render, base);
  if (isTerminal(render.state)) return toolResult({ ...base, error: endingError(render).toBody() });
  const next = `Call get_render with render_id ${render._id} and wait_seconds 60; it costs nothing.`;
  return toolResult({ ...base, next });
}

/** A wait reads a render only when it may have ended: meanwhile it may have begun. */
async function readAgain({ database }: McpDependencies, known: RenderDoc): Promise<RenderDoc> {
  return (await database.renders.findById(known._id).lean<RenderDoc>()) ?? known;
}

async function succeeded(
  dependencies: McpDependencies,
  render: RenderDoc,
  base: RenderOutput,
): Promise<CallToolResult> {
  const [usage, image] = await Promise.all([
    readUsage(dependencies.database, render),
    readImage(dependencies, render),
  ]);
  const structured = { ...base, products: productResults(render), usage, ...image.fields };
  return toolResult(structured, image.preview);
}

interface ShownImage {
  fields: { image?: ImageLink; imageDeletedAt?: string };
  preview: CallToolResult['content'];
}

/** Neither link nor preview once the image was deleted, and none of the image of a shopper. */
async function readImage(dependencies: McpDependencies, render: RenderDoc): Promise<ShownImage> {
  if (isOfShopper(render)) return { fields: {}, preview: [] };
  const deletedAt = render.imageDeletedAt?.toISOString();
  const png = deletedAt ? undefined : await readPng(dependencies, render);
  if (!png) return { fields: deletedAt ? { imageDeletedAt: deletedAt } : {}, preview: [] };
  const jpeg = await makePreview(png, render.account);
  const preview = jpeg ? [imageContent(jpeg)] : [];
  return { fields: { image: imageLink(dependencies, render) }, preview };
}

const imageContent = (jpeg: Buffer) =>
  ({ type: 'image', data: jpeg.toString('base64'), mimeType: 'image/jpeg' }) as const;

async function readPng({ blobs }: McpDependencies, render: RenderDoc): Promise<Buffer | undefined> {
  try {
    return await blobs.get(render.result!.blob);
  } catch (error) {
    if (error instanceof BlobNotFound) return undefined;
    throw error;
  }
}
