// Downloads a file of a submission.

import { api } from '../api.ts';
import { saveDownload } from '../ui/save-download.ts';

export async function downloadFile(id: string): Promise<void> {
  const { name, response } = await api.files.download(id);
  saveDownload(name, await response.blob());
}
