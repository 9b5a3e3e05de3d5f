import type { ComponentChildren } from 'preact';
import type { ApiKeyDoc } from '../../../shared/keys/key-model.ts';
import { keyScopes, scopeMeanings } from '../../../shared/keys/key-scopes.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { PageForm } from '../../html/page-form.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import type { FormErrors, FormValues } from '../../http/form.ts';
import type { Member } from '../../identity/person.ts';
import { Button } from '../../web/design/components/button.tsx';
import { Select, TextArea, TextField } from '../../web/design/components/field.tsx';
import { Status } from '../../web/design/components/status.tsx';
import { CellNote, type Column, Table } from '../../web/design/components/table.tsx';
import { Time } from '../../web/design/components/time.tsx';
import { developersPage } from '../developers-page.tsx';
import type { ShownSecret } from '../shown-once.ts';
import { KeyShown } from './key-shown.tsx';
import { listBounds, toKeyState } from './key-state.ts';

export interface KeysPage {
  person: Member;
  keys: readonly ApiKeyDoc[];
  baseUrl: string;
  /** Of this opening of the page. */
  attempt: string;
  shown?: ShownSecret | undefined;
  done?: string | undefined;
  /** Of a form with mistakes. */
  values?: FormValues;
  errors?: FormErrors;
}

/** `/developers/keys` */
export const keysPage = (page: KeysPage, files: EntryFiles): string => {
  const { person, keys, attempt, shown, baseUrl, done, values = {}, errors = {} } = page;
  return developersPage(
    {
      path: '/developers/keys',
      title: 'API keys',
      person,
      done,
      children: (
        <>
          {shown && <KeyShown shown={shown} baseUrl={baseUrl} />}
          <RoomSection
            id="keys"
            title="Your keys"
            lead="Programs send a key with each call. Give each program its own, so that you can roll or revoke it alone."
          >
            <Table
              label="API keys"
              columns={toColumns({ token: person.formToken, hidden: { attempt } })}
              rows={keys}
              empty={<p class="soft">There is no key yet; create the first one below.</p>}
            />
          </RoomSection>
          <RoomSection id="create" title="Create a key">
            <KeyForm
              form={{ token: person.formToken, hidden: { attempt } }}
              values={values}
              errors={errors}
            />
          </RoomSection>
        </>
      ),
    },
    files,
  );
};

/** Sent with the fields of a form. */
interface FormFacts {
  token: string;
  hidden: { attempt: string };
}

const toColumns = (form: FormFacts): readonly Column<ApiKeyDoc>[] => [
  {
    heading: 'Name',
    cell: (key) => (
      <>
        {key.name}
        <CellNote>
          <code>{key.hint}</code>
        </CellNote>
      </>
    ),
    kind: 'long',
  },
  { heading: 'Mode', cell: ({ mode }) => mode, kind: 'tight' },
  { heading: 'State', cell: (key) => <KeyStatus apiKey={key} />, kind: 'tight' },
  { heading: 'Bounds', cell: (key) => listBounds(key).join('; ') || 'none', kind: 'long' },
  {
    heading: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : 'never'),
    kind: 'tight',
  },
  { heading: 'Change', cell: (key) => <KeyActions apiKey={key} form={form} /> },
];

function KeyStatus({ apiKey }: { apiKey: ApiKeyDoc }) {
  const { tone, text } = toKeyState(apiKey);
  const { expiresAt, revokedAt } = apiKey;
  return (
    <>
      <Status tone={tone}>{text}</Status>
      {expiresAt && !revokedAt && (
        <CellNote>
          until <Time at={expiresAt} />
        </CellNote>
      )}
    </>
  );
}

const overlaps = [
  { value: '24', text: 'for 1 day' },
  { value: '1', text: 'for 1 hour' },
  { value: '168', text: 'for 7 days' },
  { value: '0', text: 'not at all' },
];

function KeyActions({ apiKey, form }: { apiKey: ApiKeyDoc; form: FormFacts }) {
  const { _id, name } = apiKey;
  const state = toKeyState(apiKey).text;
  if (state === 'Revoked' || state === 'Expired') return <span class="soft">–</span>;
  return (
    <details class="row-more">
      <summary aria-label={`Change ${name}`}>Change</summary>
      {state === 'Active' && (
        <PageForm action={`/developers/keys/${_id}/roll`} {...form}>
          <Select
            id={`overlap-${_id}`}
            name="overlap"
            label="Keep the former key"
            options={overlaps}
            help="The new key has the same bounds and is shown once."
          />
          <Button type="submit">Roll key</Button>
        </PageForm>
      )}
      <PageForm action={`/developers/keys/${_id}/revoke`} token={form.token}>
        <p class="soft">Calls with “{name}” are refused from now on. This cannot be undone.</p>
        <Button type="submit" kind="danger">
          Revoke key
        </Button>
      </PageForm>
    </details>
  );
}

interface FormProps {
  form: FormFacts;
  values: FormValues;
  errors: FormErrors;
}

function KeyForm({ form, values, errors }: FormProps) {
  const field = (name: string) => ({
    name,
    id: `key-${name}`,
    ...(values[name] === undefined ? {} : { value: values[name] }),
    ...(errors[name] === undefined ? {} : { error: errors[name] }),
  });
  return (
    <PageForm action="/developers/keys" {...form}>
      <TextField
        {...field('name')}
        label="Name"
        help="What uses it, such as “shop backend”."
        required
        maxLength={100}
      />
      <fieldset class="checks">
        <legend>Mode</legend>
        <Check type="radio" name="mode" value="test" checked={values.mode !== 'live'}>
          Test: renders with the built-in renderer, costs nothing
        </Check>
        <Check type="radio" name="mode" value="live" checked={values.mode === 'live'}>
          Live: one credit for each successful render
        </Check>
      </fieldset>
      <details open={Object.keys(errors).some((name) => name !== 'name')}>
        <summary>Bounds</summary>
        <div class="details-body">
          <fieldset class="checks">
            <legend>Scopes</legend>
            {keyScopes.map((scope) => (
              <Check
                key={scope}
                type="checkbox"
                name={`scope-${scope}`}
                value="on"
                checked={values.name === undefined || values[`scope-${scope}`] === 'on'}
              >
                {scope}: {scopeMeanings[scope]}
              </Check>
            ))}
            {errors.scopes && <p class="field-error">{errors.scopes}</p>}
          </fieldset>
          <TextField {...field('expiresAt')} label="Valid until (UTC)" type="date" help="Empty: for ever." />
          <TextArea
            {...field('addresses')}
            label="Allowed networks"
            rows={2}
            help="One in each line, such as 203.0.113.0/24. Empty: from anywhere."
          />
          <TextField
            {...field('creditsPerDay')}
            label="Credits a day"
            type="number"
            min={1}
            help="Further renders of the day (UTC) are refused. Empty: no limit."
          />
        </div>
      </details>
      <Button type="submit" kind="primary">
        Create key
      </Button>
    </PageForm>
  );
}

interface CheckProps {
  type: 'radio' | 'checkbox';
  name: string;
  value: string;
  checked: boolean;
  children: ComponentChildren;
}

const Check = ({ children, ...input }: CheckProps) => (
  <label class="check">
    <input {...input} />
    <span>{children}</span>
  </label>
);
