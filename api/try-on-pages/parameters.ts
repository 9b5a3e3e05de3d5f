/** Parameters of both pages that the application reads; the server passes them on as they are. */
const passedOn = [
  'anonymous_id',
  'flow',
  'closet',
  'share',
  'product_id',
  'variant_id',
  'lang',
  'consent',
] as const;

type Query = Record<string, unknown>;

/** Returns the first value of a parameter; undefined when it is missing, empty or not a text. */
export function parameter(query: Query, name: string): string | undefined {
  const value = query[name];
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== '' ? first : undefined;
}

/** Returns the query string of the hosted page for a call of the embedded one, `?` included where there is any. */
export function passedOnQuery(query: Query): string {
  const kept = new URLSearchParams();
  for (const name of passedOn) {
    const value = parameter(query, name);
    if (value !== undefined) kept.set(name, value);
  }
  return kept.size === 0 ? '' : `?${kept}`;
}
