// A button that offers files to download.

import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { toastError } from './toast.tsx';

export type OfferedFile = { url: string; label: string; about: string };

type DownloadMenuProps<File extends OfferedFile> = {
  label: string;
  files: readonly File[];
  /** Fetches a file that the service may refuse, which a browser would only call a failed download. */
  save?(file: File): Promise<void>;
};

export function DownloadMenu<File extends OfferedFile>({ label, files, save }: DownloadMenuProps<File>) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map((file) => (
          <Menu.Item
            key={file.url}
            component="a"
            href={file.url}
            download
            onClick={(event) => {
              if (!save) return;
              event.preventDefault();
              save(file).catch(toastError);
            }}
          >
            {file.label}
            <br />
            <small>{file.about}</small>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
