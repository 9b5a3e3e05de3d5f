/** Adds the response of a device to the forms that need a passkey, which are shown where there can be one. */
export function startPasskeys(root: Document): void {
  if (!('PublicKeyCredential' in window)) return;
  for (const part of root.querySelectorAll<HTMLElement>('[data-passkey]')) {
    const form = part.querySelector('form');
    if (form) startForm(part, form);
  }
}

function startForm(part: HTMLElement, form: HTMLFormElement): void {
  part.hidden = false;
  const said = part.ownerDocument.createElement('p');
  said.className = 'field-error';
  said.setAttribute('role', 'alert');
  const field = form.elements.namedItem('response') as HTMLInputElement;
  form.addEventListener('submit', (event) => {
    if (field.value !== '') return;
    event.preventDefault();
    said.remove();
    ask(part).then(
      (response) => {
        field.value = JSON.stringify(response);
        form.submit();
      },
      (error: unknown) => {
        said.textContent = toText(error);
        form.append(said);
      },
    );
  });
}

async function ask(part: HTMLElement): Promise<unknown> {
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = JSON.parse(`${part.dataset.options}`);
  return part.dataset.passkey === 'create'
    ? startRegistration({ optionsJSON })
    : startAuthentication({ optionsJSON });
}

function toText(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'This device has a passkey of yours already.';
  if (name === 'NotAllowedError') return 'The device was not unlocked in time, or has no passkey; try again.';
  return 'This browser cannot use a passkey here; sign in with your password.';
}
