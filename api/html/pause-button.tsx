import { Button } from '../web/design/components/button.tsx';

/** Stops a page from being brought up to date, and starts it again. */
export const PauseButton = () => (
  <Button class="needs-script" data-pause>
    Pause updates
  </Button>
);
