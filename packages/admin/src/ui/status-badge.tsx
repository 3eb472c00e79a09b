// A status as a colored label. The color only supports the text.

import { Badge } from '@mantine/core';
import { humanize } from './format.ts';

export type Tone = 'good' | 'busy' | 'bad' | 'warn' | 'quiet';

const colors: Record<Tone, string> = { good: 'teal', busy: 'ink', bad: 'red', warn: 'yellow', quiet: 'gray' };

const tones: Record<string, Tone> = Object.fromEntries([
  ...['publish', 'published', 'paid', 'succeeded', 'delivered', 'active', 'open', 'ok'].map((word) => [word, 'good']),
  ...['scheduled', 'pending', 'processing', 'submitted'].map((word) => [word, 'busy']),
  ...['failed', 'disabled', 'uncollectible', 'failing'].map((word) => [word, 'bad']),
  ...['retrying', 'paused', 'refunded', 'partially_refunded', 'spam'].map((word) => [word, 'warn']),
]) as Record<string, Tone>;

/** `status` is a value of the API; `tone` and `label` override its color and text. */
export function StatusBadge({ status, tone, label }: { status: string; tone?: Tone; label?: string }) {
  return <Badge color={colors[tone ?? tones[status] ?? 'quiet']}>{label ?? humanize(status)}</Badge>;
}
