import { refreshPage } from '../tools/refresh.ts';
import { startTools } from '../tools/tools.ts';
import { nameControls } from './name-controls.ts';
import './ops.css';

startTools(document);
refreshPage(document);
nameControls(document);
