// Downloads a file of a submission.

import { api } from '../api.ts';

export async function downloadFile(id: string): Promise<void> {
  const { name, response } = await api.files.download(id);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
