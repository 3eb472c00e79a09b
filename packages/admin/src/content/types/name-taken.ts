// A name that another content type or taxonomy has.

import { FrontdeskError } from '@frontdesk/client';

/** With the pointer of the input, which the server does not report. */
export function atNameInput(error: unknown): unknown {
  if (!(error instanceof FrontdeskError) || error.code !== 'name_taken') return error;
  const fault = { pointer: '/name', code: error.code, detail: error.detail ?? error.title };
  return new FrontdeskError({ code: error.code, status: error.status, title: error.title, errors: [fault] });
}
