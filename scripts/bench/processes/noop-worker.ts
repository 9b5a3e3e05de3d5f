import sharp from 'sharp';
import { runProcess } from '../../../shared/process/run-process.ts';
import { providerFactories } from '../../../workers/providers/registry.ts';
import { startFleetMember } from '../../../workers/start-fleet-member.ts';
import { installGauges } from './gauges.ts';
import { noopSize } from './noop-render.ts';

/** A worker whose provider has its image ready: what remains is queue, database, checks and settlement. */
const { width, height } = noopSize;
const half = { width: width / 2, height, channels: 3 as const, background: '#c0392b' };
const image = await sharp({ create: { ...noopSize, channels: 3, background: '#ecf0f1' } })
  .composite([{ input: { create: half }, gravity: 'west' }])
  .png()
  .toBuffer();

// Takes the place of one that the configuration knows.
providerFactories.local = () => ({ name: 'local', render: async () => ({ image, report: {} }) });
installGauges();
await runProcess({ service: 'worker', stopSeconds: () => 30, start: startFleetMember });
