import type { RenderRequest } from '../../../../shared/client/types.ts';
import { curlSample } from '../../../docs/reference/samples/curl.ts';
import { pythonSample } from '../../../docs/reference/samples/python.ts';
import { typescriptSample } from '../../../docs/reference/samples/typescript.ts';
import type { Sample } from '../../design/components/code-block.tsx';

/** Writes a request as programs and agents send it. */
export function writeSamples(baseUrl: string, request: RenderRequest): Sample[] {
  const sample = {
    method: 'POST',
    url: `${baseUrl}/visualize`,
    headers: { 'Content-Type': 'application/json' },
    credential: { header: 'Authorization', prefix: 'Bearer ', variable: 'API_KEY' },
    body: { json: request },
    response: 'json' as const,
  };
  const call = { method: 'tools/call', params: { name: 'visualize', arguments: request } };
  return [
    { language: 'sh', code: curlSample(sample) },
    { language: 'ts', code: typescriptSample(sample) },
    { language: 'python', code: pythonSample(sample) },
    { language: 'mcp', code: JSON.stringify(call, null, 2) },
  ];
}
