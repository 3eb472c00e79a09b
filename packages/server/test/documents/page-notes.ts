// What pages take as given, what a reader enters by hand, and what their commands print beyond what the pages show.

import type { TestContext } from 'node:test';
import { contentPages } from './pages/content.ts';
import { formPages } from './pages/forms.ts';
import { guidePages } from './pages/guides.ts';
import { operationPages } from './pages/operation.ts';
import { readmePages } from './pages/readmes.ts';
import type { OpenPage } from './run-page.ts';

type Edits = readonly (readonly [from: string, to: string])[];

export type PageNotes = {
  /** A page whose commands a reader has run before. */
  follows?: string;
  /** It changes so much that other pages cannot use the same service, or needs its folder. */
  alone?: true;
  /** Its programs in the background use the same port: each is stopped before the next one. */
  oneByOne?: true;
  /** What else the page takes as given, such as a picture of the reader. May say what the reader enters by hand. */
  // biome-ignore lint/suspicious/noConfusingVoidType: functions that return nothing fit, too
  given?: (page: OpenPage, t: TestContext) => Promise<Edits | void>;
  /** What a reader waits for before entering a command, by a part of it. */
  waits?: readonly (readonly [command: string, seen: RegExp | ((page: OpenPage) => Promise<boolean>)])[];
  /** By section, what its commands print, in their order. */
  prints?: Record<string, RegExp[]>;
  /** What a reader enters at the keyboard: the text of the page, and what stands for it here. */
  edits?: Edits;
  /** By section, what a reader sees when it is done. */
  outcome?: Record<string, (page: OpenPage, t: TestContext) => Promise<void>>;
};

export type Notes = Readonly<Record<string, PageNotes>>;

export const pageNotes: Notes = { ...readmePages, ...contentPages, ...formPages, ...operationPages, ...guidePages };
