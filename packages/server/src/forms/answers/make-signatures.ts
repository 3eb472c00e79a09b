// Makes pictures of names that were typed as signatures, which are then files like those that were drawn.

import type { Context } from '../../context/context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { isSigned } from '../../fields/field-kinds.ts';
import { cleanName } from '../../files/file-name.ts';
import type { StagedFile } from '../../files/files.ts';
import { storeBytes } from '../../files/receive.ts';
import { dropForbidden } from '../../lib/escape-xml.ts';
import { html } from '../../lib/html.ts';
import { newId } from '../../lib/ids.ts';

/** The files of a submission with those of its typed signatures, whose IDs take the place of the names in `data`. */
export async function withSignatures(
  ctx: Context,
  fields: readonly FieldDeclaration[],
  data: Record<string, unknown>,
  files: readonly StagedFile[],
): Promise<readonly StagedFile[]> {
  const known = new Set(files.map(({ id }) => id));
  const made: StagedFile[] = [];
  for (const { name: fieldName } of fields.filter(isSigned)) {
    const [typed] = [data[fieldName]].flat();
    if (typeof typed !== 'string' || known.has(typed)) continue;
    const id = newId('file');
    const stored = await storeBytes(ctx, id, bytesOf(drawName(typed.trim())));
    made.push({ id, fieldName, name: cleanName(`${typed.trim()}.svg`), type: 'image/svg+xml', ...stored });
    data[fieldName] = [id];
  }
  return made.length === 0 ? files : [...files, ...made];
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Wide enough for any font. */
function drawName(typed: string): string {
  const name = dropForbidden(typed);
  const width = 60 + 44 * [...name].length;
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 120" width="${width}" height="120"><title>${name}</title><rect width="100%" height="100%" fill="#fff"/><text x="50%" y="78" text-anchor="middle" font-family="cursive" font-size="56" font-style="italic">${name}</text></svg>
`.markup;
}
