import { refreshPage } from '../tools/refresh.ts';
import { startTools } from '../tools/tools.ts';
import './ops.css';

startTools(document);
refreshPage(document);
