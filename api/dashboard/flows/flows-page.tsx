import type { FlowDoc } from '../../../shared/flows/flow-model.ts';
import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { PageForm } from '../../html/page-form.tsx';
import type { Person } from '../../identity/person.ts';
import { Button, ButtonLink } from '../../web/design/components/button.tsx';
import { CellNote, type Column, Table } from '../../web/design/components/table.tsx';
import { Time } from '../../web/design/components/time.tsx';
import { dashboardPage, toStorePath } from '../dashboard-page.tsx';

export interface FlowsPage {
  person: Person;
  store: StoreDoc;
  flows: readonly FlowDoc[];
  done?: string | undefined;
}

/** Returns the address of the editor of a flow; without one, of a new flow. */
export const toFlowPath = (store: StoreDoc, flow?: string): string =>
  `${toStorePath(store, 'flows/edit')}${flow === undefined ? '' : `?${new URLSearchParams({ flow })}`}`;

/** `/dashboard/{store}/flows` */
export function flowsPage({ person, store, flows, done }: FlowsPage, files: EntryFiles): string {
  return dashboardPage(
    {
      path: toStorePath(store, 'flows'),
      title: 'Flows',
      person,
      store,
      done,
      beside: (
        <ButtonLink href={toFlowPath(store)} kind={flows.length === 0 ? 'primary' : 'secondary'}>
          Create flow
        </ButtonLink>
      ),
      children: (
        <>
          <p class="soft">
            A flow leads shoppers step by step to a look: <a href="/docs/flows">guided flows</a>.
          </p>
          <Table
            label="Flows"
            columns={toColumns(store, person.formToken)}
            rows={flows}
            empty="The store has no flow: shoppers choose freely from the whole catalog. Create one for a set, such as an outfit."
          />
        </>
      ),
    },
    files,
  );
}

const toColumns = (store: StoreDoc, token: string): readonly Column<FlowDoc>[] => [
  {
    heading: 'Flow',
    kind: 'long',
    cell: ({ flowId, name }) => (
      <>
        <a href={toFlowPath(store, flowId)}>{name}</a>
        <CellNote>
          <code>{flowId}</code>
        </CellNote>
      </>
    ),
  },
  { heading: 'Steps', kind: 'long', cell: ({ steps }) => steps.map(({ name }) => name).join(' › ') },
  { heading: 'Changed', kind: 'tight', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
  {
    heading: 'Change',
    cell: ({ flowId, name }) => (
      <details class="row-more">
        <summary>Delete</summary>
        <PageForm action={toStorePath(store, 'flows/delete')} token={token} hidden={{ flow: flowId }}>
          <p>Launchers and links that name “{name}” open the free choice of items.</p>
          <Button type="submit" kind="danger">
            Delete flow
          </Button>
        </PageForm>
      </details>
    ),
  },
];
