import type { StoreDoc } from '../../shared/stores/store-model.ts';
import type { EntryFiles } from '../assets/web-build.ts';
import { type RoomContent, roomPage } from '../html/room-page.tsx';
import type { Person } from '../identity/person.ts';
import { PersonMenu } from '../identity/person-menu.tsx';
import type { NavigationGroup } from '../web/design/frame/side-list.tsx';
import { DoneBanner } from './done-banner.tsx';

interface DashboardPage extends RoomContent {
  person: Person;
  /** Absent: the page is about the account. */
  store?: StoreDoc;
  /** `done` of the address: the result of the form before. */
  done?: string | undefined;
}

/** Writes a page of /dashboard for a merchant who is signed in. */
export function dashboardPage({ person, store, done, ...content }: DashboardPage, files: EntryFiles): string {
  const page = {
    ...content,
    room: { href: '/dashboard', title: 'Dashboard' },
    ...(store ? { owner: store.name } : {}),
    navigation: toNavigation(store),
    menu: <PersonMenu person={person} />,
    done: <DoneBanner done={done} />,
  };
  return roomPage(page, files);
}

/** Returns the address of a page of a store; without one, of its overview. */
export const toStorePath = ({ slug }: Pick<StoreDoc, 'slug'>, page?: string): string =>
  page === undefined ? `/dashboard/${slug}` : `/dashboard/${slug}/${page}`;

function toNavigation(store: StoreDoc | undefined): NavigationGroup[] {
  const account = { title: 'Account', links: [{ href: '/dashboard', title: 'Stores' }] };
  if (!store) return [account];
  const links = [
    { href: toStorePath(store), title: 'Overview' },
    { href: toStorePath(store, 'setup'), title: 'Set-up' },
    { href: toStorePath(store, 'integrations'), title: 'Integrations' },
  ];
  return [{ title: store.name, links }, account];
}
