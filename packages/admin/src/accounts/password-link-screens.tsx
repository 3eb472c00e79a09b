// The screens behind the links of mails.

import { getRouteApi } from '@tanstack/react-router';
import { NewPassword } from './new-password.tsx';

const resetRoute = getRouteApi('/new-password');
const invitationRoute = getRouteApi('/invitation');

export function NewPasswordScreen() {
  const { code } = resetRoute.useSearch();
  const lead = 'You will be signed out everywhere else.';
  return <NewPassword token={code} title="Choose a new password" lead={lead} button="Save password" />;
}

export function InvitationScreen() {
  const { code } = invitationRoute.useSearch();
  return <NewPassword token={code} title="Welcome" lead="Choose a password to sign in with." button="Join" />;
}
