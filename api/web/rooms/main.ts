import { startTools } from '../tools/tools.ts';
import './rooms.css';
import { watchRenders } from './watch-renders.ts';

startTools(document);
watchRenders(document);
