import './tools.css';
import { addCopyButtons } from './copy-buttons.ts';
import { openDialogs } from './dialogs.ts';
import { readCharts } from './live-charts.ts';
import { closeMenuOnChoice } from './menu.ts';
import { addSearchKey } from './search-key.ts';

/** Makes the parts of the frame and of the components live that are in every tool. */
export function startTools(root: Document): void {
  addCopyButtons(root);
  addSearchKey(root);
  closeMenuOnChoice(root);
  openDialogs(root);
  readCharts(root);
}
