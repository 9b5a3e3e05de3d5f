import { runProcess } from '../shared/process/run-process.ts';
import { startApi } from './start-api.ts';

await runProcess({ service: 'api', start: startApi });
