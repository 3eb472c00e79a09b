// Shows which records are on this page, with links to the other pages, and how many a page has.

import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { formatCount, formatNumber } from './format.ts';

export const pageSizes = [20, 50, 100] as const;

type PagerProps = {
  page: number;
  pageSize: number;
  total: number;
  set(page: number): void;
  setSize?: ((size: number) => void) | undefined;
  className?: string | undefined;
};

export function Pager({ page, pageSize, total, set, setSize, className }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const from = Math.min(total, (page - 1) * pageSize + 1);
  const to = Math.min(total, page * pageSize);
  return (
    <Group justify="space-between" gap="xs" className={className} component="nav" aria-label="Pages">
      <Text size="sm" c="dimmed" className="tabular-numbers" aria-live="polite">
        {pages === 1
          ? formatCount(total, 'result')
          : `${formatNumber(from)}–${formatNumber(to)} of ${formatNumber(total)}`}
      </Text>
      <Group gap="xs">
        {setSize && total > pageSizes[0] && <PageSize pageSize={pageSize} set={setSize} />}
        {pages > 2 && <PageNumber key={page} page={page} pages={pages} set={set} />}
        {pages > 1 && (
          <>
            <Button variant="default" size="xs" disabled={page <= 1} onClick={() => set(page - 1)}>
              Previous
            </Button>
            <Button variant="default" size="xs" disabled={page >= pages} onClick={() => set(page + 1)}>
              Next
            </Button>
          </>
        )}
      </Group>
    </Group>
  );
}

function PageSize({ pageSize, set }: { pageSize: number; set(size: number): void }) {
  return (
    <Select
      aria-label="Results per page"
      size="xs"
      w={130}
      data={pageSizes.map((size) => ({ value: String(size), label: `${size} per page` }))}
      value={String(pageSize)}
      onChange={(size) => size !== null && set(Number(size))}
      allowDeselect={false}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

/** Goes to the page whose number is entered. */
function PageNumber({ page, pages, set }: { page: number; pages: number; set(page: number): void }) {
  const go = (input: HTMLInputElement): void => {
    const number = Math.trunc(Number(input.value));
    const next = Number.isFinite(number) ? Math.min(pages, Math.max(1, number)) : page;
    input.value = String(next);
    if (next !== page) set(next);
  };
  return (
    <Group gap={6} wrap="nowrap">
      <Text size="sm" c="dimmed" component="label" htmlFor="page-number">
        Page
      </Text>
      <TextInput
        id="page-number"
        size="xs"
        w={56}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={String(page)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={(event) => go(event.currentTarget)}
        onKeyDown={(event) => event.key === 'Enter' && go(event.currentTarget)}
      />
      <Text size="sm" c="dimmed" className="tabular-numbers">
        of {formatNumber(pages)}
      </Text>
    </Group>
  );
}
