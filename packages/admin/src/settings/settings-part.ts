// What each part of the general settings gets.

import type { Settings } from '@frontdesk/client';
import type { Draft } from '../ui/draft.ts';
import type { Saving } from '../ui/saving.ts';

export type SettingsPartProps = Pick<Draft<Settings>, 'values' | 'set'> & Pick<Saving<Settings>, 'field'>;
