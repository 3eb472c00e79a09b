// The server that sends mails, as the API describes it, and a notice while there is none.

import { Alert } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { TextLink } from '../ui/links.tsx';

export const mailServerQuery = queryOptions({
  queryKey: ['mail-server'],
  queryFn: ({ signal }) => api.mails.server({ signal }),
});

/** Says that a mail will not leave yet; nothing to users who may not set up mail. `what`: such as "The invitation". */
export function MailNotice({ what }: { what: string }) {
  const { may } = useMe();
  const server = useQuery({ ...mailServerQuery, enabled: may('admin') });
  if (server.data?.setIn !== null) return null;
  return (
    <Alert color="yellow" title="No mail is sent yet">
      {what} waits until you <TextLink to="/settings/mail">set up mail</TextLink>.
    </Alert>
  );
}
