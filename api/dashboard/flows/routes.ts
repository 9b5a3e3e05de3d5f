import Joi from 'joi';
import { ApiError } from '../../../shared/errors.ts';
import { deleteFlow, findFlow, listFlows } from '../../../shared/flows/flows.ts';
import { readForm } from '../../http/form.ts';
import { formFacts, pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { seeOther, sendPage } from '../../identity/send-page.ts';
import { recordChange } from '../../stores/record-change.ts';
import type { DashboardDependencies } from '../dashboard-dependencies.ts';
import { toStorePath } from '../dashboard-page.tsx';
import type { StoreCall } from '../store-call.ts';
import { act } from './flow-actions.ts';
import { fromFlow, newFlow, readDraft } from './flow-draft.ts';
import { flowsPage, toFlowPath } from './flows-page.tsx';
import { saveDraft } from './save-draft.ts';
import { sendFlow } from './send-flow.ts';

const base = '/dashboard/:slug/flows';
const access = 'merchant of the store';

const getFlows = defineRoute({
  ...pageFacts,
  id: 'getFlowsPage',
  path: base,
  access,
  summary: 'The guided flows of a store',
  query: Joi.object<{ done?: string }>({ done: Joi.string() }).unknown(),
  handle: async ({ flows, web }: DashboardDependencies, { res, person, store, query }) => {
    const page = { person, store, flows: await listFlows(flows, store), done: query.done };
    sendPage(res, flowsPage(page, web().build.rooms));
  },
});

interface EditorQuery {
  /** Absent: a new one. */
  flow?: string;
  preview?: string;
  done?: string;
}

const editorQuery = Joi.object<EditorQuery>({
  flow: Joi.string().max(200),
  preview: Joi.string(),
  done: Joi.string(),
}).unknown();

const getFlow = defineRoute({
  ...pageFacts,
  id: 'getFlowPage',
  path: `${base}/edit`,
  access,
  summary: 'The editor of a guided flow',
  query: editorQuery,
  failures: ['NOT_FOUND'],
  handle: async (dependencies: DashboardDependencies, call) => {
    const { flow: id, preview, done } = call.query;
    const saved = await findSaved(dependencies, call, id);
    const draft = saved ? fromFlow(saved) : newFlow();
    await sendFlow(dependencies, call, { draft, saved, done, isPreviewed: preview !== undefined });
  },
});

/** @throws ApiError NOT_FOUND */
async function findSaved({ flows }: DashboardDependencies, { store }: StoreCall, id: string | undefined) {
  if (id === undefined) return undefined;
  const saved = await findFlow(flows, store, id);
  if (saved) return saved;
  throw new ApiError('NOT_FOUND', `The store has no flow ${id}.`);
}

const postFlow = defineRoute({
  ...formFacts,
  id: 'saveFlowByForm',
  path: `${base}/edit`,
  access,
  summary: 'Change a draft of a guided flow, or save it',
  query: editorQuery,
  failures: ['NOT_FOUND'],
  handle: async (dependencies: DashboardDependencies, call) => {
    const values = await readForm(call.req);
    const saved = await findSaved(dependencies, call, call.query.flow);
    const { do: action = '' } = values;
    const sent = readDraft(values);
    if (action !== 'save' && action !== 'preview') {
      const { draft, said } = act(sent, action);
      return sendFlow(dependencies, call, { draft, saved, said, isChanged: true });
    }
    const { flow, errors } = await saveDraft(dependencies, call, sent, saved);
    if (!flow) return sendFlow(dependencies, call, { draft: sent, saved, errors, isChanged: true });
    const preview = action === 'preview' ? '&preview=1#preview' : '';
    seeOther(call.res, `${toFlowPath(call.store, flow.flowId)}&done=flow${preview}`);
  },
});

const postDelete = defineRoute({
  ...formFacts,
  id: 'deleteFlowByForm',
  path: `${base}/delete`,
  access,
  summary: 'Delete a guided flow',
  failures: ['NOT_FOUND'],
  handle: async (dependencies: DashboardDependencies, call) => {
    const { flow = '' } = await readForm(call.req);
    await deleteFlow(dependencies.flows, call.store, flow);
    await recordChange(dependencies, call, { action: 'flow.delete', before: { flow } });
    seeOther(call.res, `${toStorePath(call.store, 'flows')}?done=no-flow`);
  },
});

/** The guided flows of a store. */
export const flowsPages = [getFlows, getFlow, postFlow, postDelete];
