import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { createBlobStorage } from '../../shared/blobs/create-blob-storage.ts';
import { removeLogo, saveLogo } from '../../shared/stores/store-logo.ts';
import { getSettings, type SettingsChange } from '../../shared/stores/store-settings.ts';
import { updateStore } from '../../shared/stores/stores.ts';
import { type Language, languages } from '../../shared/try-on/contract.ts';
import { withDatabase } from './backends.ts';
import { findStore } from './find-store.ts';
import { AdminError, print, withJson } from './output.ts';
import { readImageFile } from './read-image-file.ts';
import { type CheckoutOptions, checkoutChange, checkoutOptions } from './store-checkout-options.ts';

export const hostOption = (value: string, before: string[]): string[] => [...before, value];

/** Converts the text of an option to the setting that it changes. */
type Reading = (option: string, text: string) => SettingsChange;

/** Options of `store update`, by their name in Commander's object. The values are checked by `updateStore`. */
const settingOptions: Record<string, { flag: string; description: string; read: Reading }> = {
  sharing: {
    flag: '--sharing <on|off>',
    description: 'share links; without them only images are shared',
    read: (option, text) => ({ sharingEnabled: parseSwitch(option, text) }),
  },
  sharePage: {
    flag: '--share-page <url>',
    description:
      'page of the storefront, with the script tag, that shared looks open on; or none: the hosted page',
    read: (_, text) => ({ sharePage: orNone(text) }),
  },
  accent: {
    flag: '--accent <color>',
    description: 'accent color such as #1a73e8, or none',
    read: (_, text) => ({ accent: orNone(text) }),
  },
  radius: {
    flag: '--radius <n>',
    description: 'corner radius of controls in pixels, 0 to 24',
    read: (_, text) => ({ radius: Number(text) }),
  },
  language: {
    flag: '--language <code>',
    description: `${languages.join(', ')}; or none: the language of the browser`,
    read: (_, text) => ({ language: orNone(text) as Language | null }),
  },
  texts: {
    flag: '--texts <file>',
    description: 'the shop’s own words, a JSON file by language, group and name; or none',
    read: (_, text) => ({ texts: text === 'none' ? null : readTexts(text) }),
  },
  storefrontUrl: {
    flag: '--storefront-url <url>',
    description: 'where "Back to the shop" leads; or none',
    read: (_, text) => ({ storefrontUrl: orNone(text) }),
  },
  photoHours: {
    flag: '--photo-hours <n>',
    description: 'hours until uploaded photos are deleted, 1 to 168',
    read: (_, text) => ({ photoHours: Number(text) }),
  },
  embedAnywhere: {
    flag: '--embed-anywhere <on|off>',
    description: 'let any page or app frame the try-on (WebViews)',
    read: (option, text) => ({ embedAnywhere: parseSwitch(option, text) }),
  },
  consent: {
    flag: '--consent <choice>',
    description: 'required: the try-on reports nothing before the visitor has agreed; or not-required',
    read: (_, text) => ({ consent: text as NonNullable<SettingsChange['consent']> }),
  },
  respectGpc: {
    flag: '--respect-gpc <on|off>',
    description: 'do not forward events of browsers that send Global Privacy Control',
    read: (option, text) => ({ respectGpc: parseSwitch(option, text) }),
  },
  capVisitor: {
    flag: '--cap-visitor <n>',
    description: 'try-ons of one visitor a day',
    read: (_, text) => ({ caps: { perVisitor: Number(text) } }),
  },
  capAddress: {
    flag: '--cap-address <n>',
    description: 'try-ons of one network address a day',
    read: (_, text) => ({ caps: { perAddress: Number(text) } }),
  },
  capStore: {
    flag: '--cap-store <n>',
    description: 'try-ons of all shoppers of the store a day',
    read: (_, text) => ({ caps: { perStore: Number(text) } }),
  },
  freeSecondAttempt: {
    flag: '--free-second-attempt <on|off>',
    description: 'a second attempt at an image that a shopper calls not right does not count for the visitor',
    read: (option, text) => ({ freeSecondAttempt: parseSwitch(option, text) }),
  },
};

/** `store update`, `store logo` */
export function settingsCommands(store: Command): void {
  const command = withJson(store.command('update').description('change hosts, name or settings'))
    .requiredOption('--store <slug>', 'the store')
    .option(
      '--host <host>',
      'a host of its storefront; can be given several times; replaces all',
      hostOption,
      [],
    )
    .option('--name <name>', 'what it is called');
  for (const { flag, description } of Object.values(settingOptions)) command.option(flag, description);
  checkoutOptions(command);
  command.action(update);
  withJson(store.command('logo').description('save or remove the logo that the try-on shows'))
    .requiredOption('--store <slug>', 'the store')
    .option('--file <path>', 'a PNG, JPEG, WebP or AVIF image')
    .option('--remove', 'show the name instead')
    .action(logo);
}

type UpdateOptions = Record<string, string | undefined> & { store: string };

async function update(
  options: UpdateOptions & CheckoutOptions & { host: string[]; json?: boolean },
): Promise<void> {
  const { store: slug, host, name } = options;
  const change = {
    ...(host.length > 0 ? { hosts: host } : {}),
    ...(name === undefined ? {} : { name }),
    ...settingsFrom(options),
    ...checkoutChange(options),
  };
  if (Object.keys(change).length === 0) {
    throw new AdminError('Nothing to change: give --host, --name or a setting; see store update --help.');
  }
  const store = await withDatabase((database) => updateStore(database.stores, slug, change));
  const { hosts } = store;
  const settings = getSettings(store);
  print(options, { storeId: store._id, slug, name: store.name, hosts, settings }, () => {
    return `Store ${slug} (${store.name}) with ${hosts.join(', ')}.\n${JSON.stringify(settings, undefined, 2)}`;
  });
}

function settingsFrom(options: UpdateOptions): SettingsChange {
  const change: SettingsChange = {};
  for (const [name, { flag, read }] of Object.entries(settingOptions)) {
    const text = options[name];
    if (text === undefined) continue;
    const { caps, ...others } = read(flag.split(' ')[0]!, text);
    Object.assign(change, others, caps ? { caps: { ...change.caps, ...caps } } : {});
  }
  return change;
}

function parseSwitch(option: string, text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new AdminError(`${option} must be on or off.`);
}

/** @throws AdminError when it is no JSON file; what it may say is checked by `updateStore` */
function readTexts(path: string): NonNullable<SettingsChange['texts']> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new AdminError(`${path} cannot be read as JSON: ${(error as Error).message}`);
  }
}

const orNone = (text: string) => (text === 'none' ? null : text);

interface LogoOptions {
  store: string;
  file?: string;
  remove?: boolean;
  json?: boolean;
}

async function logo(options: LogoOptions): Promise<void> {
  if ((options.file === undefined) === (options.remove === undefined)) {
    throw new AdminError('Say what to do: --file PATH, or --remove.');
  }
  const bytes = options.file === undefined ? undefined : await readImageFile(options.file);
  const saved = await withDatabase(async (database, config) => {
    const store = await findStore(database, options.store);
    const blobs = createBlobStorage(config);
    try {
      const places = { stores: database.stores, blobs };
      return bytes ? await saveLogo(places, store, { source: bytes }) : await removeLogo(places, store);
    } finally {
      await blobs.close();
    }
  });
  print(options, { store: options.store, logo: saved ?? null }, () =>
    saved ? `The logo has ${saved.width} × ${saved.height} pixels.` : 'The logo was removed.',
  );
}
