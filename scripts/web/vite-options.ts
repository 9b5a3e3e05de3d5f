import type { InlineConfig, Rolldown } from 'vite';

/** Returns the options of every build: nothing is written, the caller does that. */
function options(root: string): InlineConfig & { build: NonNullable<InlineConfig['build']> } {
  return {
    root,
    base: '/',
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      write: false,
      // A font or image as data in a style sheet delays the first paint of every page.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  };
}

/**
 * Returns the options of our own pages: modules with content hashes in their names, for browsers of the last years. The
 * oldest Firefox is the first with `:has()`, by which choices are seen.
 */
function pageOptions(
  root: string,
  input: Record<string, string>,
  output: Rolldown.OutputOptions = {},
): InlineConfig {
  const common = options(root);
  return {
    ...common,
    build: {
      ...common.build,
      target: 'es2022',
      cssTarget: ['chrome111', 'safari16.4', 'firefox121'],
      rolldownOptions: {
        input,
        output: {
          // Upper case is not distinguished by every file system, nor allowed in keys of the blob storage.
          hashCharacters: 'hex',
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
          ...output,
        },
      },
    },
  };
}

/**
 * Returns the options of the try-on: one file for the first paint, instead of one for each set of screens that share a
 * module, and one for the styles of all later screens, which is a third smaller than theirs one by one.
 */
export function tryOnOptions(root: string): InlineConfig {
  const groups = [
    { name: 'first', tags: ['$initial' as const], priority: 1 },
    { name: 'later', test: /\/api\/web\/.*\.css$/ },
  ];
  const output = { codeSplitting: { groups } };
  return pageOptions(root, { main: 'api/web/try-on/main.tsx' }, output);
}

/**
 * Returns the options of the tools: shared code is in files of its own, so that a browser keeps it from room to room.
 */
export function toolsOptions(root: string): InlineConfig {
  return pageOptions(root, {
    docs: 'api/web/docs/main.ts',
    home: 'api/web/home/main.ts',
    ops: 'api/web/ops/main.ts',
    rooms: 'api/web/rooms/main.ts',
  });
}

/** Returns the options of a classic script for merchants' pages and whatever browsers visit them, as `fileName`. */
function pageScriptOptions(root: string, input: string, fileName: string): InlineConfig {
  const common = options(root);
  return {
    ...common,
    build: {
      ...common.build,
      target: 'es2018',
      rolldownOptions: {
        input,
        output: { format: 'iife', entryFileNames: fileName, codeSplitting: false },
      },
    },
  };
}

/** Returns the options of the script that the loader fetches for the shop's cart. */
export function cartOptions(root: string): InlineConfig {
  return pageScriptOptions(root, 'api/web/loader/cart.ts', 'service-embed-cart.js');
}

/** Returns the options of the script that it fetches for the status of a render. */
export function statusOptions(root: string): InlineConfig {
  return pageScriptOptions(root, 'api/web/loader/render-status.ts', 'service-embed-status.js');
}

/** Returns the options of the loader, which knows the SHA-256 of the scripts that it fetches, in base64. */
export function loaderOptions(root: string, hashes: Record<'cart' | 'status', string>): InlineConfig {
  const { define, ...others } = pageScriptOptions(root, 'api/web/loader/loader.ts', 'service-embed.js');
  return { ...others, define: { ...define, SCRIPT_HASHES: JSON.stringify(hashes) } };
}
