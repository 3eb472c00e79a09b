// The server that sends mails, as the API describes it.

import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

export const mailServerQuery = queryOptions({
  queryKey: ['mail-server'],
  queryFn: ({ signal }) => api.mails.server({ signal }),
});
