// The size of the scripts that a browser loads to show a screen of the admin for the first time.

import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

const dist = path.resolve(import.meta.dirname, '../dist');
const maxBytes = 250_000;

/** For forms on other sites, apart from the admin. */
const forOtherSites = 'src/embed/frontdesk-form.ts';

/** Loaded apart from the screen that uses it. Every other part that is loaded separately counts for its screens. */
const loadedWhenNeeded = [
  // The editor of texts, for items that have one.
  'src/content/item-editor/content-input.tsx',
  // For fields that few types and forms have.
  'src/fields/choice-picture.tsx',
  'src/fields/inputs/choices-input.tsx',
  'src/fields/more-previews.tsx',
  'src/fields/order-preview.tsx',
  'src/fields/inputs/nested-input.tsx',
  // Opened by hand, or after an accident.
  'src/accounts/sign-in-again.tsx',
  'src/content/item-editor/conflict-dialog.tsx',
  'src/content/item-editor/history-panel.tsx',
  'src/content/item-editor/item-differences.tsx',
  'src/content/item-editor/newer-notice.tsx',
  'src/content/item-editor/other-values.tsx',
  'src/content/item-editor/schedule-dialog.tsx',
  'src/content/item-editor/unsaved-notice.tsx',
  'src/forms/builder/field-editor.tsx',
  'src/forms/builder/form-looks.tsx',
  'src/forms/builder/form-results.tsx',
  'src/forms/price/option-picture.tsx',
  'src/forms/price/price-editor.tsx',
  'src/forms/builder/row-fields.tsx',
  'src/forms/price/sales-dialog.tsx',
  'src/forms/builder/share-dialog.tsx',
  'src/forms/submissions/signature-picture.tsx',
  'src/media/media-dialog.tsx',
  'src/shell/screen-search.tsx',
  'src/ui/calendar.tsx',
  'src/ui/notification-list.tsx',
];

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[]; src?: string };

const manifest = JSON.parse(await readFile(path.join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>;
const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry) as string;
const isScreen = (name: string): boolean => /-screens?\.tsx$/.test(name);
const screens = Object.keys(manifest).filter(isScreen);

/** The chunk, all that it imports, and the parts that it shows at once. */
function withImports(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const { imports = [], dynamicImports = [] } = manifest[name] as Chunk;
  // The entry names every screen; the parts that it shows at once are those of `neededBy`.
  const shown = name === entry ? [] : dynamicImports.filter((part) => !loadedWhenNeeded.includes(part));
  for (const next of [...imports, ...shown]) withImports(next, seen);
  return seen;
}

function neededBy(screen: string): Set<string> {
  const needed = withImports(screen, withImports(entry));
  if (!screen.startsWith('src/accounts/')) withImports('src/shell/shell.tsx', needed);
  if (screen.startsWith('src/settings/')) withImports('src/settings/settings-frame.tsx', needed);
  return needed;
}

const sizes = new Map<string, number>();

async function compressedSize(names: Iterable<string>): Promise<number> {
  let sum = 0;
  for (const name of names) {
    const { file } = manifest[name] as Chunk;
    // What the server sends to browsers that accept Brotli, which all current ones do.
    const size = sizes.get(file) ?? (await stat(path.join(dist, `${file}.br`))).size;
    sizes.set(file, size);
    sum += size;
  }
  return sum;
}

test('the first load of every screen stays under 250 kB of compressed script', async () => {
  const loads = await Promise.all(
    screens.map(async (screen) => ({ screen, size: await compressedSize(neededBy(screen)) })),
  );
  assert.ok(loads.length > 30, `${loads.length} screens`);
  assert.deepEqual(
    loads.filter(({ size }) => size > maxBytes),
    [],
  );
  const [first] = loads.sort((a, b) => b.size - a.size);
  const home = loads.find(({ screen }) => screen === 'src/home/home-screen.tsx');
  const inKb = ({ size = 0, screen = '' } = {}): string => `${(size / 1000).toFixed(0)} kB for ${screen}`;
  console.log(`First load, compressed: ${inKb(home)}; at most ${inKb(first)}`);
});

test('every part of the admin that is loaded separately is a screen, counts for one, or is loaded when needed', () => {
  const separate = Object.keys(manifest).filter(
    (name) => manifest[name]?.src?.startsWith('src/') && name !== forOtherSites,
  );
  assert.deepEqual(
    loadedWhenNeeded.filter((name) => !separate.includes(name)),
    [],
    'parts that do not exist',
  );
  const counted = new Set(screens.flatMap((screen) => [...neededBy(screen)]));
  assert.deepEqual(
    separate.filter((name) => !counted.has(name) && !loadedWhenNeeded.includes(name)),
    [],
  );
  assert.deepEqual(
    screens.filter((screen) => loadedWhenNeeded.some((part) => neededBy(screen).has(part))),
    [],
    'screens that import a part that should be loaded when needed',
  );
});

test('the editor of texts is loaded only where it is used', async () => {
  const needed = neededBy('src/content/item-editor/item-editor-screen.tsx');
  assert.ok(
    manifest['src/content/item-editor/item-editor-screen.tsx']?.dynamicImports?.includes(
      'src/content/item-editor/content-input.tsx',
    ),
  );
  for (const name of needed) {
    const text = await readFile(path.join(dist, manifest[name]?.file as string), 'utf8');
    assert.doesNotMatch(text, /ProseMirror/, name);
  }
});
