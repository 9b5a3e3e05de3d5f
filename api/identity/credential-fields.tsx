import type { FormErrors, FormValues } from '../http/form.ts';
import { TextField } from '../web/design/components/field.tsx';
import { passwordLength } from './password-length.ts';

/** The values that a form was sent with, and their mistakes. */
export interface Sent {
  values?: FormValues;
  errors?: FormErrors;
}

export const EmailField = ({ values, errors }: Sent) => (
  <TextField
    label="E-mail address"
    name="email"
    type="email"
    autocomplete="username"
    required
    maxLength={254}
    value={values?.email ?? ''}
    {...(errors?.email && { error: errors.email })}
  />
);

interface PasswordProps extends Sent {
  label?: string;
  name?: string;
  /** It is chosen now. */
  isNew?: boolean;
}

/** Passwords are never sent back with the page. */
export const PasswordField = ({
  errors,
  label = 'Password',
  name = 'password',
  isNew = false,
}: PasswordProps) => (
  <TextField
    label={label}
    name={name}
    type="password"
    autocomplete={isNew ? 'new-password' : 'current-password'}
    required
    {...(isNew && {
      minLength: passwordLength.min,
      maxLength: passwordLength.max,
      help: `At least ${passwordLength.min} characters; a sentence is good.`,
    })}
    {...(errors?.[name] && { error: errors[name] })}
  />
);
