// Figures side by side, of which one is chosen, such as to be shown as a chart.

import { Box, Text, UnstyledButton } from '@mantine/core';
import classes from './figures.module.css';

export type Figure = { key: string; label: string; value: string; note: string };

type FiguresProps<Shown extends Figure> = {
  /** Names the choice for screen readers. */
  label: string;
  figures: readonly Shown[];
  chosen: Shown;
  choose(key: string): void;
};

export function Figures<Shown extends Figure>({ label, figures, chosen, choose }: FiguresProps<Shown>) {
  return (
    <Box className={classes.figures} role="group" aria-label={label}>
      {figures.map((figure) => (
        <UnstyledButton
          key={figure.key}
          className={classes.figure}
          aria-pressed={figure === chosen}
          onClick={() => choose(figure.key)}
        >
          <Text size="sm" c="dimmed">
            {figure.label}
          </Text>
          <Text size="xl" fw={650} className="tabular-numbers">
            {figure.value}
          </Text>
          <Text size="xs" c="dimmed">
            {figure.note}
          </Text>
        </UnstyledButton>
      ))}
    </Box>
  );
}
