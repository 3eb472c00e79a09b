// Looks at the first bytes of an uploaded file, so that most wrong files are rejected at once. All others are found when
// the file is read to its end.

import { sampleBytes } from '../files/sniff.ts';
import { createElementReader } from './wordpress-elements.ts';
import { inspectWordpressExport } from './wordpress-export.ts';
import { WordpressExportError } from './wordpress-export-error.ts';
import { readXmlText } from './xml-text.ts';

/** The media type of an export, or why it cannot be one. A sample that is shorter than usual is the whole file. */
export async function checkSample(sample: Uint8Array): Promise<string | { code: string; detail: string }> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield sample;
  }
  try {
    if (sample.length < sampleBytes) await inspectWordpressExport(bytes());
    else {
      const reader = createElementReader(() => {});
      for await (const text of readXmlText(bytes())) reader.write(text);
    }
    return 'application/xml';
  } catch (error) {
    if (!(error instanceof WordpressExportError)) throw error;
    return { code: 'not_an_export', detail: `cannot be imported: ${error.message}` };
  }
}
