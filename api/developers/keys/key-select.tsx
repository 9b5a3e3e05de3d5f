import { Select } from '../../web/design/components/field.tsx';

interface Props {
  keys: readonly { _id: string; name: string }[];
  value: string | undefined;
}

/** Chooses one key of the account, or all. */
export const KeySelect = ({ keys, value = '' }: Props) => (
  <Select
    id="key"
    name="key"
    label="Key"
    value={value}
    options={[{ value: '', text: 'All' }, ...keys.map(({ _id, name }) => ({ value: _id, text: name }))]}
  />
);
