import type { Schema } from '../../api/openapi/schema.ts';

/** The schemas of the OpenAPI document that the clients name; those they refer to are added. */
export const clientRoots = [
  'RenderRequest',
  'RenderResponse',
  'Render',
  'RenderList',
  'UploadedFile',
  'Credits',
  'Ledger',
  'Error',
  'QueuedEvent',
  'ProgressEvent',
  'RenderMessage',
  'CreditsLowMessage',
] as const;

/** In the clients, `Error` is the language's. */
const renamed = { Error: 'ErrorObject' } as const;

export type Schemas = Record<string, Schema>;

export const toTypeName = (name: string): string =>
  name in renamed ? renamed[name as keyof typeof renamed] : name;

/** Returns the name of the schema that a reference of the OpenAPI document is to. */
export const readRef = (ref: string): string => ref.slice('#/components/schemas/'.length);
