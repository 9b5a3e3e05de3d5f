/**
 * Returns the script that is running: null in a module, and not what the page's markup names so. A review with
 * `<img name="currentScript">` changes `document.currentScript`, and would name another service.
 */
export const currentScript = (): HTMLScriptElement | null =>
  Reflect.get(Document.prototype, 'currentScript', document) as HTMLScriptElement | null;
