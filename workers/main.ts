import { runProcess } from '../shared/process/run-process.ts';
import { startFleetMember } from './start-fleet-member.ts';

void runProcess({ service: 'worker', stopSeconds: () => 30, start: startFleetMember });
