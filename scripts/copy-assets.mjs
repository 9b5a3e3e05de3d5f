// The second half of `npm run build`: tsc leaves behind what is not TypeScript (model weights, JSON, styles).
import { cp } from 'node:fs/promises';

for (const folder of ['api', 'workers', 'shared']) {
  await cp(folder, `dist/${folder}`, { recursive: true, filter: (path) => !path.endsWith('.ts') });
}
// The documents that the API serves (api/pages/router.ts).
await cp('docs', 'dist/docs', { recursive: true, filter: (path) => path === 'docs' || path.endsWith('.md') });
