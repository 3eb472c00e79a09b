// A link to the form's public page.

import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';

export function PageLink({ form, isIcon = false }: { form: { slug: string; name: string }; isIcon?: boolean }) {
  const link = { component: 'a', href: `/f/${encodeURIComponent(form.slug)}`, target: '_blank' } as const;
  if (!isIcon) {
    return (
      <Button variant="default" leftSection={<IconExternalLink size={18} aria-hidden />} {...link}>
        View page
      </Button>
    );
  }
  return (
    <Tooltip label="View page">
      <ActionIcon {...link} aria-label={`View page of ${form.name} in a new window`}>
        <IconExternalLink size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
