import type { ComponentChildren } from 'preact';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import type { EntryFiles } from '../assets/web-build.ts';
import { publicRooms } from '../html/rooms.ts';
import { toolPage } from '../html/tool-page.tsx';
import type { Person } from '../identity/person.ts';
import { PersonMenu } from '../identity/person-menu.tsx';
import type { NavigationGroup } from '../web/design/frame/side-list.tsx';
import { DoneBanner } from './done-banner.tsx';

interface DashboardPage {
  path: string;
  title: string;
  person: Person;
  /** Absent: the page is about the account. */
  store?: StoreDoc;
  /** `done` of the address: the result of the form before. */
  done?: string | undefined;
  /** Beside the title. */
  beside?: ComponentChildren;
  children: ComponentChildren;
}

/** Writes a page of /dashboard for a merchant who is signed in. It is complete without JavaScript. */
export function dashboardPage(page: DashboardPage, files: EntryFiles): string {
  const { path, title, person, store, done, beside, children } = page;
  return toolPage({
    title: `${title} · ${store?.name ?? 'Dashboard'}`,
    head: <meta name="robots" content="noindex" />,
    files,
    path,
    room: { href: '/dashboard', title: 'Dashboard' },
    rooms: publicRooms,
    current: '/dashboard',
    side: { label: 'Dashboard', groups: toNavigation(store) },
    menu: <PersonMenu person={person} />,
    children: (
      <div class="room">
        <div class="room-head">
          <h1>{title}</h1>
          {beside}
        </div>
        <DoneBanner done={done} />
        {children}
      </div>
    ),
  });
}

/** Returns the address of a page of a store. */
export const toStorePath = ({ slug }: Pick<StoreDoc, 'slug'>, page: string): string =>
  `/dashboard/${slug}/${page}`;

function toNavigation(store: StoreDoc | undefined): NavigationGroup[] {
  const account = { title: 'Account', links: [{ href: '/dashboard', title: 'Stores' }] };
  if (!store) return [account];
  const links = [{ href: toStorePath(store, 'integrations'), title: 'Integrations' }];
  return [{ title: store.name, links }, account];
}
