/** The paths to which a page may redirect after signing in. */
const rooms = ['/developers', '/dashboard', '/ops', '/docs'];

/** The path that a link names, when it is one of the service's rooms: never another site. */
export function toLocalPath(given: string | undefined): string | undefined {
  if (given === undefined || !given.startsWith('/') || !URL.canParse(given, 'http://own.invalid'))
    return undefined;
  const { host, pathname, search } = new URL(given, 'http://own.invalid');
  const isRoom = rooms.some((room) => pathname === room || pathname.startsWith(`${room}/`));
  return host === 'own.invalid' && isRoom ? pathname + search : undefined;
}
