import type { ComponentChildren } from 'preact';
import type { EntryFiles } from '../assets/web-build.ts';
import { FormDone } from '../html/page-form.tsx';
import { type RoomContent, roomPage } from '../html/room-page.tsx';
import { publicRooms } from '../html/rooms.ts';
import type { Person } from '../identity/person.ts';
import { PersonMenu } from '../identity/person-menu.tsx';
import type { NavigationGroup } from '../web/design/frame/side-list.tsx';
import { getDoneText } from './operator-done.ts';
import { sharedPasswordUser } from './shared-password.ts';

export interface OpsPage extends RoomContent {
  person: Person;
  /** Address of the stream of the page's next states; absent for pages whose fields an update would empty. */
  updates?: string;
  /** `done` of the address: the result of the form before. */
  done?: string | undefined;
  footer?: ComponentChildren;
}

const room = { href: '/ops', title: 'Operations' };

const navigation: readonly NavigationGroup[] = [
  {
    title: 'Operations',
    links: [
      { href: '/ops', title: 'Overview' },
      { href: '/ops/renders', title: 'Renders' },
      { href: '/ops/accounts', title: 'Accounts' },
      { href: '/ops/stores', title: 'Stores' },
      { href: '/ops/events', title: 'Events' },
      { href: '/ops/webhooks', title: 'Webhooks' },
      { href: '/ops/incidents', title: 'Incidents' },
      { href: '/ops/audit', title: 'Audit log' },
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
export function opsPage({ person, done, ...page }: OpsPage, files: EntryFiles): string {
  const search = {
    label: 'Render id or request id',
    placeholder: 'Find a render',
    form: { action: '/ops/renders', name: 'find' },
  };
  const isSignedIn = person.user.id !== sharedPasswordUser;
  const content = {
    ...page,
    ...{ room, rooms: [room, ...publicRooms], search, navigation },
    ...(isSignedIn && { menu: <PersonMenu person={person} /> }),
    done: <FormDone text={getDoneText(done)} />,
  };
  return roomPage(content, files);
}
