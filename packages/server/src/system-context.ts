// The context of the service itself, of its commands, and of the processes that it starts.

import type { Config } from './config/config.ts';
import { system } from './context/access.ts';
import { type Context, createContext } from './context/context.ts';
import type { Database } from './database/database.ts';
import { createPublicFetch } from './lib/public-fetch.ts';
import type { Sealer } from './lib/sealed-box.ts';
import { systemClock } from './lib/system-clock.ts';
import { createVies } from './lib/vies.ts';
import { createMailer } from './mail/smtp.ts';
import { createProcessor } from './payments/processor/stripe.ts';
import { react } from './reactions.ts';
import { createClamd } from './storage/clamd.ts';
import { dataPath } from './storage/data-folder.ts';
import { localStorage } from './storage/local-storage.ts';
import { openStorage } from './storage/open-storage.ts';
import { createPictureSizes } from './storage/picture-sizes.ts';
import { createPictures } from './storage/pictures.ts';
import type { Log, Observer } from './telemetry/observer.ts';

type SystemOptions = {
  now?: () => Date;
  log?: Log;
  observer?: Observer | null;
  sealer?: Sealer;
  publicUrl?: () => string | null;
  wakeWorker?: () => void;
};

/** For commands that read no secrets: they work without the key. */
const withoutKey: Sealer = {
  seal: () => {
    throw new Error('The key is not loaded');
  },
  sealSame: () => {
    throw new Error('The key is not loaded');
  },
  unseal: () => {
    throw new Error('The key is not loaded');
  },
  reseal: () => {
    throw new Error('The key is not loaded');
  },
  mark: () => {
    throw new Error('The key is not loaded');
  },
};

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** A context whose actor is the system itself. */
export function systemContext(config: Config, database: Database, options: SystemOptions = {}): Context {
  const now = options.now ?? systemClock;
  const fetch = createPublicFetch({ allowPrivate: config.allowPrivateWebhooks });
  const sizes = localStorage(dataPath(config.dataFolder, 'sizes'));
  return createContext(database, {
    log: options.log ?? silent,
    observer: options.observer ?? null,
    actor: system,
    sealer: options.sealer ?? withoutKey,
    now,
    react,
    processor: createProcessor(config.stripe),
    mailer: createMailer(config.mailServer),
    fetch,
    vies: createVies(config.viesUrl, fetch),
    files: openStorage(config),
    pictures: createPictures(),
    sizes: createPictureSizes(sizes, config.sizesBytes, () => now().getTime()),
    scanner: config.clamd && createClamd(config.clamd),
    publicUrl: options.publicUrl ?? (() => config.publicUrl),
    wakeWorker: options.wakeWorker ?? (() => {}),
  });
}
