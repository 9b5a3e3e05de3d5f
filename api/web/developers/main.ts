import { startTools } from '../tools/tools.ts';
import './developers.css';

startTools(document);
