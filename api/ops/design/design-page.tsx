import type { ComponentChildren } from 'preact';
import type { EntryFiles } from '../../assets/web-build.ts';
import { RoomSection } from '../../html/room-page.tsx';
import type { Person } from '../../identity/person.ts';
import { Breadcrumbs } from '../../web/design/frame/frame.tsx';
import { opsPage } from '../ops-page.tsx';
import { Buttons, Dialogs, Fields, Toasts } from './control-samples.tsx';
import {
  BarCharts,
  CodeBlocks,
  LineCharts,
  Notices,
  Stats,
  Statuses,
  TabLists,
  Tables,
} from './data-samples.tsx';

/** Every component by the heading of its section. */
const samples: Record<string, () => ComponentChildren> = {
  Button: Buttons,
  'Field and Select': Fields,
  Table: Tables,
  'Stat and Facts': Stats,
  'Status, Badge, Banner': Statuses,
  'Dialog and Sheet': Dialogs,
  Tabs: TabLists,
  Toast: Toasts,
  'Code block': CodeBlocks,
  'Bar chart': BarCharts,
  'Line chart': LineCharts,
  'Notice and Skeleton': Notices,
};

const toId = (title: string) => title.toLowerCase().replace(/[^a-z]+/g, '-');

/** `/ops/design` in development: every component in every state, to look at before it is used. */
export function designPage(person: Person, files: EntryFiles): string {
  return opsPage(
    {
      path: '/ops/design',
      person,
      title: 'Components',
      above: <Breadcrumbs trail={[{ href: '/ops', title: 'Operations' }]} title="Components" />,
      children: Object.entries(samples).map(([title, Sample]) => (
        <RoomSection key={title} id={toId(title)} title={title}>
          <div class="samples-of">
            <Sample />
          </div>
        </RoomSection>
      )),
    },
    files,
  );
}
