// Passkeys in this browser: whether they work on this page, and signing in with one.

import type { Me, PasskeyRequest, UsedCredential } from '@frontdesk/client';
import { useEffect, useEffectEvent } from 'react';
import { api, background } from '../api/api.ts';
import { loadPart } from '../api/load-part.tsx';

const loadBrowserPart = () => loadPart(() => import('./webauthn.ts'));

/** Whether this browser has passkeys, and uses them on this page: only over https or on this machine, and never at an IP address. */
export function canUsePasskeys(): boolean {
  const { hostname } = window.location;
  return window.isSecureContext && window.PublicKeyCredential !== undefined && !/^[\d.]+$|^\[/.test(hostname);
}

/** Has the user choose a passkey in a dialog of the browser. Throws NotSaved if the user closes it. */
export async function askForPasskey(): Promise<UsedCredential> {
  const [options, { choosePasskey }] = await Promise.all([readOptions(), loadBrowserPart()]);
  if (!options) throw new Error('Passkeys do not work at this address. Sign in with your password.');
  return choosePasskey(options, false);
}

/** Signs in with what the user has chosen. */
export function signInWithPasskey(credential: UsedCredential): Promise<Me> {
  return api.request<Me>('POST', '/sessions/passkey', { body: { credential } });
}

/** Null if the service does not use passkeys on this page. */
async function readOptions(): Promise<object | null> {
  const { origin, options } = await background.request<PasskeyRequest>('POST', '/sessions/passkey-options');
  return origin === window.location.origin ? options : null;
}

/** The service forgets what it has asked for after ten minutes. */
const renewMs = 9 * 60_000;

/**
 * Offers passkeys in the list below the input with `autocomplete="username webauthn"`, until the screen closes. Not while the user
 * is asked in a dialog or signed in: `isPaused`.
 */
export function usePasskeyAutofill(isPaused: boolean, onChosen: (credential: UsedCredential) => void): void {
  const choose = useEffectEvent(onChosen);
  useEffect(() => {
    if (isPaused || !canUsePasskeys()) return;
    let isOver = false;
    let cancel = (): void => {};
    const offer = async (): Promise<void> => {
      try {
        if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
        const [options, { choosePasskey, cancelPasskey }] = await Promise.all([readOptions(), loadBrowserPart()]);
        if (!options || isOver) return;
        cancel = cancelPasskey;
        choose(await choosePasskey(options, true));
      } catch {
        // The form and the button are there without it.
      }
    };
    void offer();
    const renewal = setInterval(offer, renewMs);
    return () => {
      isOver = true;
      clearInterval(renewal);
      cancel();
    };
  }, [isPaused]);
}
