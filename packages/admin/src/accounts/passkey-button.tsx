// A button that asks for a passkey, in browsers that have them.

import type { UsedCredential } from '@frontdesk/client';
import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { canUsePasskeys } from './passkeys.ts';

type PasskeyButtonProps = {
  label: string;
  size?: 'md';
  isBusy: boolean;
  onClick(): void;
};

/** What a screen saves that has a form and the button: the user chooses the passkey while it is being saved. */
export type WithPasskey = { passkey: () => Promise<UsedCredential> };

export function PasskeyButton({ label, isBusy, onClick, ...look }: PasskeyButtonProps) {
  if (!canUsePasskeys()) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconFingerprint size={18} aria-hidden />}
      loading={isBusy}
      onClick={onClick}
      {...look}
    >
      {label}
    </Button>
  );
}
