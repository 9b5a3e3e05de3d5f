import { Select, TextField } from '../web/design/components/field.tsx';
import type { TimeRange } from './time-range.ts';

/** The fields of a list's filter for the time. */
export const TimeFields = ({ from, to }: TimeRange) => (
  <>
    <TextField id="from" name="from" label="From (UTC)" type="datetime-local" value={from ?? ''} />
    <TextField id="to" name="to" label="Until (UTC)" type="datetime-local" value={to ?? ''} />
  </>
);

interface Props {
  name: string;
  label: string;
  value: string | undefined;
  values: readonly string[];
}

/** A field for one of several values, or all. */
export const ChoiceField = ({ name, label, value = '', values }: Props) => (
  <Select
    id={name}
    name={name}
    label={label}
    value={value}
    options={[{ value: '', text: 'All' }, ...values.map((each) => ({ value: each, text: each }))]}
  />
);

/** The account of a list: its id, or the e-mail address of a member. */
export const AccountField = ({ value = '' }: { value: string | undefined }) => (
  <TextField id="account" name="account" label="Account or e-mail" value={value} placeholder="acc_…" />
);
