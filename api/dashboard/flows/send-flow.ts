import type { FlowDoc } from '../../../shared/flows/flow-model.ts';
import { flowWarnings } from '../../../shared/flows/flow-products.ts';
import { sendPage } from '../../identity/send-page.ts';
import type { DashboardDependencies } from '../dashboard-dependencies.ts';
import type { StoreCall } from '../store-call.ts';
import { toFlowWarning } from './flow-errors.ts';
import { type FlowPage, flowPage } from './flow-page.tsx';
import { readChoices } from './step-choices.ts';

interface Shown extends Pick<FlowPage, 'draft'>, Partial<Pick<FlowPage, 'errors' | 'said' | 'done'>> {
  saved?: FlowDoc | undefined;
  isChanged?: boolean;
  isPreviewed?: boolean;
}

/** Sends the editor of a flow, with the products that its draft names and searches. */
export async function sendFlow(
  { listing, web }: Pick<DashboardDependencies, 'listing' | 'web'>,
  { res, person, store }: StoreCall,
  { saved, isChanged = false, isPreviewed = false, ...shown }: Shown,
): Promise<void> {
  const [choices, warnings] = await Promise.all([
    readChoices(listing, store, shown.draft),
    saved && !isChanged ? flowWarnings(listing, store, saved) : [],
  ]);
  const names = shown.draft.steps.map(({ name }) => name);
  const page = {
    ...{ person, store, saved: saved?.flowId, ...shown, choices, isChanged, isPreviewed },
    warnings: warnings.map((warning) => toFlowWarning(warning, names)),
  };
  sendPage(res, flowPage(page, web().build.rooms), shown.errors ? 422 : 200);
}
