// Two versions of an item side by side: texts by paragraph and word, other members by their values.

import { Text } from '@mantine/core';
import { humanize } from '../../ui/format.ts';
import classes from './item-differences.module.css';
import { changedNames, type Members } from './item-members.ts';
import { linesInside } from './nested-lines.ts';
import { compareParagraphs, type Piece, paragraphsOf, type Row } from './text-diff.ts';

export type Versions = { before: Members; after: Members; labels: { before: string; after: string } };

export function Differences({ before, after, labels }: Versions) {
  const names = changedNames(before, after);
  if (names.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Both versions are the same.
      </Text>
    );
  }
  return (
    <div className={classes.differences}>
      {names.map((name) => (
        <section key={name} aria-label={labelOf(name)}>
          <Text fw={600} size="sm" mb={4}>
            {labelOf(name)}
          </Text>
          <Sides rows={rowsOf(name, before[name], after[name])} labels={labels} of={labelOf(name)} />
        </section>
      ))}
    </div>
  );
}

function labelOf(name: string): string {
  return humanize(name.replace(/^fields\./, ''));
}

/** How many unchanged paragraphs are shown before and after a change. */
const around = 1;

function rowsOf(name: string, before: unknown, after: unknown): Row[] {
  const [old, next] = [textOf(before), textOf(after)];
  if (name !== 'content') return compareParagraphs(linesOf(old), linesOf(next));
  const rows = compareParagraphs(paragraphsOf(old), paragraphsOf(next));
  // Only its HTML differs: links, pictures, formats.
  const shown = rows.some(isChanged) ? rows : compareParagraphs(linesOf(old), linesOf(next));
  return shown.filter((_, index) => shown.slice(Math.max(0, index - around), index + around + 1).some(isChanged));
}

/** Rows of unchanged paragraphs have the same pieces on both sides. */
function isChanged({ before, after }: Row): boolean {
  return before !== after;
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value.join(', ');
  return typeof value === 'object' ? linesInside(value).join('\n') : String(value);
}

function Sides({ rows, labels, of }: { rows: Row[]; labels: Versions['labels']; of: string }) {
  return (
    <div className={classes.sides}>
      {(['before', 'after'] as const).map((side) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area has to be reachable by keyboard
        <section key={side} className={classes.side} aria-label={`${labels[side]}: ${of}`} tabIndex={0}>
          <Text size="xs" c="dimmed">
            {labels[side]}
          </Text>
          {rows.every((row) => row[side] === null) && (
            <Text size="sm" c="dimmed">
              Empty
            </Text>
          )}
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows do not move
            <p key={index} className={classes.paragraph}>
              <Pieces pieces={row[side]} side={side} />
            </p>
          ))}
        </section>
      ))}
    </div>
  );
}

function Pieces({ pieces, side }: { pieces: Piece[] | null; side: 'before' | 'after' }) {
  const Changed = side === 'before' ? 'del' : 'ins';
  return (pieces ?? []).map(({ text, isChanged }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces do not move
    isChanged ? <Changed key={index}>{text}</Changed> : <span key={index}>{text}</span>,
  );
}
