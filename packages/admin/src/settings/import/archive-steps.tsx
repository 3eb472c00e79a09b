// How an archive of Frontdesk becomes a site: by a command on the server (docs/export.md says why).

import { Code, List } from '@mantine/core';
import { Section } from '../../ui/section.tsx';

export function ArchiveSteps() {
  return (
    <Section
      title="Archive of Frontdesk"
      description="A tar file from Export becomes a site with a command on the server: it stores everything or nothing, and nothing else can be stored meanwhile. It needs an empty site, so this one is never overwritten."
    >
      <List type="ordered" size="sm" spacing="xs">
        <List.Item>
          See what the archive has, and whether it is complete:{' '}
          <Code>FRONTDESK_DATA=new-site npx frontdesk import site.tar --create --dry-run</Code>
        </List.Item>
        <List.Item>
          Import it into a new data folder: <Code>FRONTDESK_DATA=new-site npx frontdesk import site.tar --create</Code>,
          or into an empty PostgreSQL database with <Code>DATABASE_URL</Code>
        </List.Item>
        <List.Item>
          Stop the old site, and start the service with the same <Code>FRONTDESK_DATA</Code> or{' '}
          <Code>DATABASE_URL</Code>
        </List.Item>
      </List>
    </Section>
  );
}
