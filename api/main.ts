import { startApi } from './start-api.ts';
import { runProcess } from '../shared/process/run-process.ts';

await runProcess({ service: 'api', start: startApi });
