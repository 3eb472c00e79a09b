// The fonts of documents: the family Noto, in the packages of the scripts that the product speaks. In the package for npm, the files that
// are used are in a folder beside this file (scripts/pack.ts).

import path from 'node:path';
import { fileURLToPath } from 'node:url';

type Script = { package: string; place(): string; files: string[]; letters: RegExp };

const scripts: Script[] = [
  {
    package: '@embedpdf/fonts-latin',
    place: () => import.meta.resolve('@embedpdf/fonts-latin'),
    files: ['NotoSans-Regular.ttf', 'NotoSans-Bold.ttf'],
    letters: /^/,
  },
  {
    package: '@embedpdf/fonts-arabic',
    place: () => import.meta.resolve('@embedpdf/fonts-arabic'),
    files: ['NotoNaskhArabic-Regular.ttf', 'NotoNaskhArabic-Bold.ttf'],
    letters: /\p{Script=Arabic}/u,
  },
  {
    package: '@embedpdf/fonts-hebrew',
    place: () => import.meta.resolve('@embedpdf/fonts-hebrew'),
    files: ['NotoSansHebrew-Regular.ttf', 'NotoSansHebrew-Bold.ttf'],
    letters: /\p{Script=Hebrew}/u,
  },
  {
    package: '@embedpdf/fonts-jp',
    place: () => import.meta.resolve('@embedpdf/fonts-jp'),
    files: ['NotoSansJP-Regular.otf', 'NotoSansJP-Bold.otf'],
    letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u,
  },
  {
    package: '@embedpdf/fonts-sc',
    place: () => import.meta.resolve('@embedpdf/fonts-sc'),
    files: ['NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf'],
    letters: /\p{Script=Han}/u,
  },
];

/** The files of the fonts that a text needs. */
export function fontsFor(text: string): string[] {
  return scripts.filter(({ letters }) => letters.test(text)).flatMap(placesOf);
}

/** Where the files of all fonts are, by their packages. */
export function listFonts(): Map<string, string[]> {
  return new Map(scripts.map((script) => [script.package, placesOf(script)]));
}

function placesOf({ place, files }: Script): string[] {
  const folder = folderOf(place);
  return files.map((file) => path.join(folder, file));
}

function folderOf(place: Script['place']): string {
  try {
    return fileURLToPath(new URL('../fonts/', place()));
  } catch {
    // The package is not installed.
    return fileURLToPath(new URL('./fonts/', import.meta.url));
  }
}
