// A button that offers files to download.

import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';

export type OfferedFile = { url: string; label: string; about: string };

export function DownloadMenu({ label, files }: { label: string; files: readonly OfferedFile[] }) {
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
        {files.map(({ url, label, about }) => (
          <Menu.Item key={url} component="a" href={url} download>
            {label}
            <br />
            <small>{about}</small>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
