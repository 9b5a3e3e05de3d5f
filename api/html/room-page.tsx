import type { ComponentChildren } from 'preact';
import type { EntryFiles } from '../assets/web-build.ts';
import type { FrameProps } from '../web/design/frame/frame.tsx';
import { publicRooms } from './rooms.ts';
import { toolPage } from './tool-page.tsx';

/** The parts of a page that its room leaves to it. */
export interface RoomContent {
  path: string;
  title: string;
  /** Beside the title, e.g. a badge or a button. */
  beside?: ComponentChildren;
  /** Above the title: the way to a page of the third level. */
  above?: ComponentChildren;
  children: ComponentChildren;
}

export interface RoomRefresh {
  /** The page is loaded again this often, in the browser's script or without it. */
  refreshSeconds?: number | undefined;
  /** Without the script it stays: it has forms, whose fields would be empty again. */
  refreshNeedsScript?: boolean;
}

interface RoomPage extends RoomContent, RoomRefresh, Pick<FrameProps, 'room' | 'menu' | 'search'> {
  /** Those of everyone where absent. */
  rooms?: FrameProps['rooms'];
  /** Of the tab, after the title; the room's where absent. */
  owner?: string;
  navigation: NonNullable<FrameProps['side']>['groups'];
  /** The result of the form before. */
  done?: ComponentChildren;
  /** Address of the stream of the page's next states. */
  updates?: string | undefined;
  footer?: ComponentChildren;
}

/** Writes a page of /developers, /dashboard or /ops. It is complete without JavaScript. */
export function roomPage(page: RoomPage, files: EntryFiles): string {
  const {
    title,
    owner,
    navigation,
    refreshSeconds,
    refreshNeedsScript = false,
    updates,
    beside,
    above,
    done,
    children,
    footer,
    ...frame
  } = page;
  const { room } = frame;
  return toolPage({
    rooms: publicRooms,
    ...frame,
    title: `${title} · ${owner ?? room.title}`,
    head: (
      <>
        <meta name="robots" content="noindex" />
        {refreshSeconds !== undefined && !refreshNeedsScript && (
          <noscript>
            <meta http-equiv="refresh" content={String(refreshSeconds)} />
          </noscript>
        )}
      </>
    ),
    files,
    current: room.href,
    side: { label: room.title, groups: navigation },
    children: (
      <div class="room" data-refresh-seconds={refreshSeconds} data-updates={updates}>
        <header>
          {above}
          <div class="room-head">
            <h1>{title}</h1>
            {beside}
          </div>
        </header>
        {done}
        {children}
        {footer && <footer class="room-foot">{footer}</footer>}
      </div>
    ),
  });
}

interface SectionProps {
  id: string;
  title: ComponentChildren;
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
