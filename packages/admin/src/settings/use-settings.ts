// The settings of the site as a form that saves what was changed in it.

import type { Settings, SettingsChange } from '@frontdesk/client';
import { meQuery } from '../accounts/me.ts';
import { settingsQuery } from '../accounts/settings-query.ts';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { useDraft } from '../ui/draft.ts';
import { useSaving } from '../ui/saving.ts';
import { toastSuccess } from '../ui/toast.tsx';
import { useUnsavedGuard } from '../ui/unsaved-guard.ts';

export function useSettings(settings: Settings) {
  const { values, set, isDirty, reset } = useDraft(settings);
  useUnsavedGuard(isDirty);
  const saving = useSaving({
    save: (body: SettingsChange) => api.request<Settings>('PATCH', '/settings', { body }),
    onSaved: async (saved) => {
      reset(saved);
      queries.setQueryData(settingsQuery.queryKey, saved);
      await queries.invalidateQueries({ queryKey: meQuery.queryKey });
      toastSuccess('Settings saved');
    },
  });
  return { values, set, isDirty, saving };
}
