import type { Schema } from './schema.ts';

export interface Example {
  summary: string;
  value: unknown;
}

export interface MediaType {
  schema: Schema;
  examples?: Record<string, Example>;
}

export type Content = Record<string, MediaType>;

export interface Header {
  $ref?: string;
  description?: string;
  required?: boolean;
  schema?: Schema;
}

export interface Response {
  $ref?: string;
  description?: string;
  headers?: Record<string, Header>;
  content?: Content;
}

export interface Parameter {
  $ref?: string;
  name?: string;
  in?: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema?: Schema;
}

export type Security = Record<string, string[]>[];

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  deprecated?: true;
  /** Empty: no credentials. */
  security: Security;
  parameters?: Parameter[];
  requestBody?: { description: string; required: boolean; content: Content };
  responses: Record<string, Response>;
}

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options';

/** The operations of a path, and the parameters that all of them take. */
export type PathItem = { parameters?: Parameter[] } & { [M in Method]?: Operation };

export type Paths = Record<string, PathItem>;

const bytes = (what: string): MediaType => ({
  schema: { type: 'string', format: 'binary', description: `The bytes of a ${what}.` },
});

/** An image, by `Accept` where the operation says so. */
export const images: Content = {
  'image/png': bytes('PNG'),
  'image/jpeg': bytes('JPEG'),
  'image/webp': bytes('WebP'),
};

/** Returns a JSON body. */
export const json = (schema: Schema, examples?: Record<string, Example>): Content => ({
  'application/json': { schema, ...(examples ? { examples } : {}) },
});

/** Returns a stream of server-sent events: the schema of each event's `data`, by the event's name. */
export function eventStream(events: Record<string, Schema>, example: Example): Content {
  const items = Object.entries(events).map(([event, data]) => ({
    type: 'object' as const,
    required: ['event', 'data'],
    properties: {
      id: { type: 'string' as const, description: 'For `Last-Event-ID`.' },
      event: { const: event },
      data,
    },
  }));
  return {
    'text/event-stream': {
      schema: {
        type: 'string',
        description: 'Server-sent events; the `data` of each is JSON.',
        contentMediaType: 'text/event-stream',
        contentSchema: {
          type: 'array',
          description: 'The events in their order.',
          items: items.length === 1 ? items[0]! : { oneOf: items },
        },
      },
      examples: { whole: example },
    },
  };
}

/** One file: alone as the body, or in a form. */
export function fileContent(description: string): Content {
  const file = { type: 'string', format: 'binary', description } as const;
  return {
    'multipart/form-data': {
      schema: {
        type: 'object',
        description: 'A form with one file.',
        required: ['file'],
        properties: { file },
      },
    },
    'application/octet-stream': { schema: file },
  };
}
