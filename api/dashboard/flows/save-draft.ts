import { ApiError } from '../../../shared/errors.ts';
import type { FlowDoc } from '../../../shared/flows/flow-model.ts';
import { flowRules } from '../../../shared/flows/flow-rules.ts';
import { createFlow, saveFlow } from '../../../shared/flows/flows.ts';
import { listMistakes } from '../../../shared/validation/validate.ts';
import type { FormErrors } from '../../http/form.ts';
import { recordChange } from '../../stores/record-change.ts';
import type { DashboardDependencies } from '../dashboard-dependencies.ts';
import type { StoreCall } from '../store-call.ts';
import { type FlowDraft, toInput } from './flow-draft.ts';
import { toFlowErrors } from './flow-errors.ts';

type Saved = { flow: FlowDoc; errors?: undefined } | { flow?: undefined; errors: FormErrors };

/** Saves a draft as the flow that it was made of, or as a new one; or returns its mistakes. */
export async function saveDraft(
  dependencies: Pick<DashboardDependencies, 'flows' | 'audit'>,
  call: StoreCall,
  draft: FlowDraft,
  saved: FlowDoc | undefined,
): Promise<Saved> {
  const { flows } = dependencies;
  const input = toInput(saved ? { ...draft, id: saved.flowId } : draft);
  const mistakes = listMistakes(flowRules, input);
  if (Object.keys(mistakes).length > 0) return { errors: toFlowErrors(mistakes) };
  const saving = saved
    ? saveFlow(flows, call.store, input).then(({ flow }) => flow)
    : createFlow(flows, call.store, input);
  const flow = await saving.catch(toIdError);
  if (!('flowId' in flow)) return { errors: flow };
  const toRecorded = ({ flowId, name, steps }: FlowDoc) => ({ flow: flowId, name, steps });
  await recordChange(dependencies, call, {
    action: saved ? 'flow.save' : 'flow.create',
    ...(saved && { before: toRecorded(saved) }),
    after: toRecorded(flow),
  });
  return { flow };
}

/** The id is taken, or names one flow too many. */
function toIdError(error: unknown): { id: string } {
  if (!(error instanceof ApiError) || !['CONFLICT', 'INVALID_INPUT'].includes(error.code)) throw error;
  return { id: error.message.replace(/^id /, 'Id ') };
}
