import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface Option<Value extends string> {
  value: Value;
  label: ComponentChildren;
  /** `#rrggbb` shown beside the label. */
  swatch?: string | null;
  /** Its name for assistive technology, where the label does not say everything. */
  name?: string;
  /** Struck through: it can be chosen, but not bought. */
  isFaded?: boolean;
}

interface Props<Value extends string> {
  legend: string;
  options: readonly Option<Value>[];
  chosen: Value;
  onChoose: (value: Value) => void;
  /** Rows below each other instead of chips beside each other. */
  rows?: boolean;
}

/** One of several values: radio buttons in the form of chips or rows. */
export function Choice<Value extends string>({ legend, options, chosen, onChoose, rows }: Props<Value>) {
  const group = useId();
  return (
    <fieldset class={rows ? 'choice choice-rows' : 'choice'}>
      <legend>{legend}</legend>
      <div class="choice-options">
        {options.map(({ value, label, swatch, name, isFaded }) => (
          <label key={value} class={isFaded ? 'choice-option choice-faded' : 'choice-option'}>
            <input
              class="unseen"
              type="radio"
              name={group}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              {...(name && { 'aria-label': name })}
            />
            {swatch && <span class="swatch" style={{ background: swatch }} />}
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
