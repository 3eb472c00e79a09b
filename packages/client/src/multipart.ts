// Submissions with files as multipart/form-data, as browsers send them.

/** Whether a value is a file, which JSON cannot contain. */
export function holdsFiles(body: object): boolean {
  return Object.values(body).some((value) => (Array.isArray(value) ? value.some(isFile) : isFile(value)));
}

/** One part for each value. Lists become several parts with the same name; null and undefined are skipped. */
export function toFormData(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (part === undefined || part === null) continue;
      if (isFile(part)) form.append(name, part);
      else form.append(name, typeof part === 'object' ? JSON.stringify(part) : String(part));
    }
  }
  return form;
}

function isFile(value: unknown): value is Blob {
  return value instanceof Blob;
}
