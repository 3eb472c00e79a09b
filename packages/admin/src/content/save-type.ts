// Saves a type. If that means something for its items, the user sees the plan first.

import type { ChangedPostType, PostType, PostTypeChange, Tagged } from '@frontdesk/client';
import { createElement } from 'react';
import { api } from '../api.ts';
import { askToConfirm } from '../ui/confirm.tsx';
import { NotSaved } from '../ui/saving.ts';
import { convertsValues, TypePlan, touchesItems } from './type-plan.tsx';

/** Throws NotSaved if the user does not agree with the plan. */
export async function saveType(
  { name, label, fields }: PostType,
  change: PostTypeChange,
  ifMatch: string,
): Promise<Tagged<ChangedPostType>> {
  if (change.fields) {
    const { plan } = await api.types.update(name, change, { dryRun: true, ifMatch });
    if (plan && touchesItems(plan)) {
      const isSure = await askToConfirm({
        title: `Save type “${label}”?`,
        children: createElement(TypePlan, { type: name, plan, fields: [...change.fields, ...fields] }),
        confirm: convertsValues(plan) ? 'Convert values and save' : 'Save type',
        size: 'lg',
      });
      if (!isSure) throw new NotSaved();
    }
  }
  return api.types.update(name, change, { ifMatch, ...(change.fields ? { convert: true } : {}) });
}
