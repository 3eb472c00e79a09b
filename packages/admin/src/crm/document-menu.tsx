// Downloads the document of what was issued, in the chosen format.

import { DownloadMenu } from '../ui/download-menu.tsx';

const formats = [
  { format: 'pdf', label: 'PDF', about: 'To read and print' },
  { format: 'ubl', label: 'XML (UBL)', about: 'E-invoice, as in Peppol' },
  { format: 'xrechnung', label: 'XRechnung', about: 'E-invoice for authorities in Germany' },
  { format: 'cii', label: 'XML (CII)', about: 'E-invoice, as in Factur-X and ZUGFeRD' },
];

/** `path`: of the record, such as `/invoices/inv_…`. */
export function DocumentMenu({ path }: { path: string }) {
  const files = formats.map(({ format, ...file }) => ({ ...file, url: `${documentUrl(path)}?format=${format}` }));
  return <DownloadMenu label="Download" files={files} />;
}

export function documentUrl(path: string): string {
  return `/api/v1${path}/document`;
}
