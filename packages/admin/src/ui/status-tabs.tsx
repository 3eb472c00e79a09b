// The statuses above a list, of which one is chosen. Wider than a phone, they are pushed sideways there.

import { SegmentedControl, type SegmentedControlItem } from '@mantine/core';
import classes from './status-tabs.module.css';

type StatusTabsProps = {
  /** The first is the default. */
  options: SegmentedControlItem[];
  value: string;
  set(value: string): void;
};

export function StatusTabs({ options, value, set }: StatusTabsProps) {
  return (
    <div className={classes.tabs}>
      <SegmentedControl
        aria-label="Status"
        classNames={{ label: classes.tab ?? '' }}
        data={options}
        value={value}
        onChange={set}
        withItemsBorders={false}
      />
    </div>
  );
}
