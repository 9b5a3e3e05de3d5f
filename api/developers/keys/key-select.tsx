import { Select } from '../../web/design/components/field.tsx';

interface Props {
  label?: string;
  keys: readonly { _id: string; name: string }[];
  value: string | undefined;
}

/** Chooses one key of the account, or all. */
export const KeySelect = ({ label = 'Key', keys, value = '' }: Props) => (
  <Select
    id="key"
    name="key"
    label={label}
    value={value}
    options={[{ value: '', text: 'All' }, ...keys.map(({ _id, name }) => ({ value: _id, text: name }))]}
  />
);
