import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { Sample } from '../../../web/design/components/code-block.tsx';
import type { ReferenceOperation } from '../reference-groups.ts';
import { curlSample } from './curl.ts';
import { phpSample } from './php.ts';
import { pythonSample } from './python.ts';
import { buildSample } from './sample-request.ts';
import { typescriptSample } from './typescript.ts';

/** Builds the operation in every language, ready to run once the variable with the key is set. */
export function buildSamples(document: OpenApiDocument, operation: ReferenceOperation): Sample[] {
  const request = buildSample(document, operation);
  return [
    { language: 'sh', code: curlSample(request) },
    { language: 'ts', code: typescriptSample(request) },
    { language: 'python', code: pythonSample(request) },
    { language: 'php', code: phpSample(request) },
  ];
}
