import { runProcess } from '../shared/process/run-process.ts';
import { startFleetMember } from './start-fleet-member.ts';

await runProcess({ service: 'worker', stopSeconds: () => 30, start: startFleetMember });
