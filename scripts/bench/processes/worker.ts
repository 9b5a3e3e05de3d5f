import { runProcess } from '../../../shared/process/run-process.ts';
import { startFleetMember } from '../../../workers/start-fleet-member.ts';
import { installGauges } from './gauges.ts';

installGauges();
await runProcess({ service: 'worker', stopSeconds: () => 30, start: startFleetMember });
