// Shows which records are on this page, with links to the other pages.

import { Button, Group, Text } from '@mantine/core';
import { formatCount, formatNumber } from './format.ts';

type PagerProps = {
  page: number;
  pageSize: number;
  total: number;
  set(page: number): void;
  className?: string | undefined;
};

export function Pager({ page, pageSize, total, set, className }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const from = Math.min(total, (page - 1) * pageSize + 1);
  const to = Math.min(total, page * pageSize);
  return (
    <Group justify="space-between" className={className} component="nav" aria-label="Pages">
      <Text size="sm" c="dimmed" className="tabular-numbers" aria-live="polite">
        {pages === 1
          ? formatCount(total, 'result')
          : `${formatNumber(from)}–${formatNumber(to)} of ${formatNumber(total)}`}
      </Text>
      {pages > 1 && (
        <Group gap="xs">
          <Button variant="default" size="xs" disabled={page <= 1} onClick={() => set(page - 1)}>
            Previous
          </Button>
          <Button variant="default" size="xs" disabled={page >= pages} onClick={() => set(page + 1)}>
            Next
          </Button>
        </Group>
      )}
    </Group>
  );
}
