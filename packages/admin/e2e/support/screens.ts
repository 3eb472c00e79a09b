// Checks how a screen looks and whether it is accessible.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Frame, Page } from 'playwright-core';

const folder = path.resolve(import.meta.dirname, '../../../../screenshots');
const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const sizes = { wide: { width: 1280, height: 844 }, phone: { width: 390, height: 844 } };
let axe: string | null = null;

/**
 * Asserts that axe-core finds no problem at either width, nor with the colors of the dark scheme, and that the screen is not
 * wider than a phone. Takes screenshots (`<name>-wide.png`, `-phone.png`, `-dark.png`) if there is a folder for them.
 * `npm test` leaves that to `npm run test:rest`.
 */
export async function checkScreen(page: Page, name: string): Promise<void> {
  if (process.env.TEST_SCREENS === 'skip') return page.setViewportSize(sizes.wide);
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    await settle(page);
    await takeScreenshot(page, `${name}-${size}`);
    const cut = await page
      .locator('.mantine-Badge-label')
      .evaluateAll((labels) =>
        labels.flatMap((label) => (label.scrollWidth > label.clientWidth + 1 ? [label.textContent] : [])),
      );
    assert.deepEqual(cut, [], `${name} (${size}) cuts badges`);
    await assertAccessible(page, `${name} (${size})`, size === 'wide' ? {} : { colors: 'skip' });
  }
  await assertFitsPhone(page, name);
  await page.setViewportSize(sizes.wide);
  await page.emulateMedia({ colorScheme: 'dark' });
  await settle(page);
  await takeScreenshot(page, `${name}-dark`);
  await assertAccessible(page, `${name} (dark)`, { colors: 'only' });
  await page.emulateMedia({ colorScheme: 'light' });
  await settle(page);
}

/** For people, to look at: no test reads them, and they take a fifth of the time of checking a screen. */
async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (existsSync(folder)) await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
}

/** Asserts that nothing on the screen is beyond the edge of a phone, unless it can be scrolled into view. */
export async function assertFitsPhone(page: Page, name: string): Promise<void> {
  await page.setViewportSize(sizes.phone);
  await settle(page);
  // What is drawn by the width, such as a pane, follows a moment after it.
  const fits = () => document.documentElement.scrollWidth <= window.innerWidth;
  await page.waitForFunction(fits, null, { timeout: 20_000 }).catch(() => {});
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(overflow <= 0, `${name} is ${overflow} px too wide for a phone`);
  const cut = await page.evaluate(() => {
    const isScrolled = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || isScrolled(element.parentElement));
    return [...document.querySelectorAll('main :is(a, button, input)')]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !isScrolled(control))
      .filter((control) => control.getBoundingClientRect().right > window.innerWidth)
      .map((control) => control.outerHTML.slice(0, 300));
  });
  assert.deepEqual(cut, [], `${name} has controls beyond the edge of a phone`);
  await page.setViewportSize(sizes.wide);
}

/** The dark scheme changes only colors, the width all but these. They take two thirds of the time. */
const colorRules = ['color-contrast', 'link-in-text-block'];
/** Part of WCAG 2.2 AA, but off by default. */
const targetSize = { 'target-size': { enabled: true } };
const rulesFor = {
  check: { rules: targetSize },
  only: { runOnly: colorRules },
  skip: { rules: { ...targetSize, ...Object.fromEntries(colorRules.map((rule) => [rule, { enabled: false }])) } },
};

type Part = { within?: string; colors?: keyof typeof rulesFor };

/** Asserts that axe-core finds no violation of WCAG 2.2 AA or its best practices, on the page or in a part of it. */
export async function assertAccessible(
  page: Page | Frame,
  what: string,
  { within, colors = 'check' }: Part = {},
): Promise<void> {
  axe ??= await readFile(axeFile, 'utf8');
  // Runs through the debugger, so the page's content security policy does not block it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const found = await page.evaluate(
    async ({ within, rules }) => {
      type Check = { data: { messageKey?: string } | null };
      type Node = { html: string; failureSummary?: string; any: Check[] };
      type Violation = { id: string; help: string; nodes: Node[] };
      type Axe = { run(part: Element | Document, options: object): Promise<{ violations: Violation[] }> };
      const part = within === undefined ? document : document.querySelector(within);
      if (!part) throw new Error(`${within} is not on the page`);
      const { axe } = globalThis as unknown as { axe: Axe };
      // Describing what passes takes a third of the time. For frames, which it is not in, it would wait half a second each.
      const options = { reporter: 'no-passes', iframes: false, ...rules };
      const { violations } = await axe.run(part, options);
      // What a bar that stays covers in part can be scrolled into sight.
      const isCovered = ({ any }: Node): boolean => any.some(({ data }) => data?.messageKey === 'partiallyObscured');
      return violations
        .map(({ id, help, nodes }) => ({ id, help, nodes: nodes.filter((node) => !isCovered(node)) }))
        .filter(({ nodes }) => nodes.length > 0)
        .map(({ nodes, ...about }) => ({
          ...about,
          nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 300)} ${failureSummary ?? ''}`),
        }));
    },
    { within, rules: rulesFor[colors] },
  );
  assert.deepEqual(found, [], `axe-core on ${what}`);
}

/** Waits until the screen is rendered for its size, and loading and animations have finished. */
async function settle(page: Page): Promise<void> {
  // A table becomes cards in the frame after the one in which a new size is known.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-busy="true"]') === null &&
      document.getAnimations().every((animation) => animation.playState !== 'running'),
  );
}
