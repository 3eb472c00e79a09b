// Where the export is dropped or chosen, and uploaded to be checked.

import { Alert, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { faultOfUpload } from '../../media/upload-media.ts';
import { useFileDrop } from '../../ui/file-drop.ts';
import { formatBytes } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import classes from './import.module.css';
import { importsQuery } from './import-query.ts';

type Sending = { file: File; part: number };

export function ImportUpload({ onUploaded }: { onUploaded(id: string): void }) {
  const [sending, setSending] = useState<Sending | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const aborting = useRef<AbortController | null>(null);
  const upload = async (file: File | null | undefined): Promise<void> => {
    if (!file || aborting.current) return;
    if (/\.tar$/i.test(file.name)) {
      setFault(`${file.name} is an archive of Frontdesk. A command on the server imports it: see the steps below.`);
      return;
    }
    const controller = new AbortController();
    aborting.current = controller;
    setFault(null);
    setSending({ file, part: 0 });
    try {
      const { id } = await api.imports.create(
        file,
        { checkOnly: true },
        {
          signal: controller.signal,
          onProgress: ({ sent, total }) => setSending({ file, part: total ? sent / total : 0 }),
        },
      );
      onUploaded(id);
      await queries.invalidateQueries({ queryKey: importsQuery.queryKey, exact: true });
    } catch (error) {
      if (!controller.signal.aborted) setFault(faultOfUpload(error));
    } finally {
      aborting.current = null;
      setSending(null);
    }
  };
  const drop = useFileDrop((files) => void upload(files[0]));
  return (
    <Section
      title="WordPress export"
      description="In WordPress: Tools, Export, All content. Nothing is stored before you have seen what the file has."
    >
      <Stack>
        {fault && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
            {fault}
          </Alert>
        )}
        <div className={classes.drop} {...drop}>
          {sending ? (
            <Stack gap="xs" w="100%">
              <Group justify="space-between">
                <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
                  {sending.part < 1 ? 'Uploading' : 'Storing'} {sending.file.name}, {formatBytes(sending.file.size)}
                </Text>
                <Button variant="default" size="compact-sm" onClick={() => aborting.current?.abort()}>
                  Cancel upload
                </Button>
              </Group>
              <Progress value={sending.part * 100} aria-label={`Progress of ${sending.file.name}`} />
            </Stack>
          ) : (
            <>
              <Text size="sm" c="dimmed">
                Drop the XML file here, or
              </Text>
              <FileButton accept=".xml,.tar,text/xml,application/xml" onChange={(file) => void upload(file)}>
                {(props) => (
                  <Button {...props} leftSection={<IconUpload size={18} aria-hidden />}>
                    Choose file
                  </Button>
                )}
              </FileButton>
            </>
          )}
        </div>
      </Stack>
    </Section>
  );
}
