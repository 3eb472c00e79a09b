// The code that puts a form on a page of another site (docs/guides/html.md), made from its fields.

import type { FieldDeclaration } from '../../fields/field.ts';
import { controlOf, isCalculated, isFileField, isPriceField } from '../../fields/field-kinds.ts';
import type { FieldState } from '../../fields/form-controls.ts';
import type { Language } from '../../languages/language.ts';
import { type Html, html } from '../../lib/html.ts';
import type { Form } from '../form/form.ts';
import type { FormCode } from '../form/forms.schemas.ts';
import { conditionText } from './condition-script.ts';

/** `origin` is that of the service, and of the pictures. */
export function formCode(
  form: Form,
  origin: string,
  { language, formats, pictures }: Pick<FieldState, 'language' | 'formats' | 'pictures'>,
): FormCode {
  const { slug, name } = form;
  const page = `${origin}/f/${encodeURIComponent(slug)}`;
  const action = `${origin}/api/v1/forms/${encodeURIComponent(slug)}/submit`;
  // Other sites have no script that works out calculations.
  const asked = form.fields.filter((field) => !isCalculated(field));
  const fields = asked.map((field) => renderField(field, asked, { language, formats, pictures }));
  const button = html`<button type="submit">${buttonText(form, language)}</button>`;
  const encoding = form.fields.some(isFileField) ? html` enctype="multipart/form-data"` : html``;
  return {
    script: html`<script type="module" src="${origin}/embed.js"></script>
<frontdesk-form slug="${slug}"><a href="${page}">${name}</a></frontdesk-form>
`.markup,
    iframe: html`<iframe src="${page}?embed" title="${name}" width="100%" height="600" style="border: 0"></iframe>
`.markup,
    html: html`<form method="post" action="${action}" accept-charset="utf-8"${encoding}>
${fields}<input name="_gotcha" style="display: none" tabindex="-1" autocomplete="off" aria-hidden="true">
${button}
</form>
`.markup,
    react: reactCode(slug, origin, html`${fields}${button}`.markup),
  };
}

/** What the button of the form says. */
export function buttonText({ fields, settings }: Pick<Form, 'fields' | 'settings'>, { texts }: Language): string {
  const { button = '' } = settings;
  if (button.trim() !== '') return button;
  return fields.some(isPriceField) ? texts.page.continueToPayment : texts.page.send;
}

/** As on the form page, but pages of other sites show all fields, and say when they apply. */
function renderField(
  field: FieldDeclaration,
  asked: readonly FieldDeclaration[],
  visitor: Pick<FieldState, 'language' | 'formats' | 'pictures'>,
): Html {
  const values = [field.default].flat().filter((value) => value !== undefined && value !== null);
  const other = asked.find(({ name }) => name === field.visibleWhen?.field);
  const condition = other ? conditionText(field, other, visitor.language) : null;
  const state = { error: null, hasFocus: false, lostFiles: [], condition, ...visitor };
  return controlOf(field).render(field, { ...state, values: values.map(String), raw: field.default, isStatic: true });
}

function reactCode(slug: string, origin: string, fields: string): string {
  const body = toJsx(fields).trim().replaceAll('\n', '\n      ');
  return `import { createClient, FrontdeskError } from '@frontdesk/client';
import { useState } from 'react';

const client = createClient({ baseUrl: ${JSON.stringify(`${origin}/api/v1`)} });

export function FrontdeskForm() {
  const [message, setMessage] = useState('');

  async function submit(event) {
    event.preventDefault();
    try {
      const { paymentUrl } = await client.forms(${JSON.stringify(slug)}).submit(new FormData(event.currentTarget));
      if (paymentUrl) window.location.assign(paymentUrl);
      else setMessage('Thank you');
    } catch (error) {
      if (!(error instanceof FrontdeskError)) throw error;
      setMessage(error.message);
    }
  }

  return (
    <form onSubmit={submit}>
      ${body}
      <p role="status">{message}</p>
    </form>
  );
}
`;
}

const jsxNames: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  autocomplete: 'autoComplete',
  inputmode: 'inputMode',
  maxlength: 'maxLength',
  minlength: 'minLength',
  checked: 'defaultChecked',
};

/** Our own markup as JSX: its values are escaped, so that tags and attributes are where they seem to be. */
function toJsx(markup: string): string {
  return (
    markup
      .replace(/[{}]/g, (brace) => `&#${brace.charCodeAt(0)};`)
      // The text of a large input is a value.
      .replace(/<(\w+area)([^>]*)>\n?([^<]*)<\/\1>/g, '<$1$2 value="$3">')
      .replace(/<(\w+)((?: [\w-]+(?:="[^"]*")?)*)>/g, (_, tag: string, attributes: string) => {
        const isTyped = tag !== 'option' && !/ type="(?:checkbox|radio|hidden)"/.test(attributes);
        const named = attributes.replace(/ ([\w-]+)(="[^"]*")?/g, (_, name: string, value = '') => {
          if (name === 'selected') return '';
          return ` ${name === 'value' && isTyped ? 'defaultValue' : (jsxNames[name] ?? name)}${value}`;
        });
        return `<${tag}${named}${/^input$|area$/.test(tag) ? ' /' : ''}>`;
      })
  );
}
