// A picture of a draft as its document will look, with what was stored last. It opens the PDF.

import type { Invoice } from '@frontdesk/client';
import { Anchor, Image } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { Section } from '../ui/section.tsx';
import { documentUrl } from './document-menu.tsx';

/** Each is as large as a page of the web. */
const keptMs = 10_000;

/** Nothing as long as there is none. */
export function DraftPicture({ draft: { id, version } }: { draft: Invoice }) {
  const { data } = useQuery({
    queryKey: ['invoices', id, 'picture', version],
    queryFn: async ({ signal }) => {
      const { response } = await api.invoices.document(id, { format: 'svg' }, { signal });
      return `data:image/svg+xml;utf8,${encodeURIComponent(await response.text())}`;
    },
    placeholderData: keepPreviousData,
    gcTime: keptMs,
    retry: false,
  });
  if (data === undefined) return null;
  return (
    <Section title="Document">
      <Anchor href={`${documentUrl(`/invoices/${id}`)}?format=pdf`} target="_blank" display="block">
        <Image
          src={data}
          alt="The draft as a document: opens the PDF"
          bd="1px solid var(--mantine-color-default-border)"
        />
      </Anchor>
    </Section>
  );
}
