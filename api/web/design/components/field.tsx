import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { CircleAlert } from '../icons.ts';
import { Icon } from './icon.tsx';

interface FieldProps {
  label: ComponentChildren;
  help?: ComponentChildren;
  /** Error message: the problem with the value, and its remedy. */
  error?: string | undefined;
  /** Inside the field before and after the value: a currency, a unit. */
  prefix?: string;
  suffix?: string;
  /** The value is code: an id, a key, an address. */
  code?: boolean;
}

interface BoxProps extends FieldProps {
  id: string;
  children: ComponentChildren;
}

const helpId = (id: string) => `${id}-help`;
const errorId = (id: string) => `${id}-error`;

/** Ties help and error to the control that they are about. */
function toDescription(id: string, { help, error }: FieldProps) {
  const ids = [error && errorId(id), help && helpId(id)].filter(Boolean).join(' ');
  return { ...(ids && { 'aria-describedby': ids }), ...(error && { 'aria-invalid': true }) };
}

function Box({ id, label, help, error, prefix, suffix, code = false, children }: BoxProps) {
  return (
    <div class="field">
      <label for={id} class="field-label">
        {label}
      </label>
      <div class={code ? 'field-box field-code' : 'field-box'}>
        {prefix && <Affix text={prefix} />}
        {children}
        {suffix && <Affix text={suffix} />}
      </div>
      {error && (
        <p class="field-error" id={errorId(id)}>
          <Icon icon={CircleAlert} size={16} />
          {error}
        </p>
      )}
      {help && (
        <p class="field-help" id={helpId(id)}>
          {help}
        </p>
      )}
    </div>
  );
}

/** Seen alone: the label says it to assistive technology. */
const Affix = ({ text }: { text: string }) => (
  <span class="soft" aria-hidden="true">
    {text}
  </span>
);

type Control<Tag extends 'input' | 'select' | 'textarea'> = FieldProps &
  Omit<JSX.IntrinsicElements[Tag], 'label' | 'prefix' | 'id' | 'ref'> & { id?: string };

/** Splits what is about the field from the attributes of its control. */
function splitProps<Tag extends 'input' | 'select' | 'textarea'>(props: Control<Tag>, ownId: string) {
  const { label, help, error, prefix, suffix, code, id = ownId, ...attributes } = props;
  const field = { label, help, error, prefix, suffix, code } as FieldProps;
  const own = { ...attributes, id, ...toDescription(id, field) };
  return { id, field, attributes: own as unknown as JSX.IntrinsicElements[Tag] };
}

/** A field of one line with its label above. */
export function TextField(props: Control<'input'>) {
  const { id, field, attributes } = splitProps<'input'>(props, useId());
  return (
    <Box id={id} {...field}>
      <input {...attributes} />
    </Box>
  );
}

/** A field of several lines. */
export function TextArea(props: Control<'textarea'>) {
  const { id, field, attributes } = splitProps<'textarea'>(props, useId());
  return (
    <Box id={id} {...field}>
      <textarea {...attributes} />
    </Box>
  );
}

interface Option {
  value: string;
  text: string;
}

/** One of several values, by the browser's own list. */
export function Select({ options, ...props }: Control<'select'> & { options: readonly Option[] }) {
  const { id, field, attributes } = splitProps<'select'>(props, useId());
  return (
    <Box id={id} {...field}>
      <select {...attributes}>
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Box>
  );
}

interface CheckProps {
  label: ComponentChildren;
  name: string;
  value: string;
  checked?: boolean;
}

/** A box to check, with its label beside it. */
export const CheckField = ({ label, ...rest }: CheckProps) => (
  <label class="check">
    <input {...rest} type="checkbox" />
    <span>{label}</span>
  </label>
);
