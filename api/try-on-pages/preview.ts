import type { Request, Response } from 'express';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { getSettings } from '../../shared/stores/store-settings.ts';
import type { EntryFiles } from '../assets/web-build.ts';
import { sendPage } from '../identity/send-page.ts';
import { buildBootstrap } from './bootstrap.ts';
import { pageLanguage } from './language.ts';
import { createNonce, setHeaders, storePageHeaders } from './page-headers.ts';
import { storePage } from './store-page.tsx';

interface Preview {
  /** As it would be: nothing of it has to be saved. */
  store: StoreDoc;
  /** Default: the store's, else the browser's. */
  language: string | undefined;
  /** Of the application. */
  files: EntryFiles;
}

/** Sends the try-on for a frame on a page of the service. It works, and reports nothing: no page there gives consent. */
export function sendPreview(req: Request, res: Response, { store, language: asked, files }: Preview): void {
  const language = pageLanguage(req, asked, getSettings(store).language);
  const nonce = createNonce();
  const bootstrap = buildBootstrap(store, language, { parentOrigins: [] }, { consentRequired: true });
  setHeaders(storePageHeaders(nonce, ["'self'"]), req, res);
  sendPage(res, storePage({ bootstrap, language, files, nonce, hasItems: false }));
}
