// The details of one record, as a list of names and values.

import { DataList } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';

/** Leaves out empty values. */
export function Facts({ facts }: { facts: [name: string, value: ReactNode][] }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <DataList>
      {known.map(([name, value]) => (
        <Fragment key={name}>
          <DataList.Item>
            <DataList.ItemLabel>{name}</DataList.ItemLabel>
            <DataList.ItemValue style={{ overflowWrap: 'anywhere' }}>{value}</DataList.ItemValue>
          </DataList.Item>
        </Fragment>
      ))}
    </DataList>
  );
}
