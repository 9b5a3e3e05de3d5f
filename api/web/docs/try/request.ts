interface Field {
  name: string;
  /** Of the request: `path`, `query` or `header`. */
  place: string;
  value: string;
}

/** Reads the request that the form describes; empty optional fields are left out. */
export function readRequest(form: HTMLFormElement): { url: string; options: RequestInit } {
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-in]')]
    .map(({ name, value, dataset }): Field => ({ name, place: dataset.in ?? '', value: value.trim() }))
    .filter(({ value }) => value !== '');
  const of = (place: string) => fields.filter((field) => field.place === place);
  const path = of('path').reduce(
    (text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value)),
    form.dataset.path ?? '',
  );
  const query = new URLSearchParams(of('query').map(({ name, value }) => [name, value])).toString();
  const headers = new Headers(of('header').map(({ name, value }) => [name, value]));
  const credential = form.querySelector<HTMLInputElement>('[name="credential"]');
  const { header, prefix } = credential?.dataset ?? {};
  if (credential?.value.trim() && header) headers.set(header, `${prefix}${credential.value.trim()}`);
  const body = readBody(form);
  const type = body instanceof Blob ? body.type : form.dataset.type;
  if (type) headers.set('Content-Type', type);
  return {
    url: `${path}${query && `?${query}`}`,
    options: { method: form.dataset.method ?? 'GET', headers, ...(body === undefined ? {} : { body }) },
  };
}

function readBody(form: HTMLFormElement): string | Blob | undefined {
  const field = form.querySelector<HTMLTextAreaElement | HTMLInputElement>('[name="body"]');
  if (!field) return undefined;
  return field instanceof HTMLInputElement ? field.files?.[0] : field.value;
}
