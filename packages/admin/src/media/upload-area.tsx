// Where files are dropped, pasted or picked, with what became of each.

import { ActionIcon, Button, FileButton, Group, List, Loader, Paper, Progress, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconRefresh, IconUpload, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useFileDrop } from '../ui/file-drop.ts';
import { formatNumber } from '../ui/format.ts';
import classes from './media.module.css';
import type { Upload, Uploads } from './use-uploads.ts';

export function UploadArea({ uploads, children }: { uploads: Uploads; children: ReactNode }) {
  const { add } = uploads;
  const drop = useFileDrop(add);
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const files = event.clipboardData?.files;
      if (files && files.length > 0) add(files);
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [add]);
  return (
    <div className={classes.drop} {...drop}>
      <UploadList uploads={uploads} />
      {children}
    </div>
  );
}

export function UploadButton({ uploads }: { uploads: Uploads }) {
  return (
    <FileButton multiple onChange={(files) => uploads.add(files)}>
      {(props) => (
        <Button {...props} leftSection={<IconUpload size={18} aria-hidden />}>
          Upload files
        </Button>
      )}
    </FileButton>
  );
}

function UploadList({ uploads: { all, retry, cancel, clear } }: { uploads: Uploads }) {
  if (all.length === 0) return null;
  const done = all.filter(({ state }) => state === 'done').length;
  const open = all.filter(({ state }) => state !== 'done');
  return (
    <Paper withBorder p="sm" mb="md">
      <Group justify="space-between">
        <Text size="sm" role="status">
          {formatNumber(done)} of {formatNumber(all.length)} uploaded
        </Text>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={clear}>
          Clear
        </Button>
      </Group>
      <List listStyleType="none" size="sm">
        {open.map((upload) => (
          <List.Item key={upload.key} icon={<StateIcon upload={upload} />}>
            <Group gap="xs">
              <span style={{ overflowWrap: 'anywhere' }}>
                {upload.file.name}
                {upload.fault && `: ${upload.fault}`}
              </span>
              {upload.state === 'failed' && (
                <ActionIcon
                  variant="default"
                  aria-label={`Upload ${upload.file.name} again`}
                  onClick={() => retry(upload.key)}
                >
                  <IconRefresh size={16} aria-hidden />
                </ActionIcon>
              )}
              {upload.state === 'sending' && (
                <Progress value={upload.sent * 100} w={120} aria-label={`Progress of ${upload.file.name}`} />
              )}
              {(upload.state === 'sending' || upload.state === 'waiting') && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Cancel ${upload.file.name}`}
                  onClick={() => cancel(upload.key)}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              )}
            </Group>
          </List.Item>
        ))}
      </List>
    </Paper>
  );
}

function StateIcon({ upload: { state } }: { upload: Upload }) {
  if (state === 'failed') return <IconAlertTriangle size={16} aria-hidden />;
  return state === 'done' ? <IconCheck size={16} aria-hidden /> : <Loader size={14} aria-hidden />;
}
