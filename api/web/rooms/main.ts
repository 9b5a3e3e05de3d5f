import { refreshPage } from '../tools/refresh.ts';
import { startTools } from '../tools/tools.ts';
import { checkFields } from './check-fields.ts';
import { startPasskeys } from './passkeys.ts';
import './rooms.css';
import { watchRenders } from './watch-renders.ts';

startTools(document);
checkFields(document);
startPasskeys(document);
refreshPage(document);
watchRenders(document);

const playground = document.getElementById('playground');
if (playground)
  void import('./playground/main.tsx').then(({ startPlayground }) => startPlayground(document, playground));

const liveForm = document.querySelector<HTMLFormElement>('form[data-live-form]');
if (liveForm) void import('./live-form.ts').then(({ startLiveForm }) => startLiveForm(liveForm));
