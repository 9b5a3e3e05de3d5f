import type { ComponentChildren } from 'preact';
import type { EntryFiles } from '../assets/web-build.ts';
import { type RoomContent, roomPage } from '../html/room-page.tsx';
import { publicRooms } from '../html/rooms.ts';
import type { NavigationGroup } from '../web/design/frame/side-list.tsx';

export interface OpsPage extends RoomContent {
  /** Absent for pages with a form, whose input a reload would delete. */
  refreshSeconds?: number;
  footer?: ComponentChildren;
}

const room = { href: '/ops', title: 'Operations' };

const navigation: readonly NavigationGroup[] = [
  {
    title: 'Operations',
    links: [
      { href: '/ops', title: 'Overview' },
      { href: '/ops/renders', title: 'Find a render' },
      { href: '/ops/queues', title: 'Jobs in Bull Board' },
    ],
  },
  {
    title: 'For machines',
    links: [
      { href: '/metrics', title: 'Metrics' },
      { href: '/readyz', title: 'Readiness' },
    ],
  },
];

/** Writes a page for operators. */
export function opsPage(page: OpsPage, files: EntryFiles): string {
  const search = {
    label: 'Render id or request id',
    placeholder: 'Find a render',
    form: { action: '/ops/renders', name: 'find' },
  };
  return roomPage({ ...page, room, rooms: [room, ...publicRooms], search, navigation }, files);
}
