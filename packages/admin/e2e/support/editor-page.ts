// Opens a page in which the editor's model can be called without the admin.

import path from 'node:path';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { openContext } from './browser.ts';

const folder = path.resolve(import.meta.dirname, '../..');

/** A blank page with `editorInPage` (editor-in-page.ts). */
export async function openEditorPage(t: Pick<TestContext, 'after'>): Promise<Page> {
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: path.join(import.meta.dirname, 'editor-in-page.ts'), formats: ['iife'], name: 'page' },
    },
  });
  const [{ output }] = built as unknown as [{ output: { type: string; code: string }[] }];
  const code = output.find(({ type }) => type === 'chunk')?.code as string;
  const page = await (await openContext(t)).newPage();
  await page.setContent('<!doctype html><title>Editor</title>');
  await page.evaluate(code);
  return page;
}
