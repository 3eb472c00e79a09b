// Asks the browser to create or use a passkey. Loaded when it is first needed.

import type { AddedCredential, UsedCredential } from '@frontdesk/client';
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { NotSaved } from '../ui/saving.ts';

/** Creates a passkey. Throws an error that says to the user why there is none. */
export async function createPasskey(options: object): Promise<AddedCredential> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return startRegistration({ optionsJSON }).then(
    (credential) => credential as unknown as AddedCredential,
    (error) => {
      throw new Error(whyNot(error, 'No passkey was created: the dialog of the browser was closed, or took too long.'));
    },
  );
}

/**
 * Has the user choose a passkey: in a dialog of the browser, or with `isAutofill` in the list below an input. Throws NotSaved if
 * there is nothing to say: the user has closed the dialog, or begun something else.
 */
export async function choosePasskey(options: object, isAutofill: boolean): Promise<UsedCredential> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill }).then(
    (credential) => credential as unknown as UsedCredential,
    (error) => {
      if (isAutofill || isCanceled(error)) throw new NotSaved();
      throw new Error(whyNot(error, ''));
    },
  );
}

/** Ends what the browser is asking for. */
export function cancelPasskey(): void {
  WebAuthnAbortService.cancelCeremony();
}

const reasons: Partial<Record<WebAuthnError['code'], string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'This device has a passkey for your account already.',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
    'This device asks for no fingerprint, face or PIN. Set one up, or use another device.',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: 'This device cannot keep passkeys. Use another one.',
  ERROR_INVALID_DOMAIN: 'Passkeys do not work at this address.',
  ERROR_INVALID_RP_ID: 'Passkeys do not work at this address.',
};

function whyNot(error: unknown, ifCanceled: string): string {
  if (error instanceof WebAuthnError && reasons[error.code]) return reasons[error.code] as string;
  if (isCanceled(error)) return ifCanceled;
  return 'The browser could not use a passkey. Try again, or use another device.';
}

function isCanceled(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}
