import { startTools } from '../tools/tools.ts';
import './ops.css';
import { refreshPage } from './refresh.ts';

startTools(document);
refreshPage(document);
