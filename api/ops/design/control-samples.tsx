import { Button, ButtonLink, IconButton } from '../../web/design/components/button.tsx';
import { Dialog } from '../../web/design/components/dialog.tsx';
import { Select, TextArea, TextField } from '../../web/design/components/field.tsx';
import { Toast, Toasts as ToastList } from '../../web/design/components/toast.tsx';
import { Info, X } from '../../web/design/icons.ts';

const kinds = ['primary', 'secondary', 'quiet', 'danger'] as const;

export const Buttons = () => (
  <>
    {kinds.map((kind) => (
      <p key={kind} class="sample-row">
        <Button kind={kind}>Create key</Button>
        <Button kind={kind} icon={Info}>
          Create key
        </Button>
        <Button kind={kind} busy>
          Create key
        </Button>
        <Button kind={kind} disabled>
          Create key
        </Button>
        <ButtonLink kind={kind} href="#button">
          Open the store
        </ButtonLink>
      </p>
    ))}
    <p class="sample-row">
      <IconButton icon={X} name="Close" />
      <IconButton icon={X} name="Close" disabled />
    </p>
  </>
);

const modes = [
  { value: 'live', text: 'Live' },
  { value: 'test', text: 'Test' },
];

export const Fields = () => (
  <form class="sample-grid" action="/ops/design" method="get">
    <TextField label="Name" name="name" help="Shown in the list of keys." />
    <TextField label="Name" name="with-value" value="Production server" />
    <TextField
      label="Endpoint URL"
      name="endpoint"
      value="http://10.0.0.1/track"
      code
      error="This address is private. Enter a public https address."
    />
    <TextField label="Monthly limit" name="limit" type="number" value="200" prefix="€" suffix="per month" />
    <TextField label="Write key" name="write-key" value="wk_1f0c…" code disabled help="Replaced 22 Nov." />
    <TextField label="Search" name="search" placeholder="rnd_… or req_…" code />
    <Select label="Mode" name="mode" value="test" options={modes} help="A test key charges nothing." />
    <Select label="Mode" name="mode-error" options={modes} error="Choose a mode." />
    <TextArea label="Body" name="body" rows={4} defaultValue={'{\n  "products": []\n}'} />
  </form>
);

export const Dialogs = () => (
  <p class="sample-row">
    <Button command="show-modal" commandfor="revoke">
      Revoke key
    </Button>
    <Button command="show-modal" commandfor="details">
      Open a large dialog
    </Button>
    <Dialog
      id="revoke"
      title="Revoke “Production server”?"
      closeName="Close"
      actions={
        <form method="dialog" class="sample-row">
          <Button type="submit" kind="danger">
            Revoke key
          </Button>
          <Button type="submit">Keep key</Button>
        </form>
      }
    >
      <p>Requests with this key fail at once. This cannot be undone.</p>
    </Dialog>
    <Dialog id="details" title="Delivery dlv_7f3a" closeName="Close" size="large">
      <p class="soft">More than fits scrolls within the dialog.</p>
    </Dialog>
  </p>
);

export const Toasts = () => (
  <div class="sample-toasts">
    <ToastList>
      <Toast tone="success">The key was created.</Toast>
      <Toast tone="neutral" action={<Button kind="quiet">Undo</Button>}>
        The flow was deleted.
      </Toast>
      <Toast tone="danger" action={<Button kind="quiet">Try again</Button>}>
        The change was not saved: the connection was lost.
      </Toast>
    </ToastList>
  </div>
);
