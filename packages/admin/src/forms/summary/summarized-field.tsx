// The answers to one field: a table whose rows are bars, and the numbers.

import type { SummarizedField } from '@frontdesk/client';
import { Table, Text } from '@mantine/core';
import { Facts } from '../../ui/facts.tsx';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import classes from './form-summary.module.css';

export function SummarizedFieldSection({ field }: { field: SummarizedField }) {
  const { label, answered, counts, numbers } = field;
  return (
    <Section title={label} description={formatCount(answered, 'answer')}>
      {numbers && (
        <Facts
          facts={[
            ['Lowest', formatNumber(numbers.min)],
            ['Median', formatNumber(numbers.median)],
            ['Average', formatNumber(Math.round(numbers.mean * 100) / 100)],
            ['Highest', formatNumber(numbers.max)],
          ]}
        />
      )}
      {counts && counts.length > 0 && <Counts label={label} counts={counts} answered={answered} />}
    </Section>
  );
}

type CountsProps = { label: string; counts: NonNullable<SummarizedField['counts']>; answered: number };

function Counts({ label, counts, answered }: CountsProps) {
  const largest = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <Table aria-label={label} verticalSpacing={6} horizontalSpacing={0}>
      <Table.Thead className={classes.hidden}>
        <Table.Tr>
          <Table.Th scope="col">Answer</Table.Th>
          <Table.Th scope="col">Submissions</Table.Th>
          <Table.Th scope="col">Share</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {counts.map(({ value, label, count }) => (
          <Table.Tr key={value}>
            <Table.Th scope="row" className={classes.answer}>
              {label}
              <span className={classes.track} aria-hidden>
                <span className={classes.bar} style={{ inlineSize: `${(count / largest) * 100}%` }} />
              </span>
            </Table.Th>
            <Table.Td className={classes.number}>{formatNumber(count)}</Table.Td>
            <Table.Td className={classes.number}>
              <Text span inherit c="dimmed">
                {answered === 0 ? '–' : `${Math.round((count / answered) * 100)} %`}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
