// What is known of one record, as names and values.

import { DataList } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';

/** Values that are null or undefined are left out. */
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
