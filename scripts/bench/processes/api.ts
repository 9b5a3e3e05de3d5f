import { startApi } from '../../../api/start-api.ts';
import { runProcess } from '../../../shared/process/run-process.ts';
import { installGauges } from './gauges.ts';

installGauges();
await runProcess({ service: 'api', stopSeconds: () => 30, start: startApi });
