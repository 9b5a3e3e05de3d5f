import { startTools } from '../tools/tools.ts';
import { checkFields } from './check-fields.ts';
import './rooms.css';
import { watchRenders } from './watch-renders.ts';

startTools(document);
checkFields(document);
watchRenders(document);
