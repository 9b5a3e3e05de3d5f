import type { OpenApiDocument } from '../../openapi/document.ts';
import type { Parameter } from '../../openapi/operation.ts';
import { CodeBlock, CodeTabs } from '../../web/design/components/code-block.tsx';
import { MethodBadge } from '../../web/design/frame/side-list.tsx';
import { BlockMarkdown, InlineMarkdown } from '../markdown.tsx';
import type { ReferenceOperation } from './reference-groups.ts';
import { ContentFields, ResponseItem } from './response-item.tsx';
import { buildSamples } from './samples/samples.ts';
import { FieldList } from './schema-fields.tsx';
import { TryForm } from './try-form.tsx';

interface OperationProps {
  document: OpenApiDocument;
  operation: ReferenceOperation;
}

/** Parameters, body and responses of an operation, beside samples, an example response and a form to try it. */
export function OperationSection({ document, operation }: OperationProps) {
  const { id, method, path, summary, description, body, isSentByService } = operation;
  return (
    <section class="operation" aria-labelledby={id}>
      <div class="explained">
        <h2 id={id}>
          <a class="anchor" href={`#${id}`}>
            {summary}
          </a>
        </h2>
        <p class="endpoint">
          <MethodBadge method={method} />
          {!isSentByService && <code>{path}</code>}
        </p>
        <div class="prose">
          <BlockMarkdown text={description} />
        </div>
        <CredentialList {...operation} />
        {places.map(([place, title]) => (
          <ParameterList
            key={place}
            document={document}
            title={title}
            parameters={inPlace(operation, place)}
          />
        ))}
        {body && (
          <>
            <h3>Body</h3>
            <p>
              <InlineMarkdown text={body.description} />
            </p>
            <ContentFields document={document} content={body.content} />
          </>
        )}
        <h3>Responses</h3>
        {operation.responses.map(([status, response]) => (
          <ResponseItem key={status} document={document} status={status} response={response} />
        ))}
      </div>
      <div class="samples">
        {isSentByService ? (
          <BodyExample {...operation} />
        ) : (
          <OwnRequest document={document} operation={operation} />
        )}
      </div>
    </section>
  );
}

const places = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
] as const;

const inPlace = ({ parameters }: ReferenceOperation, place: string) =>
  parameters.filter((each) => each.in === place);

function CredentialList({ credentials, isSentByService }: ReferenceOperation) {
  if (isSentByService) return <p class="soft">This service sends the request; your server receives it.</p>;
  if (credentials.length === 0) return <p class="soft">Needs no key.</p>;
  return (
    <p class="soft">
      Credentials:{' '}
      {credentials.map(({ scheme }, index) => (
        <>
          {index > 0 && ' or '}
          <a href={`/docs/reference#${scheme}`}>
            <code>{scheme}</code>
          </a>
        </>
      ))}
    </p>
  );
}

interface ParametersProps {
  document: OpenApiDocument;
  title: string;
  parameters: readonly Parameter[];
}

function ParameterList({ document, title, parameters }: ParametersProps) {
  if (parameters.length === 0) return null;
  const fields = parameters.map(({ name = '', schema = {}, required = false, description = '' }) => {
    return { name, schema, required, description };
  });
  return (
    <>
      <h3>{title}</h3>
      <FieldList document={document} fields={fields} />
    </>
  );
}

const OwnRequest = ({ document, operation }: OperationProps) => (
  <>
    <CodeTabs samples={buildSamples(document, operation)} group={`samples-${operation.id}`} />
    <ResponseExample {...operation} />
    {operation.id === 'visualize' ? (
      <p>
        <a href="/developers/playground">Open the playground</a>
      </p>
    ) : (
      <TryForm document={document} operation={operation} />
    )}
  </>
);

function BodyExample({ body }: ReferenceOperation) {
  const example = Object.values(Object.values(body?.content ?? {})[0]?.examples ?? {})[0];
  return example ? (
    <CodeBlock code={JSON.stringify(example.value, null, 2)} language="json" label="Body" />
  ) : null;
}

const maxText = 72;

function ResponseExample({ responses }: ReferenceOperation) {
  const success = responses.find(([status]) => status.startsWith('2'));
  const [type, content] = Object.entries(success?.[1].content ?? {})[0] ?? [];
  const example = Object.values(content?.examples ?? {})[0];
  if (!success || !example) return null;
  const isText = typeof example.value === 'string';
  const code = isText ? String(example.value) : JSON.stringify(example.value, shortened, 2);
  return <CodeBlock code={code} language={isText ? '' : 'json'} label={`Response ${success[0]}, ${type}`} />;
}

/** The bytes of an image say nothing. */
const shortened = (_name: string, value: unknown) =>
  typeof value === 'string' && value.startsWith('data:') && value.length > maxText
    ? `${value.slice(0, maxText)}…`
    : value;
