// The entries of one group in the navigation of the settings, below its heading.

import { Text } from '@mantine/core';
import { useId } from 'react';
import type { settingsGroups } from '../shell/settings-parts.ts';
import { NavEntry } from '../ui/links.tsx';
import classes from './settings-frame.module.css';

type Part = (typeof settingsGroups)[number]['parts'][number];

type SettingsGroupProps = {
  label: string;
  parts: Part[];
  /** Called for the entry of the open screen, too. */
  onFollowed(): void;
};

/** Nothing without entries. */
export function SettingsGroup({ label, parts, onFollowed }: SettingsGroupProps) {
  const id = useId();
  if (parts.length === 0) return null;
  return (
    <div className={classes.group}>
      <Text id={id} className={classes.heading}>
        {label}
      </Text>
      <ul aria-labelledby={id} className={classes.list}>
        {parts.map(({ to, label }) => (
          <li key={to}>
            <NavEntry
              to={to}
              label={label}
              className={classes.entry}
              activeProps={{ active: true }}
              variant="subtle"
              onClick={onFollowed}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
