import Joi from 'joi';
import { updateStore } from '../../../shared/stores/stores.ts';
import { eraseEverything } from '../../../shared/try-on/erase-everything.ts';
import { readForm } from '../../http/form.ts';
import { formFacts, pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { seeOther, sendPage } from '../../identity/send-page.ts';
import { recordChange, toRecorded } from '../../stores/record-change.ts';
import { hostedOrigin, readOwnAddress, toOrigin } from '../../try-on-pages/hosted-host.ts';
import type { DashboardDependencies } from '../dashboard-dependencies.ts';
import { toStorePath } from '../dashboard-page.tsx';
import { toFormErrors } from '../form-errors.ts';
import type { StoreCall } from '../store-call.ts';
import { type SettingsForm, type SettingsFormName, settingsForms } from './settings-forms.ts';
import { type SettingsPage, settingsPage } from './settings-page.tsx';

const base = '/dashboard/:slug/settings';
const access = 'merchant of the store';

function sendSettings(
  { service, web }: DashboardDependencies,
  { req, res, person, store }: StoreCall,
  said: Pick<SettingsPage, 'done' | 'sent' | 'erased'>,
): void {
  const own = readOwnAddress(req, service);
  const tryOnUrl = hostedOrigin(store.slug, own, service) ?? `${toOrigin(own)}/embed/${store.slug}`;
  sendPage(res, settingsPage({ person, store, tryOnUrl, ...said }, web().build.rooms), said.sent ? 422 : 200);
}

const getSettingsPage = defineRoute({
  ...pageFacts,
  id: 'getSettingsPage',
  path: base,
  access,
  summary: 'Appearance, limits and privacy of a store',
  query: Joi.object<{ done?: string }>({ done: Joi.string() }).unknown(),
  handle: (dependencies: DashboardDependencies, call) =>
    sendSettings(dependencies, call, { done: call.query.done }),
});

const forms = [
  { name: 'appearance', id: 'saveAppearanceByForm', summary: 'Save the appearance of the try-on' },
  { name: 'limits', id: 'saveLimitsByForm', summary: 'Save how many try-ons may be started' },
  { name: 'privacy', id: 'savePrivacyByForm', summary: 'Save the rights of shoppers' },
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
  const { stores } = dependencies;
  const saving = updateStore(stores, call.store.slug, toChange(values));
  const { saved, errors } = await saving.then(
    (store) => ({ saved: store, errors: undefined }),
    (error: unknown) => ({ saved: undefined, errors: toFormErrors(error, labels) }),
  );
  if (!saved) return sendSettings(dependencies, call, { sent: { form, values, errors } });
  const change = { before: toRecorded(call.store), after: toRecorded(saved) };
  await recordChange(dependencies, call, { action: `store.${form}`, ...change });
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
