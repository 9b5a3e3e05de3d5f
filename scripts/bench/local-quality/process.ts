import { makeRoomForBuffers } from '../../../shared/process/room-for-buffers.ts';
import { measurePairs } from '../local-quality.ts';
import { measureMany } from './many.ts';

// As the workers do.
makeRoomForBuffers();
const [what, extent] = process.argv.slice(2);
const measured = what === 'many' ? await measureMany() : await measurePairs(extent === 'quick');
process.send?.({ type: 'measured', measured }, () => process.disconnect());
