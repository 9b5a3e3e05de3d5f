import type { OpenApiDocument } from '../../openapi/document.ts';
import type { Content, Response } from '../../openapi/operation.ts';
import type { Schema } from '../../openapi/schema.ts';
import { InlineMarkdown } from '../markdown.tsx';
import { resolved, schemaName } from './reference-groups.ts';
import { FieldList, schemaFields } from './schema-fields.tsx';
import { describeType } from './schema-type.ts';

interface ResponseProps {
  document: OpenApiDocument;
  status: string;
  response: Response;
}

/** A response, opened by the reader: the body and the headers of an error are the same everywhere. */
export function ResponseItem({ document, status, response }: ResponseProps) {
  const { description = '', headers = {}, content = {} } = response;
  const fields = Object.entries(headers).map(([name, header]) => {
    const { description: text = '', schema = {}, required = false } = resolved(document, header);
    return { name, description: text, schema, required };
  });
  return (
    <details class="response">
      <summary>
        <code class={status.startsWith('2') ? 'success' : 'failure'}>{status}</code>{' '}
        <span>
          <InlineMarkdown text={description} />
        </span>
      </summary>
      <ContentFields document={document} content={content} />
      {fields.length > 0 && (
        <>
          <p class="media">Headers</p>
          <FieldList document={document} fields={fields} />
        </>
      )}
    </details>
  );
}

/** The fields of a body in each of its media types. */
export const ContentFields = ({ document, content }: { document: OpenApiDocument; content: Content }) => (
  <>
    {Object.entries(content).map(([type, { schema }]) => (
      <MediaFields key={type} document={document} type={type} schema={schema} />
    ))}
  </>
);

interface MediaProps {
  document: OpenApiDocument;
  type: string;
  schema: Schema;
}

function MediaFields({ document, type, schema }: MediaProps) {
  const fields = schemaName(schema) === 'Error' ? undefined : schemaFields(document, schema);
  return (
    <>
      <p class="media">
        <code>{type}</code> <MediaType document={document} schema={schema} hasFields={fields !== undefined} />
      </p>
      {fields}
    </>
  );
}

interface MediaTypeProps {
  document: OpenApiDocument;
  schema: Schema;
  hasFields: boolean;
}

function MediaType({ document, schema, hasFields }: MediaTypeProps) {
  if (schemaName(schema) === 'Error')
    return (
      <a class="type" href="/docs/reference#errors">
        Error
      </a>
    );
  if (hasFields) return <span class="type">{describeType(schema)}</span>;
  return <InlineMarkdown text={resolved(document, schema).description ?? ''} />;
}
