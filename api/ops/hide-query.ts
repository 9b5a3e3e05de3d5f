/** Returns an address as it is shown: its query, which may contain a secret, is masked. */
export function hideQuery(address: string): string {
  const { origin, pathname, search } = new URL(address);
  return `${origin}${pathname}${search === '' ? '' : '?••••'}`;
}
