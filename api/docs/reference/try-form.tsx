import type { OpenApiDocument } from '../../openapi/document.ts';
import type { Parameter } from '../../openapi/operation.ts';
import { Button } from '../../web/design/components/button.tsx';
import { Select, TextArea, TextField } from '../../web/design/components/field.tsx';
import { type Credential, type ReferenceOperation, resolved } from './reference-groups.ts';

interface FormProps {
  document: OpenApiDocument;
  operation: ReferenceOperation;
}

/** A form that sends the request from this page; not there without JavaScript. */
export function TryForm({ document, operation }: FormProps) {
  const { id, method, path, parameters, body, credentials } = operation;
  const [type, content] = Object.entries(body?.content ?? {})[0] ?? [];
  const example: unknown = Object.values(content?.examples ?? {})[0]?.value;
  const headers = parameters.filter(isOptionalHeader);
  const asked = parameters.filter((parameter) => !isOptionalHeader(parameter));
  const toField = (parameter: Parameter) => (
    <ParameterField key={parameter.name} document={document} id={id} parameter={parameter} />
  );
  return (
    <details class="try needs-script">
      <summary>Try it</summary>
      <form data-method={method} data-path={path} data-type={type}>
        {credentials[0] && <CredentialField id={id} credential={credentials[0]} />}
        {asked.map(toField)}
        {headers.length > 0 && (
          <details class="try-more">
            <summary>Optional headers</summary>
            {headers.map(toField)}
          </details>
        )}
        {type !== undefined && <BodyField id={id} type={type} example={example} />}
        <p class="try-actions">
          <Button kind="primary" type="submit">
            Send the request
          </Button>
          <Button data-stop hidden>
            Stop
          </Button>
        </p>
        <div class="try-result" role="status" />
      </form>
    </details>
  );
}

const isOptionalHeader = ({ in: place, required = false }: Parameter) => place === 'header' && !required;

/** Shared by every field: what is typed is code. */
const asTyped = { code: true, autocomplete: 'off', spellcheck: false } as const;

function CredentialField({ id, credential }: { id: string; credential: Credential }) {
  const { scheme, header, prefix } = credential;
  const isKey = scheme === 'apiKey';
  return (
    <TextField
      {...asTyped}
      id={`${id}-key`}
      label={isKey ? 'API key' : scheme}
      name="credential"
      type="password"
      data-header={header}
      data-prefix={prefix}
      required
      {...(isKey && {
        placeholder: 'service_test_…',
        help: <span data-key-help>A test key charges nothing. The key stays in this tab.</span>,
      })}
    />
  );
}

interface ParameterProps {
  document: OpenApiDocument;
  id: string;
  parameter: Parameter;
}

function ParameterField({ document, id, parameter }: ParameterProps) {
  const { name = '', in: place = 'query', required = false, schema = {} } = parameter;
  const { enum: values, default: usual, examples } = resolved(document, schema);
  const shared = {
    id: `${id}-${place}-${name}`,
    name,
    'data-in': place,
    label: (
      <>
        {name} <span class="type">{place}</span>
      </>
    ),
  };
  if (!values)
    return (
      <TextField
        {...asTyped}
        {...shared}
        placeholder={String(examples?.[0] ?? usual ?? '')}
        required={required}
      />
    );
  const options = values.map((value) => ({ value: String(value), text: String(value) }));
  return <Select {...shared} code options={[{ value: '', text: '–' }, ...options]} />;
}

function BodyField({ id, type, example }: { id: string; type: string; example: unknown }) {
  if (!type.includes('json')) return <TextField id={`${id}-body`} label="File" name="body" type="file" />;
  const text = example === undefined ? '' : JSON.stringify(example, null, 2);
  return (
    <TextArea id={`${id}-body`} label="Body" name="body" rows={12} spellcheck={false} defaultValue={text} />
  );
}
