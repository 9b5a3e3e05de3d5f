import type { AccountDoc } from '../../../shared/accounts/account-model.ts';
import { PageForm } from '../../html/page-form.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import type { FormErrors, FormValues } from '../../http/form.ts';
import type { Person } from '../../identity/person.ts';
import { Button } from '../../web/design/components/button.tsx';
import { TextField } from '../../web/design/components/field.tsx';
import { toAccountPath } from './accounts-page.tsx';

export interface AccountForms {
  person: Person;
  account: AccountDoc;
  /** The limits of keys without limits of their own. */
  defaults: { perMinute: number; concurrent: number };
  /** Id of the next grant. */
  attempt: string;
  /** Of a form that was refused. */
  values?: FormValues;
  errors?: FormErrors;
}

const toError = (error: string | undefined) => (error === undefined ? {} : { error });

/** Adds credits; sent twice, it adds them once. */
export const GrantForm = ({ person, account, attempt, values = {}, errors = {} }: AccountForms) => (
  <RoomSection id="grant" title="Grant credits" lead="The reason is in the ledger of the account.">
    <PageForm
      action={`${toAccountPath(account._id)}/grants`}
      token={person.formToken}
      hidden={{ attempt: values.attempt ?? attempt }}
    >
      <TextField
        id="amount"
        name="amount"
        label="Credits"
        inputMode="numeric"
        required
        value={values.amount ?? ''}
        {...toError(errors.amount)}
      />
      <TextField
        id="note"
        name="note"
        label="Reason"
        maxLength={200}
        required
        value={values.note ?? ''}
        {...toError(errors.note)}
      />
      <Button type="submit">Grant credits</Button>
    </PageForm>
  </RoomSection>
);

/** Changes the limits of each key of the account. */
export const LimitsForm = ({ person, account, defaults, values = {}, errors = {} }: AccountForms) => (
  <RoomSection id="limits" title="Limits" lead="Of each of its keys. Empty: the limit of the configuration.">
    <PageForm action={`${toAccountPath(account._id)}/limits`} token={person.formToken}>
      <TextField
        id="perMinute"
        name="perMinute"
        label="Renders a minute"
        inputMode="numeric"
        placeholder={String(defaults.perMinute)}
        value={values.perMinute ?? String(account.limits?.perMinute ?? '')}
        {...toError(errors.perMinute)}
      />
      <TextField
        id="concurrent"
        name="concurrent"
        label="Renders at once"
        inputMode="numeric"
        placeholder={String(defaults.concurrent)}
        value={values.concurrent ?? String(account.limits?.concurrent ?? '')}
        {...toError(errors.concurrent)}
      />
      <Button type="submit">Save limits</Button>
    </PageForm>
  </RoomSection>
);

/** Stops the account from starting renders, or lets it start them again. */
export const SuspendForm = ({ person, account, values = {}, errors = {} }: AccountForms) => {
  const path = toAccountPath(account._id);
  if (account.suspended)
    return (
      <RoomSection id="suspend" title="Resume" lead="Lets it start renders again.">
        <PageForm action={`${path}/resume`} token={person.formToken}>
          <Button type="submit">Resume the account</Button>
        </PageForm>
      </RoomSection>
    );
  return (
    <RoomSection
      id="suspend"
      title="Suspend"
      lead="Its new renders are refused with 403 and this reason, and its stores pause their try-on. Renders that were accepted go through."
    >
      <PageForm action={`${path}/suspend`} token={person.formToken}>
        <TextField
          id="reason"
          name="reason"
          label="Reason"
          maxLength={500}
          required
          help="Its callers read it in the error."
          value={values.reason ?? ''}
          {...toError(errors.reason)}
        />
        <Button kind="danger" type="submit">
          Suspend the account
        </Button>
      </PageForm>
    </RoomSection>
  );
};
