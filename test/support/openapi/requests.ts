import fc from 'fast-check';
import type { Method, Operation, Parameter } from '../../../api/openapi/operation.ts';
import { type ArbitraryOptions, getArbitrary, namedArbitrary } from './arbitrary.ts';
import { partAt } from './json-pointer.ts';
import { mutated, mutations } from './mutate.ts';

export interface DescribedOperation {
  path: string;
  method: Method;
  operation: Operation;
}

export interface FuzzedRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: Record<string, string>;
  body?: string;
}

export interface RequestOptions extends ArbitraryOptions {
  /** Of each request, besides those that are generated. */
  headers: Record<string, string>;
}

const methods: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete', 'options'];

export function getOperations({ document }: Pick<ArbitraryOptions, 'document'>): DescribedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      const parameters = [...(item.parameters ?? []), ...(operation?.parameters ?? [])];
      return operation ? [{ path, method, operation: { ...operation, parameters } }] : [];
    }),
  );
}

/** Requests of an operation: valid ones, and ones with mistakes. */
export function getRequests(
  { path, method, operation }: DescribedOperation,
  options: RequestOptions,
): fc.Arbitrary<FuzzedRequest> {
  const all = (operation.parameters ?? []).map((parameter) => resolved(parameter, options));
  const of = (place: Parameter['in']) => all.filter((parameter) => parameter.in === place);
  return fc
    .record({
      inPath: fc.record(
        Object.fromEntries(of('path').map((parameter) => [parameter.name!, inPath(parameter, options)])),
      ),
      inQuery: values(of('query'), options),
      inHeaders: values(of('header'), options),
      body: bodies(operation, options),
    })
    .map(({ inPath, inQuery, inHeaders, body }) => ({
      method: method.toUpperCase(),
      url:
        path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(inPath[name]!)) +
        buildQuery(inQuery),
      headers: { ...toHeaders(inHeaders), ...body.headers, ...options.headers },
      ...(body.text === undefined ? {} : { body: body.text }),
    }));
}

function resolved({ $ref, ...parameter }: Parameter, { document }: ArbitraryOptions): Parameter {
  return $ref ? (partAt(document, $ref) as Parameter) : parameter;
}

/** `.` and `..` would change the path. */
function inPath({ name = '', schema = {} }: Parameter, options: RequestOptions): fc.Arbitrary<string> {
  const random = fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' });
  const named = namedArbitrary(name, { ...schema, minLength: 1 }, options).map(String);
  return fc.oneof({ weight: 4, arbitrary: named }, random).filter((text) => !/^\.*$/.test(text));
}

/** Of a record of parameters, each of which may be left out, and may be any text. */
function values(parameters: Parameter[], options: RequestOptions): fc.Arbitrary<Record<string, string>> {
  const entries = parameters.map(({ name = '', schema = {} }) => {
    const random = fc.string({ maxLength: 20 });
    const named = namedArbitrary(name, schema, options).map(String);
    return [name, fc.oneof({ weight: 5, arbitrary: named }, random)] as const;
  });
  return fc.record(Object.fromEntries(entries), { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>;
}

function buildQuery(query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
}

/** Without what HTTP cannot carry. */
function toHeaders(given: Record<string, string>): Record<string, string> {
  const entries = Object.entries(given).map(([name, value]) => [
    name,
    value.replaceAll(/[^\x20-\x7e]/g, '').trim(),
  ]);
  return Object.fromEntries(entries);
}

interface Body {
  text?: string;
  headers: Record<string, string>;
}

function bodies({ requestBody }: Operation, options: RequestOptions): fc.Arbitrary<Body> {
  const schema = requestBody?.content['application/json']?.schema;
  if (!schema)
    return requestBody ? fc.string().map((text) => ({ text, headers: {} })) : fc.constant({ headers: {} });
  const valid = getArbitrary(schema, options);
  const wrong = fc.tuple(valid, mutations).map(([value, list]) => mutated(value, list));
  const text = fc.oneof(valid, wrong).map((value) => JSON.stringify(value) ?? '');
  const cut = text.map((whole) => whole.slice(0, Math.floor(whole.length / 2)));
  return fc.oneof({ weight: 9, arbitrary: text }, cut).map((body) => ({
    text: body,
    headers: { 'content-type': 'application/json' },
  }));
}
