// Downloads the document of what was issued, in the chosen format.

import { FrontdeskError } from '@frontdesk/client';
import { api } from '../api/api.ts';
import { DownloadMenu } from '../ui/download-menu.tsx';
import { formatList } from '../ui/format.ts';
import { saveDownload } from '../ui/save-download.ts';
import { toastWarning } from '../ui/toast.tsx';

const formats = [
  { format: 'pdf', label: 'PDF', about: 'To read and print' },
  { format: 'ubl', label: 'XML (UBL)', about: 'E-invoice, as in Peppol' },
  { format: 'xrechnung', label: 'XRechnung', about: 'E-invoice for authorities in Germany' },
  { format: 'cii', label: 'XML (CII)', about: 'E-invoice, as in Factur-X and ZUGFeRD' },
] as const;

const paths = { invoices: '/invoices', creditNotes: '/credit-notes' };

export function DocumentMenu({ of, id }: { of: keyof typeof paths; id: string }) {
  const url = documentUrl(`${paths[of]}/${id}`);
  const files = formats.map((file) => ({ ...file, url: `${url}?format=${file.format}` }));
  return (
    <DownloadMenu
      label="Download"
      files={files}
      save={async ({ format, label }) => {
        try {
          const { name, response } = await api[of].document(id, { format });
          saveDownload(name, await response.blob());
        } catch (error) {
          if (!(error instanceof FrontdeskError && error.problem.missing)) throw error;
          toastWarning(`${label} cannot be made`, whatIsMissing(error.problem.missing as string[]));
        }
      }}
    />
  );
}

/** What was issued keeps what it has, so that only the next one can have more. */
function whatIsMissing(pointers: readonly string[]): string {
  const names = pointers.map((pointer) =>
    pointer
      .replace(/[A-Z]/g, ' $&')
      .replaceAll('.', ' ')
      .toLowerCase()
      .replace(/vat id|iban/, (name) => name.toUpperCase()),
  );
  return `It lacks: ${formatList(names)}. Seller and buyer are fixed at the issue. For the next one, complete them under Settings, Invoices, and in the draft.`;
}

/** `path`: of the record, such as `/invoices/inv_…`. */
export function documentUrl(path: string): string {
  return `/api/v1${path}/document`;
}
