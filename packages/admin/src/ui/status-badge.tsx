// A state in one word, its colour saying how well it stands. The word itself carries the meaning.

import { Badge } from '@mantine/core';
import { inWords } from './format.ts';

export type Tone = 'good' | 'busy' | 'bad' | 'warn' | 'quiet';

const colors: Record<Tone, string> = { good: 'teal', busy: 'ink', bad: 'red', warn: 'yellow', quiet: 'gray' };

const tones: Record<string, Tone> = Object.fromEntries([
  ...['publish', 'published', 'paid', 'succeeded', 'delivered', 'active', 'open', 'ok'].map((word) => [word, 'good']),
  ...['scheduled', 'pending', 'processing', 'submitted'].map((word) => [word, 'busy']),
  ...['failed', 'disabled', 'disputed', 'uncollectible', 'failing'].map((word) => [word, 'bad']),
  ...['awaiting_payment', 'paused', 'past_due', 'refunded', 'partially_refunded'].map((word) => [word, 'warn']),
]) as Record<string, Tone>;

/** `status` is a word of the API; `tone` where the word alone says too little, `label` to word it otherwise. */
export function StatusBadge({ status, tone, label }: { status: string; tone?: Tone; label?: string }) {
  return <Badge color={colors[tone ?? tones[status] ?? 'quiet']}>{label ?? inWords(status)}</Badge>;
}
