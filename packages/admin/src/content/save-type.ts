// Saving a type over items whose values do not fit its fields: the owner decides whether they are converted.

import {
  type ChangedPostType,
  type FieldConversion,
  FrontdeskError,
  type PostTypeChange,
  type Tagged,
} from '@frontdesk/client';
import { api } from '../api.ts';
import { askToConfirm } from '../ui/confirm.tsx';
import { formatCount } from '../ui/format.ts';

/** Throws the first answer if the owner does not want to convert. */
export async function saveType(
  name: string,
  change: PostTypeChange,
  ifMatch: string,
): Promise<Tagged<ChangedPostType>> {
  try {
    return await api.types.update(name, change, { ifMatch });
  } catch (error) {
    if (!isMisfit(error)) throw error;
    const { conversions = [] } = await api.types.update(name, change, { dryRun: true, ifMatch });
    const isSure = await askToConfirm({
      title: 'Convert stored values?',
      children: conversions.map(describe).join(' '),
      confirm: 'Convert values',
    });
    if (!isSure) throw error;
    return api.types.update(name, change, { convert: true, ifMatch });
  }
}

function isMisfit(error: unknown): boolean {
  return error instanceof FrontdeskError && error.errors.some(({ code }) => code === 'values_do_not_fit');
}

function describe({ field, convertible, misfits }: FieldConversion): string {
  const rest = misfits > 0 ? ` ${formatCount(misfits, 'value')} cannot be converted and will stay unchanged.` : '';
  return `${field}: ${formatCount(convertible, 'value')} will be converted.${rest}`;
}
