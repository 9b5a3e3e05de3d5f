import { useId } from 'preact/hooks';
import './number-field.css';

interface Props {
  label: string;
  /** Before the value, inside the field: a currency. */
  prefix: string;
  placeholder: string;
  value: string;
  onInput: (text: string) => void;
}

/** A field for a whole number that is not negative, with its label above. */
export function NumberField({ label, prefix, placeholder, value, onInput }: Props) {
  const id = useId();
  return (
    <div class="field">
      <label for={id} class="small">
        {label}
      </label>
      <div class="field-box">
        <span class="soft" aria-hidden="true">
          {prefix}
        </span>
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          placeholder={placeholder}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      </div>
    </div>
  );
}
