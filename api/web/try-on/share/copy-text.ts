/**
 * Copies a text that is still on its way; call it within the tap: WebKit allows no copy after a request. Returns false if
 * the browser blocks it.
 * @throws when the text fails to arrive
 */
export async function copyPromised(text: Promise<string>): Promise<boolean> {
  try {
    const blob = text.then((arrived) => new Blob([arrived], { type: 'text/plain' }));
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    return copyText(await text);
  }
}

/** Copies text to the clipboard; returns false if the browser blocks it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Missing without https, and refused in frames without `clipboard-write`.
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  const focused = document.activeElement;
  field.value = text;
  field.readOnly = true;
  field.className = 'unseen';
  document.body.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
