// Importing a site from another system: choose a file, see what it has, start, follow it, read what it has done.

import type { Import } from '@frontdesk/client';
import { Anchor, Code, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { queries } from '../../api/queries.ts';
import { formatBytes } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { CheckedImport } from './checked-import.tsx';
import { EndedImport } from './ended-import.tsx';
import { importQuery, importsQuery, isActive } from './import-query.ts';
import { ImportUpload } from './import-upload.tsx';
import { RunningImport } from './running-import.tsx';

export function ImportScreen() {
  const imports = useQuery(importsQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <>
      <PageHeader
        title="Import"
        description="A WordPress site with its posts, pages, items of other types, media, tags, categories and authors, or an archive of Frontdesk."
      />
      <QueryView query={imports}>
        {({ items }) => {
          const open = items.find((one) => isActive(one) || one.status === 'checked');
          const shown = open?.id ?? chosen;
          const others = items.filter(({ id }) => id !== shown);
          return (
            <Stack>
              {shown && <OneImport key={shown} id={shown} />}
              {!open && <ImportUpload onUploaded={setChosen} />}
              {!open && <ArchiveSteps />}
              {others.length > 0 && <EarlierImports imports={others} show={setChosen} canShow={!open} />}
            </Stack>
          );
        }}
      </QueryView>
    </>
  );
}

function OneImport({ id }: { id: string }) {
  const query = useQuery(importQuery(id));
  const status = query.data?.status;
  useEffect(() => {
    // What the other screens show has changed.
    if (status && status !== 'pending')
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'imports' });
    void queries.invalidateQueries({ queryKey: importsQuery.queryKey, exact: true });
  }, [status]);
  return (
    <QueryView query={query}>
      {(one) => {
        if (one.status === 'checked') return <CheckedImport found={one} />;
        return isActive(one) ? <RunningImport running={one} /> : <EndedImport ended={one} />;
      }}
    </QueryView>
  );
}

type EarlierProps = { imports: readonly Import[]; canShow: boolean; show(id: string): void };

function EarlierImports({ imports, canShow, show }: EarlierProps) {
  return (
    <Section title="Earlier imports">
      <List listStyleType="none" spacing="xs">
        {imports.map(({ id, fileName, size, status, createdAt }) => (
          <List.Item key={id}>
            <Group gap="sm">
              {canShow ? (
                <LinkButton onClick={() => show(id)}>{fileName}</LinkButton>
              ) : (
                <span style={{ overflowWrap: 'anywhere' }}>{fileName}</span>
              )}
              <StatusBadge status={status} {...(status === 'completed' ? { tone: 'good' } : {})} />
              <Text size="sm" c="dimmed">
                {formatBytes(size)}, <Time value={createdAt} />
              </Text>
            </Group>
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

/** How an archive of Frontdesk becomes a site: by a command on the server (docs/backup.md says why). */
function ArchiveSteps() {
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

/** A button that looks like a link, for what changes this screen only. */
function LinkButton({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <Anchor
      component="button"
      type="button"
      underline="always"
      ta="start"
      style={{ overflowWrap: 'anywhere' }}
      onClick={onClick}
    >
      {children}
    </Anchor>
  );
}
