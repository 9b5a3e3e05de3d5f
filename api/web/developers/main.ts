import { startTools } from '../tools/tools.ts';
import './developers.css';
import { watchRenders } from './watch-renders.ts';

startTools(document);
watchRenders(document);
