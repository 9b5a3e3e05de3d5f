import type { ComponentChildren } from 'preact';
import { type NavigationGroup, type NavigationLink, SideList } from './side-list.tsx';

/** Finds things of the room: by a form, or in an index (api/web/docs/search.ts). */
export interface FrameSearch {
  label: string;
  placeholder: string;
  /** Target of the form and name of its field; absent: the page's script searches. */
  form?: { action: string; name: string };
}

export interface FrameProps {
  /** Path of the page. */
  path: string;
  /** Beside the name of the product. */
  room: NavigationLink;
  /** The switch between rooms. */
  rooms: readonly NavigationLink[];
  /** `href` of the room or of its part that is shown. */
  current: string;
  search?: FrameSearch;
  /** Who is signed in, at the end of the bar. */
  menu?: ComponentChildren;
  /** The list of the room's pages; absent: the room has one page. */
  side?: { label: string; groups: readonly NavigationGroup[] };
  /** Beside the page where there is room. */
  contents?: ComponentChildren;
  children: ComponentChildren;
}

/** The bar and the list of pages around each page of a tool. It is complete without JavaScript. */
export function Frame({ path, room, rooms, current, search, menu, side, contents, children }: FrameProps) {
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="bar">
        <a class="brand" href={room.href}>
          Render platform <span>{room.title}</span>
        </a>
        <nav class="rooms" aria-label="Sections">
          <RoomLinks rooms={rooms} current={current} />
        </nav>
        {menu && <div class="bar-end">{menu}</div>}
        <button class="button button-secondary menu-button" type="button" popovertarget="menu">
          Menu
        </button>
      </header>
      <div class={side ? 'frame' : 'frame frame-alone'}>
        <div class="side" id="menu" popover="auto">
          <nav class="rooms" aria-label="Sections">
            <RoomLinks rooms={rooms} current={current} />
          </nav>
          {search && <SearchBox {...search} />}
          {side && <SideList label={side.label} groups={side.groups} path={path} />}
        </div>
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        {contents}
      </div>
    </>
  );
}

function RoomLinks({ rooms, current }: Pick<FrameProps, 'rooms' | 'current'>) {
  return (
    <>
      {rooms.map(({ href, title }) => (
        <a key={href} href={href} aria-current={href === current || undefined}>
          {title}
        </a>
      ))}
    </>
  );
}

/** `/` leads to it from anywhere on the page (api/web/tools/search-key.ts). */
function SearchBox({ label, placeholder, form }: FrameSearch) {
  const field = (
    <>
      <label class="unseen" for="jump">
        {label}
      </label>
      <input
        id="jump"
        type="search"
        name={form?.name}
        placeholder={placeholder}
        autocomplete="off"
        spellcheck={false}
        aria-keyshortcuts="/"
        aria-controls={form ? undefined : 'jump-results'}
      />
      <kbd>/</kbd>
    </>
  );
  if (form)
    return (
      <search>
        <form class="jump" action={form.action} method="get">
          {field}
        </form>
      </search>
    );
  return (
    <>
      <search class="jump needs-script">{field}</search>
      <div id="jump-results" role="status" hidden />
    </>
  );
}

/** The way to a page of the third level. */
export function Breadcrumbs({ trail, title }: { trail: readonly NavigationLink[]; title: string }) {
  return (
    <nav class="breadcrumbs" aria-label="Breadcrumbs">
      <ol>
        {trail.map((link) => (
          <li key={link.href}>
            <a href={link.href}>{link.title}</a>
          </li>
        ))}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  );
}
