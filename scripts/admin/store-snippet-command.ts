import type { Command } from 'commander';
import { readWebBuild } from '../../api/assets/web-build.ts';
import { buildScriptTag, getEmbedOrigin, subdomainAttribute } from '../../shared/stores/script-tag.ts';
import { withDatabase } from './backends.ts';
import { findStore } from './find-store.ts';
import { print, withJson } from './output.ts';

/** `store snippet` */
export function snippetCommand(store: Command): void {
  withJson(store.command('snippet').description('print the script tag for the store’s pages'))
    .requiredOption('--store <slug>', 'the store')
    .action(snippet);
}

async function snippet(options: { store: string; json?: boolean }): Promise<void> {
  const origin = await withDatabase(async (database, config) => {
    await findStore(database, options.store);
    return getEmbedOrigin(config);
  });
  const { version, integrity } = readWebBuild().loader;
  const subdomain = `${subdomainAttribute}="${options.store}"`;
  const result = {
    html: buildScriptTag(origin, options.store),
    pinnedHtml: `<script async src="${origin}/service-embed@${version}.js" integrity="${integrity}" crossorigin="anonymous" ${subdomain}></script>`,
    contentSecurityPolicy: `script-src ${origin}; frame-src ${origin}`,
  };
  print(options, result, () => {
    return `${result.html}

One version that never changes, with its integrity hash:

${result.pinnedHtml}

A shop with a Content-Security-Policy of its own adds these sources:

${result.contentSecurityPolicy}`;
  });
}
