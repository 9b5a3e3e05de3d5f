import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import { getSettings } from '../../../shared/stores/store-settings.ts';
import type { Language } from '../../../shared/try-on/contract.ts';
import { sendPage } from '../../identity/send-page.ts';
import { toTryOnUrl } from '../../try-on-pages/hosted-host.ts';
import { completeTexts, loadTexts } from '../../web/try-on/texts/texts.ts';
import type { DashboardDependencies } from '../dashboard-dependencies.ts';
import { toStorePath } from '../dashboard-page.tsx';
import type { SentForm } from '../sent-form.ts';
import type { StoreCall } from '../store-call.ts';
import { type AppearanceForm, appearancePage } from './appearance-page.tsx';

export const base = '/dashboard/:slug/appearance';
export const access = 'merchant of the store';

interface Said {
  /** Of the own words that are shown; default: the store's. */
  language?: Language | undefined;
  done?: string | undefined;
  sent?: SentForm<AppearanceForm>;
}

/** Sends the page, with what a form before has led to. */
export async function sendAppearance(
  { service, web }: DashboardDependencies,
  { req, res, person, store }: StoreCall,
  { language = getSettings(store).language ?? 'en', ...said }: Said,
): Promise<void> {
  const words = { language, texts: await loadWords(language), english: await loadWords('en') };
  const tryOnUrl = toTryOnUrl(req, store, service);
  const html = appearancePage({ person, store, words, tryOnUrl, ...said }, web().build.rooms);
  sendPage(res, html, said.sent ? 422 : 200);
}

const loadWords = async (language: Language) => completeTexts(await loadTexts(language), language);

/** Returns the address of the page with the result of a form. */
export function toDone(store: StoreDoc, done: string, of?: Language): string {
  const query = new URLSearchParams({ ...(of && { of }), done });
  return `${toStorePath(store, 'appearance')}?${query}${of ? '#words' : ''}`;
}
