// Whether files of submissions are scanned, by what, and which are in quarantine.

import type { FileScan } from '@frontdesk/client';
import { Alert, Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { Facts } from '../ui/facts.tsx';
import { formatCount } from '../ui/format.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { Section } from '../ui/section.tsx';
import { Time } from '../ui/time.tsx';

export function FileScanScreen() {
  const state = useQuery({
    queryKey: ['settings', 'file-scan'],
    queryFn: ({ signal }) => api.files.scanState({ signal }),
    refetchInterval: 10_000,
  });
  return (
    <>
      <PageHeader
        title="File scan"
        description="With ClamAV, files of submissions are locked until they have been scanned. What is infected stays locked."
      />
      <QueryView query={state}>{(state) => <ScanView state={state} />}</QueryView>
    </>
  );
}

function ScanView({ state }: { state: FileScan }) {
  const { scanner, reachable, version, signaturesAt, fault } = state;
  if (scanner === null) return <NotSet state={state} />;
  return (
    <Stack>
      {!reachable && (
        <Alert color="red" role="alert" title="The scanner cannot be reached">
          <Text size="sm">{fault}. New files stay locked, and are scanned when it responds again.</Text>
        </Alert>
      )}
      {reachable && isOld(signaturesAt) && (
        <Alert color="yellow" title="The signatures are old">
          <Text size="sm">What has appeared since is not found. See whether freshclam runs.</Text>
        </Alert>
      )}
      <Facts
        facts={[
          ['Scanner', <Code key="scanner">{scanner}</Code>],
          ['Version', version],
          ['Signatures', signaturesAt && <Time key="age" value={signaturesAt} isRelative />],
          ...countsOf(state),
        ]}
      />
    </Stack>
  );
}

function NotSet({ state }: { state: FileScan }) {
  return (
    <Section title="Files are not scanned">
      <Stack gap="sm">
        <Text>
          To have them scanned, set <Code>FRONTDESK_CLAMD</Code> in the environment of the service to the address of
          clamd, such as <Code>127.0.0.1:3310</Code>, and restart it.
        </Text>
        {state.waitingFiles > 0 && (
          <Text>Files that had not been scanned when the setting was removed stay locked until it is back.</Text>
        )}
        <Facts facts={countsOf(state)} />
      </Stack>
    </Section>
  );
}

function countsOf({ waitingFiles, waitingSince, infectedFiles, unscannableFiles }: FileScan) {
  const waiting = waitingSince && (
    <>
      {formatCount(waitingFiles, 'file')}, the first <Time value={waitingSince} isRelative />
    </>
  );
  return [
    ['Waiting', waiting || 'None'],
    ['Infected', infectedFiles > 0 ? formatCount(infectedFiles, 'file') : 'None'],
    ['Unscannable', unscannableFiles > 0 ? formatCount(unscannableFiles, 'file') : 'None'],
  ] as [string, React.ReactNode][];
}

const oldAfterMs = 7 * 86_400_000;

function isOld(signaturesAt: string | null): boolean {
  return signaturesAt !== null && Date.now() - Date.parse(signaturesAt) > oldAfterMs;
}
