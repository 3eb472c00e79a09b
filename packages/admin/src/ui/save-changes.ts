// Saves a record unless it was changed elsewhere since it was opened. Then the user decides.

import { FrontdeskError } from '@frontdesk/client';
import { askToConfirm } from './confirm.tsx';

type Stored = { etag: string };

type Change<Saved> = {
  /** What it is, for the question: "This tag was changed elsewhere". */
  name: string;
  /** As it was opened. */
  opened: Stored;
  read(): Promise<Stored>;
  save(ifMatch: string): Promise<Saved>;
};

/** Throws the 412 if the user wants to keep editing. */
export async function saveUnlessChanged<Saved>({ name, opened, read, save }: Change<Saved>): Promise<Saved> {
  try {
    return await save(opened.etag);
  } catch (error) {
    if (!(error instanceof FrontdeskError) || error.status !== 412) throw error;
    const theirs = await read();
    const mayOverwrite = await askToConfirm({
      title: `This ${name} was changed elsewhere`,
      children:
        'Someone saved it after you opened it. Your changes are still here, but not saved. Only what you changed is overwritten.',
      confirm: 'Overwrite with my version',
    });
    if (!mayOverwrite) throw error;
    return save(theirs.etag);
  }
}

/** The members of `values` that differ from `base`. */
export function changedMembers<Values extends object>(base: Values, values: Values): Partial<Values> {
  const entries = Object.entries(values) as [keyof Values, unknown][];
  const changed = entries.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(base[name]));
  return Object.fromEntries(changed) as Partial<Values>;
}
