// Downloads what a list of submissions matches, on all its pages, in the chosen format.

import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';

const formats = [
  { format: 'csv', label: 'CSV', about: 'For other programs' },
  { format: 'xlsx', label: 'Excel (XLSX)', about: 'For spreadsheets' },
  { format: 'ndjson', label: 'NDJSON', about: 'Everything, one record per line' },
] as const;

type ExportMenuProps = {
  /** Of the list, such as `/submissions`. */
  path: string;
  query: object;
};

export function ExportMenu({ path, query }: ExportMenuProps) {
  const search = searchOf(query);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ format, label, about }) => (
          <Menu.Item key={format} component="a" href={`/api/v1${path}.${format}${search}`} download>
            {label}
            <br />
            <small>{about}</small>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The filters of a list, without its page. */
function searchOf(query: object): string {
  const { limit: _, offset: __, answers = {}, ...filters } = query as { [name: string]: unknown; answers?: object };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) search.append(name, String(value));
  for (const [field, condition] of Object.entries(answers)) {
    for (const [operator, value] of Object.entries(condition as object))
      search.append(`answers[${field}][${operator}]`, String(value));
  }
  return search.size === 0 ? '' : `?${search}`;
}
