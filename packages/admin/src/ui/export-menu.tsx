// Downloads what a list shows, on all its pages, in the chosen format.

import { DownloadMenu } from './download-menu.tsx';

const tables = [
  { format: 'csv', label: 'CSV', about: 'For other programs' },
  { format: 'xlsx', label: 'Excel (XLSX)', about: 'For spreadsheets' },
];
const ndjson = { format: 'ndjson', label: 'NDJSON', about: 'Everything, one record per line' };

type ExportMenuProps = {
  /** Of the list, such as `/submissions`. */
  path: string;
  query: object;
  /** Whether it is exported as NDJSON, too. */
  withNdjson?: boolean;
};

export function ExportMenu({ path, query, withNdjson = false }: ExportMenuProps) {
  const search = searchOf(query);
  const formats = [...tables, ...(withNdjson ? [ndjson] : [])];
  const files = formats.map(({ format, ...file }) => ({ ...file, url: `/api/v1${path}.${format}${search}` }));
  return <DownloadMenu label="Export" files={files} />;
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
