import type { ComponentChildren } from 'preact';

interface PasskeyFormProps {
  /** The call of `navigator.credentials`. */
  call: 'create' | 'get';
  options: object;
  /** A form with a hidden field `response`. */
  children: ComponentChildren;
}

/** A form that is sent with the response of a device; it is shown where the browser can ask one. */
export const PasskeyForm = ({ call, options, children }: PasskeyFormProps) => (
  <div hidden data-passkey={call} data-options={JSON.stringify(options)}>
    {children}
  </div>
);
