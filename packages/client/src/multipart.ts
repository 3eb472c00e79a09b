// Answers with files in them → multipart/form-data, as a browser would send them.

/** Whether an answer holds a file, so that JSON will not do. */
export function holdsFiles(body: object): boolean {
  return Object.values(body).some((value) => (Array.isArray(value) ? value.some(isFile) : isFile(value)));
}

/** One part for each value; lists become several parts of one name; what is null or undefined is left out. */
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
