import { createClient } from '../../../../shared/client/client.ts';
import type { RenderProgress } from '../../../../shared/client/progress.ts';
import type { RenderResult } from '../../../../shared/client/submit-render.ts';
import type { RenderRequest } from '../../../../shared/client/types.ts';
import { type ImageInput, type Inputs, toRequest } from './inputs.ts';

export type Mode = 'test' | 'live';

export interface Run {
  inputs: Inputs;
  mode: Mode;
  signal: AbortSignal;
  onUploaded(request: RenderRequest): void;
  onProgress(progress: RenderProgress): void;
}

/** Uploads the files, and renders: the calls that a program makes, by the client that it would use. */
export async function run(token: string, { inputs, mode, signal, ...report }: Run): Promise<RenderResult> {
  const client = createClient({ apiKey: await readKey(token, mode, signal), baseUrl: location.origin });
  const files = new Set([inputs.scene, ...inputs.products.map(({ image }) => image)].filter(isFile));
  const uploads = [...files].map(
    async (file) => [file as ImageInput, (await client.files.upload(file, { signal })).id] as const,
  );
  const ids = new Map(await Promise.all(uploads));
  const request = toRequest(inputs, (image) => ids.get(image) ?? String(image));
  report.onUploaded(request);
  return client.visualize(request, { signal, onProgress: report.onProgress });
}

const isFile = (image: ImageInput): image is File => typeof image !== 'string';

async function readKey(token: string, mode: Mode, signal: AbortSignal): Promise<string> {
  const body = new URLSearchParams({ token, mode });
  const response = await fetch('/developers/playground/key', { method: 'POST', body, signal });
  if (!response.ok) throw new Error('Your session has ended, or your role has changed; open the page again.');
  return ((await response.json()) as { key: string }).key;
}
