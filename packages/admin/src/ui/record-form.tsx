// What the small forms of records share: their inputs for texts, and the buttons at their end.

import { Button, Group, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Draft } from './draft.ts';
import type { Saving } from './saving.ts';

/** The members of the values that are texts. */
type TextName<Values> = { [Name in keyof Values & string]: Values[Name] extends string ? Name : never }[keyof Values &
  string];

/** Returns a function that renders the input of a text, with its fault. `rest` are more properties of the input. */
export function textInputs<Values>({ values, set }: Pick<Draft<Values>, 'values' | 'set'>, saving: Saving<Values>) {
  return (name: TextName<Values>, label: string, rest: object = {}): ReactNode => (
    <TextInput
      label={label}
      value={values[name] as string}
      onChange={(event) => set(name, event.currentTarget.value as Values[typeof name])}
      {...rest}
      {...saving.field(`/${name}`)}
    />
  );
}

type SaveButtonsProps = { isSaving: boolean; cancel: (() => void) | undefined; label?: string };

/** Without `cancel`, there is nothing to go back to. */
export function SaveButtons({ isSaving, cancel, label = 'Save' }: SaveButtonsProps) {
  return (
    <Group justify="end" gap="xs">
      {cancel && (
        <Button variant="default" onClick={cancel}>
          Cancel
        </Button>
      )}
      <Button type="submit" loading={isSaving}>
        {label}
      </Button>
    </Group>
  );
}
