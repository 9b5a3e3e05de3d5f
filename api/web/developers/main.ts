import { startTools } from '../tools/tools.ts';
import './developers.css';
import './dashboard.css';
import { watchRenders } from './watch-renders.ts';

startTools(document);
watchRenders(document);
