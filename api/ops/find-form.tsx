import type { ComponentChildren } from 'preact';
import { Button } from '../web/design/components/button.tsx';
import { TextField } from '../web/design/components/field.tsx';

interface Props {
  /** The list in which it finds things by `find`. */
  action: string;
  label: string;
  /** The text that was looked for. */
  text: string;
  help: ComponentChildren;
  placeholder?: string;
  /** The text is an id. */
  code?: boolean;
}

/** Finds one thing of a list. */
export const FindForm = ({ action, label, text, help, placeholder, code = false }: Props) => (
  <search>
    <form method="get" action={action} class="card ops-find">
      <TextField
        id="find"
        label={label}
        name="find"
        value={text}
        placeholder={placeholder}
        maxLength={128}
        code={code}
        autocomplete="off"
        spellcheck={false}
        help={help}
      />
      <Button kind="primary" type="submit">
        Find
      </Button>
    </form>
  </search>
);
