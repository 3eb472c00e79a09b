// How far visitors got in a form with several steps: a table whose rows are bars.

import type { FormDropOff } from '@frontdesk/client';
import { Table, Text } from '@mantine/core';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import classes from './form-summary.module.css';

export function DropOffSection({ dropOff: { began, submitted, steps } }: { dropOff: FormDropOff }) {
  const rows = [
    ...steps.map((step) => ({ key: step.step, name: `${step.step}. ${step.label}`, ...step })),
    { key: 0, name: 'Submitted', reached: submitted, left: null },
  ];
  return (
    <Section
      title="Steps"
      description={`${formatCount(began, 'visitor')} began. Those who left may still go on. Spam is not counted.`}
    >
      <Table aria-label="Steps" verticalSpacing={6} horizontalSpacing={0}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Step</Table.Th>
            <Table.Th scope="col" className={classes.number}>
              Reached
            </Table.Th>
            <Table.Th scope="col" className={classes.number}>
              Share
            </Table.Th>
            <Table.Th scope="col" className={classes.number}>
              Left
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, name, reached, left }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" className={classes.answer}>
                {name}
                <span className={classes.track} aria-hidden>
                  <span className={classes.bar} style={{ inlineSize: `${(reached / Math.max(1, began)) * 100}%` }} />
                </span>
              </Table.Th>
              <Table.Td className={classes.number}>{formatNumber(reached)}</Table.Td>
              <Table.Td className={classes.number}>
                <Text span inherit c="dimmed">
                  {began === 0 ? '–' : `${Math.round((reached / began) * 100)} %`}
                </Text>
              </Table.Td>
              <Table.Td className={classes.number}>{left === null ? '' : formatNumber(left)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}
