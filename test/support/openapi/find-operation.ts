import type { OpenApiDocument } from '../../../api/openapi/document.ts';
import type { Method, Operation } from '../../../api/openapi/operation.ts';
import { step } from './json-pointer.ts';

export interface FoundPath {
  /** As the document has it. */
  path: string;
  methods: Method[];
}

export interface FoundOperation {
  operation: Operation;
  /** Of the operation, in the document. */
  pointer: string;
}

const methods: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete', 'options'];

/** Finds the documented path of a request's path, as the application matches it: without regard to case or a last slash. */
export function pathFinder(document: OpenApiDocument): (path: string) => FoundPath | undefined {
  const entries = Object.entries(document.paths)
    .sort(([one], [other]) => one.split('{').length - other.split('{').length)
    .map(([path, item]) => ({
      found: { path, methods: methods.filter((method) => method in item) },
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
    }));
  return (path) => entries.find(({ pattern }) => pattern.test(path))?.found;
}

/** The operation of a method; of HEAD that of GET. */
export function getOperation(
  document: OpenApiDocument,
  { path, methods: known }: FoundPath,
  method: string,
): FoundOperation | undefined {
  const name = method === 'HEAD' ? 'get' : known.find((each) => each.toUpperCase() === method);
  const operation = name && document.paths[path]?.[name];
  return operation && { operation, pointer: `#/paths/${step(path)}/${name}` };
}
