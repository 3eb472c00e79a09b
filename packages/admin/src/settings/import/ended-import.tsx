// What an import has done, and what is left for a person to look at.

import type { Import, ImportedRecords } from '@frontdesk/client';
import { Alert, List, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Facts } from '../../ui/facts.tsx';
import { formatNumber } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import classes from './import.module.css';
import { countsText } from './import-texts.ts';

const titles: Partial<Record<Import['status'], string>> = {
  completed: 'Imported',
  failed: 'Could not import',
  canceled: 'Canceled:',
};

export function EndedImport({ ended }: { ended: Import }) {
  const { fileName, status, error, report, progress } = ended;
  return (
    <Section title={`${titles[status]} ${fileName}`}>
      <Stack>
        {error && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
            {error.detail}
          </Alert>
        )}
        {status !== 'completed' && (
          <Text size="sm">
            {progress && progress.created + progress.updated > 0
              ? `${formatNumber(progress.created)} records were created and ${formatNumber(progress.updated)} updated before that. Importing the file again continues.`
              : 'Nothing was stored.'}
          </Text>
        )}
        {report && <Report report={report} />}
      </Stack>
    </Section>
  );
}

function Report({ report }: { report: NonNullable<Import['report']> }) {
  const none = Object.keys(report.created).length === 0;
  return (
    <>
      <Facts
        facts={[
          ['Site', report.site.title || report.site.link],
          ['Created', none ? 'Nothing' : countsText(report.created)],
          ['Unchanged', countsText(report.existing)],
          ['Time zone', report.timeZone.name],
        ]}
      />
      <Records title="Edited in both places, and left as edited here" all={report.edited} />
      <Records title="Changed in WordPress, and left as they are: import again with updates" all={report.changed} />
      <Records title="Updated" all={report.updated} />
      <Records title="Different from WordPress" all={report.notes} />
      <Lines
        title="Waiting for another file of the same site"
        lines={report.open.map(({ what, count, examples }) => `${formatNumber(count)} ${what}: ${examples.join(', ')}`)}
      />
      <Lines
        title="Not imported"
        lines={report.skipped.map(({ what, count, why }) => `${formatNumber(count)} ${what}: ${why}`)}
      />
      <Lines
        title="Custom fields that WordPress hides, kept until a content type declares them"
        lines={report.hidden.length === 0 ? [] : [report.hidden.join(', ')]}
      />
    </>
  );
}

function Records({ title, all }: { title: string; all: readonly ImportedRecords[] }) {
  if (all.length === 0) return null;
  return (
    <div>
      <Title order={3}>{title}</Title>
      {all.map(({ what, count, examples }) => (
        <div key={what}>
          <Text size="sm" mt="xs">
            {formatNumber(count)} {what}
          </Text>
          <List size="sm" className={classes.names ?? ''}>
            {examples.map(({ name, type, id }) => (
              <List.Item key={`${id} ${name}`}>
                <RecordLink name={name} type={type} id={id} />
              </List.Item>
            ))}
            {count > examples.length && examples.length > 0 && (
              <List.Item>and {formatNumber(count - examples.length)} more</List.Item>
            )}
          </List>
        </div>
      ))}
    </div>
  );
}

function RecordLink({ name, type, id }: ImportedRecords['examples'][number]) {
  if (id === undefined) return name;
  if (type === undefined)
    return (
      <TextLink to="/media" search={{ search: name.replace(/^“|”$/g, '') }}>
        {name}
      </TextLink>
    );
  return (
    <TextLink to="/content/$type/$id" params={{ type, id }}>
      {name}
    </TextLink>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <Title order={3}>{title}</Title>
      <List size="sm" className={classes.names ?? ''}>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </div>
  );
}
