import type { EntryFiles } from '../assets/web-build.ts';
import { FormDone } from '../html/page-form.tsx';
import { type RoomContent, roomPage } from '../html/room-page.tsx';
import type { Person } from '../identity/person.ts';
import { PersonMenu } from '../identity/person-menu.tsx';
import { toNavigation } from './navigation.ts';

export interface DevelopersPage extends RoomContent {
  person: Person;
  /** The result of the form before. */
  done?: string | undefined;
}

/** Writes a page of /developers for someone who is signed in. */
export function developersPage({ person, done, ...content }: DevelopersPage, files: EntryFiles): string {
  const page = {
    ...content,
    room: { href: '/developers', title: 'Developers' },
    navigation: toNavigation(person.roles),
    menu: <PersonMenu person={person} />,
    done: <FormDone text={done} />,
  };
  return roomPage(page, files);
}
