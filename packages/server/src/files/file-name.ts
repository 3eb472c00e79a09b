// Names of files, as they are shown and downloaded.

/**
 * Control and direction characters, other invisible ones, and what separates the parts of a path. What joins emoji and
 * letters, such as those of Persian, or chooses between their forms, belongs to the writing.
 */
const unsafe =
  /[\p{Cc}\/\\[\p{Default_Ignorable_Code_Point}--[\u200c\u200d\p{Variation_Selector}\u{e0020}-\u{e007f}]]]/gv;
/** Nothing to see, or a step in a path. */
const blank = /^[.\p{Default_Ignorable_Code_Point}]+$/u;

/** Whether a name has characters that are never kept, or nothing that can be seen. */
export function isUnsafeName(name: string): boolean {
  return name.search(unsafe) >= 0 || blank.test(name);
}

/**
 * The file name to show and to download: without a path, control or direction characters, at most 255 characters long.
 * Browsers send a quotation mark as %22 (HTML, "multipart/form-data encoding algorithm").
 */
export function cleanName(name: string | undefined): string {
  const clean = (name ?? '')
    .replaceAll('%22', '"')
    .toWellFormed()
    .replace(unsafe, '')
    .trim()
    .slice(-255)
    .toWellFormed();
  return blank.test(clean) ? '' : clean;
}
