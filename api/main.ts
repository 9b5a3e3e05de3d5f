import { runProcess } from '../shared/process/run-process.ts';
import { startApi } from './start-api.ts';

// Every call that waits at the stop is decided within its wait: none has to be cancelled.
void runProcess({ service: 'api', stopSeconds: ({ WAIT_SECONDS }) => WAIT_SECONDS, start: startApi });
