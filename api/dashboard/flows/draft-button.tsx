import { Button } from '../../web/design/components/button.tsx';

interface Props {
  id: string;
  /** The change: an action of `flow-actions.ts`. */
  value: string;
  /** Accessible name, which says what it changes. */
  label: string;
  /** Id of what has the focus when the button is gone. */
  next: string;
  disabled?: boolean;
  children: string;
}

/** A button that changes the draft, and saves nothing. */
export const DraftButton = ({ id, value, label, next, disabled = false, children }: Props) => (
  <Button
    id={id}
    type="submit"
    kind="quiet"
    name="do"
    value={value}
    formNoValidate
    disabled={disabled}
    aria-label={label}
    data-live
    data-next={next}
  >
    {children}
  </Button>
);
