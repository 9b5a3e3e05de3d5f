import type { ComponentChildren } from 'preact';
import { Banner } from '../web/design/components/status.tsx';

interface PageFormProps {
  action: string;
  /** Of the person's session; absent where no sign-in is required. */
  token?: string;
  /** Sent with the fields. */
  hidden?: Readonly<Record<string, string>>;
  /** Beside other things instead of in a column of its own. */
  inline?: boolean;
  /** One of its fields is a file. */
  hasFile?: boolean;
  children: ComponentChildren;
}

/** A form that posts and redirects; it needs no JavaScript. */
export const PageForm = ({ action, token, hidden = {}, inline, hasFile, children }: PageFormProps) => (
  <form
    class={inline ? 'page-form page-form-inline' : 'page-form'}
    method="post"
    action={action}
    {...(hasFile && { enctype: 'multipart/form-data' })}
  >
    {/* The first field: it is read before a file is. */}
    {token !== undefined && <input type="hidden" name="token" value={token} />}
    {Object.entries(hidden).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    {children}
  </form>
);

/** The mistake of a form as a whole. */
export const FormMistake = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <div role="alert">
      <Banner tone="danger">{text}</Banner>
    </div>
  );

/** The result of a form, after its redirect. */
export const FormDone = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <div role="status">
      <Banner tone="success">{text}</Banner>
    </div>
  );
