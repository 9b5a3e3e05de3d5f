// The second half of `npm run build`: tsc leaves behind what is not TypeScript (model weights, JSON, styles).
import { cp } from 'node:fs/promises';

// Bundled into web-build/.
const browserCode = 'api/web';
for (const folder of ['api', 'workers', 'shared']) {
  const wanted = (path) => !/\.tsx?$/.test(path) && path !== browserCode;
  await cp(folder, `dist/${folder}`, { recursive: true, filter: wanted });
}
// The documents that the API serves (api/docs/guide-source.ts).
const isDocument = (path) => /^docs(\/guides|\/samples(\/.*)?)?$/.test(path) || path.endsWith('.md');
await cp('docs', 'dist/docs', { recursive: true, filter: isDocument });
// Files that scripts/web.ts built for browsers (api/assets/web-build.ts).
await cp('web-build', 'dist/web-build', { recursive: true });
