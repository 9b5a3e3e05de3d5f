import type { NavigationLink } from '../web/design/frame/side-list.tsx';

/** The parts of the service that anyone may see, in the bar of each tool. */
export const publicRooms: readonly NavigationLink[] = [
  { href: '/docs', title: 'Guides' },
  { href: '/docs/reference', title: 'API reference' },
  { href: '/dashboard', title: 'Dashboard' },
  { href: '/developers', title: 'Developers' },
];
