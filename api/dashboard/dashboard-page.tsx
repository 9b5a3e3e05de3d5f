import type { Role } from '../../shared/identity/roles.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import type { EntryFiles } from '../assets/web-build.ts';
import { type RoomContent, type RoomRefresh, roomPage } from '../html/room-page.tsx';
import type { Person } from '../identity/person.ts';
import { PersonMenu } from '../identity/person-menu.tsx';
import type { NavigationGroup, NavigationLink } from '../web/design/frame/side-list.tsx';
import { DoneBanner } from './done-banner.tsx';

interface DashboardPage extends RoomContent, RoomRefresh {
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
    navigation: toNavigation(store, person.roles),
    menu: <PersonMenu person={person} />,
    done: <DoneBanner done={done} />,
  };
  return roomPage(page, files);
}

/** Returns the address of a page of a store; without one, of its overview. */
export const toStorePath = ({ slug }: Pick<StoreDoc, 'slug'>, page?: string): string =>
  page === undefined ? `/dashboard/${slug}` : `/dashboard/${slug}/${page}`;

function toNavigation(store: StoreDoc | undefined, roles: readonly Role[]): NavigationGroup[] {
  const links = accountLinks.filter(
    ({ roles: allowed }) => !allowed || allowed.some((role) => roles.includes(role)),
  );
  const account = { title: 'Account', links };
  if (!store) return [account];
  const pages = storeLinks.map(({ page, title }) => ({ href: toStorePath(store, page), title }));
  return [{ title: store.name, links: pages }, account];
}

const storeLinks: readonly { page?: string; title: string }[] = [
  { title: 'Overview' },
  { page: 'setup', title: 'Set-up' },
  { page: 'catalog', title: 'Catalog' },
  { page: 'flows', title: 'Flows' },
  { page: 'photos', title: 'Model photos' },
  { page: 'appearance', title: 'Appearance' },
  { page: 'looks', title: 'Looks' },
  { page: 'integrations', title: 'Integrations' },
  { page: 'settings', title: 'Settings' },
];

/** Pages about the account, of which those of /developers have readers of their own. */
const accountLinks: readonly (NavigationLink & { roles?: readonly Role[] })[] = [
  { href: '/dashboard', title: 'Stores' },
  { href: '/developers/team', title: 'Team' },
  { href: '/developers/credits', title: 'Billing', roles: ['owner', 'developer'] },
  { href: '/developers/audit', title: 'Audit log', roles: ['owner'] },
];
