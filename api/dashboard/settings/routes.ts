import Joi from 'joi';
import { eraseEverything } from '../../../shared/try-on/erase-everything.ts';
import { readForm } from '../../http/form.ts';
import { formFacts, pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { seeOther, sendPage } from '../../identity/send-page.ts';
import { recordChange } from '../../stores/record-change.ts';
import type { DashboardDependencies } from '../dashboard-dependencies.ts';
import { toStorePath } from '../dashboard-page.tsx';
import { saveStore } from '../save-store.ts';
import type { StoreCall } from '../store-call.ts';
import { type SettingsForm, type SettingsFormName, settingsForms } from './settings-forms.ts';
import { type SettingsPage, settingsPage } from './settings-page.tsx';

const base = '/dashboard/:slug/settings';
const access = 'merchant of the store';

function sendSettings(
  { web }: DashboardDependencies,
  { res, person, store }: StoreCall,
  said: Pick<SettingsPage, 'done' | 'sent' | 'erased'>,
): void {
  sendPage(res, settingsPage({ person, store, ...said }, web().build.rooms), said.sent ? 422 : 200);
}

const getSettingsPage = defineRoute({
  ...pageFacts,
  id: 'getSettingsPage',
  path: base,
  access,
  summary: 'Limits, privacy and checkout of a store',
  query: Joi.object<{ done?: string }>({ done: Joi.string() }).unknown(),
  handle: (dependencies: DashboardDependencies, call) =>
    sendSettings(dependencies, call, { done: call.query.done }),
});

const forms = [
  { name: 'limits', id: 'saveLimitsByForm', summary: 'Save how many try-ons may be started' },
  { name: 'privacy', id: 'savePrivacyByForm', summary: 'Save the rights of shoppers' },
  { name: 'checkout', id: 'saveCheckoutByForm', summary: 'Save where looks are bought' },
] as const;

const saveRoutes = forms.map(({ name, id, summary }) =>
  defineRoute({
    ...formFacts,
    id,
    path: `${base}/${name}`,
    access,
    summary,
    handle: (dependencies: DashboardDependencies, call) => save(dependencies, call, name),
  }),
);

async function save(
  dependencies: DashboardDependencies,
  call: StoreCall,
  form: SettingsFormName,
): Promise<void> {
  const values = await readForm(call.req);
  const { labels, toChange }: SettingsForm = settingsForms[form];
  const change = { action: `store.${form}`, change: toChange(values), labels };
  const errors = await saveStore(dependencies, call, change);
  if (errors) return sendSettings(dependencies, call, { sent: { form, values, errors } });
  seeOther(call.res, `${toStorePath(call.store, 'settings')}?done=settings`);
}

const postErase = defineRoute({
  ...formFacts,
  id: 'eraseVisitorByForm',
  path: `${base}/erase`,
  access,
  summary: 'Delete everything that is kept of one visitor',
  handle: async (dependencies: DashboardDependencies, call) => {
    const values = await readForm(call.req);
    const visitor = values.visitor?.trim() ?? '';
    if (visitor === '') {
      const errors = { visitor: 'Enter the id of the visitor.' };
      return sendSettings(dependencies, call, { sent: { form: 'erasure', values, errors } });
    }
    const erased = await eraseEverything(dependencies.erasing, call.store._id, visitor);
    const { otherIds: _, ...counts } = erased;
    // Not the id: nothing of the visitor stays.
    await recordChange(dependencies, call, { action: 'visitor.erase', after: counts });
    sendSettings(dependencies, call, { erased });
  },
});

/** The settings of a store. */
export const settingsPages = [getSettingsPage, ...saveRoutes, postErase];
