// The texts of a form in other languages, as they are typed: by keys of fields and options, so that they survive when these
// are renamed, and go when these are removed.

import type { Form, FormTranslation } from '@frontdesk/client';
import { isPriceField } from '../../fields/field-kinds.ts';
import type { FieldDraft } from './field-draft.ts';
import { declaredNames } from './price-draft.ts';

/** By language, and then by the ID of the text. */
export type TranslationDrafts = Record<string, Record<string, string>>;

/** A text that can be translated. */
export type Translatable = {
  id: string;
  /** Where it is in a translation. */
  path: string[];
  /** What it is, such as "Button text". */
  about: string;
  /** As the form has it; empty if it has none. */
  original: string;
  isLong: boolean;
};

type Texts = {
  name: string;
  description: string;
  button: string;
  thanks: string;
  closed: string;
  fields: FieldDraft[];
};

/** Every text of the form, in the order of its page. */
export function translatableTexts({ name, description, button, thanks, closed, fields }: Texts): Translatable[] {
  const ofPage = (id: keyof Texts, about: string, original: string, isLong = true): Translatable => ({
    ...{ id, path: [id], about, original, isLong },
  });
  return [
    ofPage('name', 'Form name', name, false),
    ofPage('description', 'Introduction', description),
    ...fields.flatMap((field) => textsOfField(field)),
    ofPage('button', 'Button text', button, false),
    ofPage('thanks', 'Thank-you text', thanks),
    ofPage('closed', 'Text when closed', closed),
  ];
}

function textsOfField(field: FieldDraft, list: string[] = ['fields']): Translatable[] {
  const { key, name, label, help, description, options, inner } = field;
  const title = label || name;
  const at = [...list, name];
  const text = (member: string, about: string, original: string, isLong: boolean): Translatable => ({
    ...{ id: `${key}.${member}`, path: [...at, member], about, original, isLong },
  });
  return [
    text('label', 'Label', title, false),
    text('help', `Help of “${title}”`, help, true),
    text('description', `Description of “${title}”`, description, true),
    ...options.map((option) => ({
      id: `${key}.${option.key}`,
      path: [...at, 'options', option.value],
      about: `Option of “${title}”`,
      original: option.label || option.value,
      isLong: false,
    })),
    ...textsOfLines(field, title),
    ...inner.flatMap((one) => textsOfField(one, [...at, 'fields'])),
  ];
}

/** A line without a name, or an option without a value, gets it when the form is saved. */
function textsOfLines(field: FieldDraft, title: string): Translatable[] {
  const { key, name, price } = field;
  if (!isPriceField(field)) return [];
  return declaredNames(price.lines ?? []).flatMap(({ line, name: lineName, values }) => {
    const path = ['fields', name, 'lines', lineName];
    const called = line.label || lineName;
    const id = `${key}.${line.key}`;
    return [
      { id: `${id}.label`, path: [...path, 'label'], about: `Line of “${title}”`, original: called, isLong: false },
      { id: `${id}.help`, path: [...path, 'help'], about: `Help of “${called}”`, original: line.help, isLong: true },
      ...line.options.map((option, index) => ({
        id: `${id}.${option.key}`,
        path: [...path, 'options', values[index] as string],
        about: `Option of “${called}”`,
        original: option.label,
        isLong: false,
      })),
    ];
  });
}

/** Those that the form has, and that are not translated. */
export function missingTexts(texts: readonly Translatable[], translation: Record<string, string>): Translatable[] {
  return texts.filter(({ id, original }) => original.trim() !== '' && !translation[id]?.trim());
}

export function translationDraftsOf(translations: Form['translations'], texts: Texts): TranslationDrafts {
  const all = translatableTexts(texts);
  return Object.fromEntries(
    Object.entries(translations ?? {}).map(([code, translation]) => [
      code,
      Object.fromEntries(
        all.flatMap(({ id, path }) => {
          const text = path.reduce<unknown>((value, member) => Object(value)[member], translation);
          return typeof text === 'string' ? [[id, text]] : [];
        }),
      ),
    ]),
  );
}

export function translationsOf(drafts: TranslationDrafts, texts: Texts): Record<string, FormTranslation> {
  const all = translatableTexts(texts);
  return Object.fromEntries(
    Object.entries(drafts).map(([code, draft]) => {
      const translation: Record<string, unknown> = {};
      for (const { id, path } of all) {
        const text = draft[id];
        if (text?.trim()) place(translation, path, text);
      }
      return [code, translation as FormTranslation];
    }),
  );
}

function place(target: Record<string, unknown>, [first = '', ...rest]: string[], text: string): void {
  if (rest.length === 0) {
    target[first] = text;
    return;
  }
  const inner = (target[first] ?? {}) as Record<string, unknown>;
  target[first] = inner;
  place(inner, rest, text);
}
