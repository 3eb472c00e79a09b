// The details of one record, as a list of names and values.

import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Leaves out empty values. */
export function Facts({ facts }: { facts: [name: string, value: ReactNode][] }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false);
  return (
    <dl className={classes.facts}>
      {known.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
