import './design.css';
import '../pages/pages.css';
import type { Bootstrap } from '../../../shared/try-on/contract.ts';
import { start } from './app/start.tsx';
import { storeTheme } from './app/store-theme.ts';
import { chooseLanguage } from './texts/language.ts';
import { completeTexts, loadTexts } from './texts/texts.ts';

const bootstrap = JSON.parse(document.getElementById('bootstrap')?.textContent ?? '') as Bootstrap;
const root = document.getElementById('app') as HTMLElement;

for (const [name, value] of Object.entries(storeTheme(bootstrap.store))) {
  document.documentElement.style.setProperty(name, value);
}

// The server has chosen the language of the page: the parameter `lang`, the store's, the browser's.
const language = chooseLanguage([
  document.documentElement.lang,
  bootstrap.store.language,
  ...navigator.languages,
]);
const own = bootstrap.store.texts;
const texts = await loadTexts(language, own);
void start({ bootstrap, language, texts, wholeTexts: completeTexts(texts, language, own), root });

// After the first paint: its fall-back has the same metrics, so that nothing moves.
void import('@fontsource-variable/inter');
