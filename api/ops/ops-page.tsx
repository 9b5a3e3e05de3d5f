import type { ComponentChildren } from 'preact';
import type { EntryFiles } from '../assets/web-build.ts';
import { publicRooms } from '../html/rooms.ts';
import { toolPage } from '../html/tool-page.tsx';
import type { NavigationGroup } from '../web/design/frame/side-list.tsx';

export interface OpsPage {
  path: string;
  title: string;
  /** Reloads the page this often; absent for pages with a form, whose input a reload would delete. */
  refreshSeconds?: number;
  /** Beside the title, e.g. a badge. */
  beside?: ComponentChildren;
  /** Above the title: the way to a page of the third level. */
  above?: ComponentChildren;
  children: ComponentChildren;
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

/** Writes a page for operators. It is complete without JavaScript. */
export function opsPage(page: OpsPage, files: EntryFiles): string {
  const { path, title, refreshSeconds, beside, above, children, footer } = page;
  return toolPage({
    title: `${title} · Operations`,
    head: (
      <>
        <meta name="robots" content="noindex" />
        {refreshSeconds !== undefined && (
          <noscript>
            <meta http-equiv="refresh" content={String(refreshSeconds)} />
          </noscript>
        )}
      </>
    ),
    files,
    path,
    room,
    rooms: [{ href: '/ops', title: 'Operations' }, ...publicRooms],
    current: '/ops',
    search: {
      label: 'Render id or request id',
      placeholder: 'Find a render',
      form: { action: '/ops/renders', name: 'find' },
    },
    side: { label: 'Operations', groups: navigation },
    children: (
      <div class="ops" data-refresh-seconds={refreshSeconds}>
        <header>
          {above}
          <div class="ops-head">
            <h1>{title}</h1>
            {beside}
          </div>
        </header>
        {children}
        {footer && <footer class="ops-foot">{footer}</footer>}
      </div>
    ),
  });
}

interface SectionProps {
  id: string;
  title: ComponentChildren;
  children: ComponentChildren;
}

/** A part of a page with its heading. */
export const Section = ({ id, title, children }: SectionProps) => (
  <section class="ops-section" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);
