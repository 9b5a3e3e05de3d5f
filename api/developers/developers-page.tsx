import type { ComponentChildren } from 'preact';
import type { EntryFiles } from '../assets/web-build.ts';
import { FormDone } from '../html/page-form.tsx';
import { publicRooms } from '../html/rooms.ts';
import { toolPage } from '../html/tool-page.tsx';
import type { Person } from '../identity/person.ts';
import { PersonMenu } from '../identity/person-menu.tsx';
import { toNavigation } from './navigation.ts';

export interface DevelopersPage {
  path: string;
  title: string;
  person: Person;
  /** The result of the form before. */
  done?: string | undefined;
  /** Beside the title, e.g. a button. */
  beside?: ComponentChildren;
  /** Above the title: the way to a page of the third level. */
  above?: ComponentChildren;
  children: ComponentChildren;
}

/** Writes a page of /developers for someone who is signed in. It is complete without JavaScript. */
export function developersPage(page: DevelopersPage, files: EntryFiles): string {
  const { path, title, person, done, beside, above, children } = page;
  return toolPage({
    title: `${title} · Developers`,
    head: <meta name="robots" content="noindex" />,
    files,
    path,
    room: { href: '/developers', title: 'Developers' },
    rooms: publicRooms,
    current: '/developers',
    side: { label: 'Developers', groups: toNavigation(person.roles) },
    menu: <PersonMenu person={person} />,
    children: (
      <div class="room">
        <header>
          {above}
          <div class="room-head">
            <h1>{title}</h1>
            {beside}
          </div>
        </header>
        <FormDone text={done} />
        {children}
      </div>
    ),
  });
}

interface SectionProps {
  id: string;
  title: string;
  /** The purpose of the section. */
  lead?: ComponentChildren;
  children: ComponentChildren;
}

/** A part of a page with its heading. */
export const RoomSection = ({ id, title, lead, children }: SectionProps) => (
  <section class="room-section" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {lead && <p class="soft">{lead}</p>}
    {children}
  </section>
);
