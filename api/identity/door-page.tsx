import type { ComponentChildren } from 'preact';
import type { EntryFiles } from '../assets/web-build.ts';
import { publicRooms } from '../html/rooms.ts';
import { toolPage } from '../html/tool-page.tsx';

interface DoorPage {
  path: string;
  title: string;
  lead?: ComponentChildren;
  /** Of the document. */
  head?: ComponentChildren;
  children: ComponentChildren;
}

/** Writes a page with one thing to do, for people who are not signed in. */
export function doorPage({ path, title, lead, head, children }: DoorPage, files: EntryFiles): string {
  return toolPage({
    title: `${title} · Render platform`,
    head: (
      <>
        <meta name="robots" content="noindex" />
        {head}
      </>
    ),
    files,
    path,
    room: { href: '/', title: '' },
    rooms: publicRooms,
    current: '',
    children: (
      <div class="door">
        <header>
          <h1>{title}</h1>
          {lead && <p class="lead">{lead}</p>}
        </header>
        {children}
      </div>
    ),
  });
}
