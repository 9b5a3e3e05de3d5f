import { startTools } from '../tools/tools.ts';
import './reference.css';
import './try/try.css';
import { markSection } from './current-section.ts';
import { keepLanguage } from './language-choice.ts';
import { addSearch } from './search.ts';
import { showForms } from './try/forms.ts';

startTools(document);
keepLanguage(document, sessionStorage);
markSection(document);
addSearch(document);
showForms(document, sessionStorage);
