import { TextField } from './field.tsx';

interface Props {
  label: string;
  /** Before the value, inside the field: a currency. */
  prefix: string;
  placeholder: string;
  value: string;
  onInput: (text: string) => void;
}

/** A field for a whole number that is not negative. */
export function NumberField({ onInput, ...rest }: Props) {
  return (
    <TextField
      {...rest}
      type="number"
      inputMode="numeric"
      min={0}
      step={1}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
}
