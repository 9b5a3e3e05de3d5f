import { render } from 'preact';
import type { Bootstrap } from '../../../shared/try-on/contract.ts';
import './main.css';

const bootstrap = JSON.parse(document.getElementById('bootstrap')?.textContent ?? '') as Bootstrap;

render(<h1>{bootstrap.store.name}</h1>, document.getElementById('app') as HTMLElement);
