// The texts of a form in other languages than its own. What a translation leaves out is shown as the form has it.

import Type, { type Static } from 'typebox';
import { type FieldDeclaration, optionValues } from '../../fields/field.ts';
import type { PriceLine } from '../../fields/price-lines.ts';
import { mergePatch } from '../../http/merge-patch.ts';
import { bodyOf } from '../../http/schemas.ts';
import { isLanguageCode, type LanguageCode, languageCodes } from '../../languages/language.ts';
import { type Fault, type FaultCode, failBody } from '../../lib/errors.ts';
import { nearestHint } from '../../lib/names.ts';
import { escapePointer } from '../../lib/validation.ts';

const text = (maxLength: number, description: string, example: string) =>
  Type.Optional(Type.String({ maxLength, description, examples: [example] }));

const optionTexts = Type.Optional(
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string', maxLength: 500 },
    description: 'The labels of its options, by their values',
    examples: [{ yes: 'Mit Mittagessen' }],
  }),
);

const LineTranslation = bodyOf(
  {
    label: text(200, 'Its label', 'Eintrittskarte'),
    help: text(500, 'Its help', 'Gilt an beiden Tagen.'),
    options: optionTexts,
  },
  { title: 'LineTranslation', description: 'The texts of a line of a price in another language' },
);

const RowFieldTranslation = bodyOf(
  {
    label: text(500, 'Its label', 'Name des Gastes'),
    help: text(2000, 'Its help', 'Wie auf dem Ausweis.'),
    options: optionTexts,
  },
  { title: 'RowFieldTranslation', description: 'The texts of a field of a repeated group in another language' },
);

const FieldTranslation = bodyOf(
  {
    label: text(500, 'Its label; of a consent, what is agreed to', 'Ihr Name'),
    help: text(2000, 'Its help', 'Wie auf dem Ausweis.'),
    description: text(2000, 'The description of a price', 'Mit Mittagessen'),
    options: optionTexts,
    fields: Type.Optional(
      Type.Unsafe<Record<string, Static<typeof RowFieldTranslation>>>({
        type: 'object',
        additionalProperties: RowFieldTranslation,
        description: 'Of a repeated group: the texts of its fields, by their names',
        examples: [{ name: { label: 'Name des Gastes' } }],
      }),
    ),
    lines: Type.Optional(
      Type.Unsafe<Record<string, Static<typeof LineTranslation>>>({
        type: 'object',
        additionalProperties: LineTranslation,
        description: 'Of a payment field: the texts of its lines, by their names',
        examples: [{ ticket: { label: 'Eintrittskarte', options: { early: 'Frühbucher' } } }],
      }),
    ),
  },
  { title: 'FieldTranslation', description: 'The texts of a field in another language' },
);

const FormTranslation = bodyOf(
  {
    name: text(200, 'The name of the form', 'Anmeldung'),
    description: text(10_000, 'The introduction', 'Schön, dass Sie kommen.'),
    button: text(200, 'What the button says', 'Anmelden'),
    thanks: text(10_000, 'The text after a submission', 'Wir freuen uns auf Sie.'),
    closed: text(10_000, 'The text of a form that is closed', 'Die Anmeldung ist geschlossen.'),
    fields: Type.Optional(
      Type.Unsafe<Record<string, Static<typeof FieldTranslation>>>({
        type: 'object',
        additionalProperties: FieldTranslation,
        description: 'The texts of its fields, by their names',
        examples: [{ email: { label: 'E-Mail' } }],
      }),
    ),
  },
  { title: 'FormTranslation', description: 'The texts of a form in another language' },
);
export type FormTranslation = Static<typeof FormTranslation>;
export type FormTranslations = { [code: string]: FormTranslation };

export const FormTranslations = Type.Unsafe<FormTranslations>({
  type: 'object',
  additionalProperties: FormTranslation,
  description: `Its texts in other languages, by their codes: ${languageCodes.join(', ')}. Browsers get the one they prefer`,
  examples: [{ de: { name: 'Anmeldung', fields: { email: { label: 'E-Mail' } } } }],
});

function unknownLanguage(code: string): Fault {
  const pointer = `/translations/${escapePointer(code)}`;
  return {
    pointer,
    code: 'unknown_language',
    detail: `is not one of the languages of pages: ${languageCodes.join(', ')}`,
  };
}

/** The translations with what a change says. Throws invalid_body for a language that is none and that they do not have. */
export function mergeTranslations(stored: FormTranslations, change: object): FormTranslations {
  const unknown = Object.entries(change)
    .filter(([code, value]) => value === null && !isLanguageCode(code) && !Object.hasOwn(stored, code))
    .map(([code]) => unknownLanguage(code));
  if (unknown.length > 0) throw failBody(unknown);
  return mergePatch(stored, change);
}

type Translated = { language: LanguageCode | null; translations: FormTranslations };
type Texts = { name: string; settings: object; fields: FieldDeclaration[] };

/** What is wrong with the languages of a form that has these fields. */
export function checkTranslations(
  { language, translations }: Translated,
  fields: readonly FieldDeclaration[],
): Fault[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const faults: Fault[] = [];
  const codes = Object.keys(translations);
  const add = (path: string[], code: FaultCode, detail: string): unknown =>
    faults.push({ pointer: ['', ...path].map(escapePointer).join('/'), code, detail });
  if (codes.length > 0 && language === null) {
    add(
      ['language'],
      'required',
      'is required if there are translations: the language of the texts of the form itself',
    );
  }
  const addUnknown = (path: string[], name: string, known: readonly string[], what: string): unknown =>
    add([...path, name], 'unknown', `is not ${what}${nearestHint(name, known)}`);
  const checkOptions = (path: string[], options: object, values: readonly string[], of: string): void => {
    for (const value of Object.keys(options))
      if (!values.includes(value)) addUnknown([...path, 'options'], value, values, `an option of the ${of}`);
  };
  for (const code of codes) {
    const path = ['translations', code];
    if (!isLanguageCode(code)) {
      faults.push(unknownLanguage(code));
    } else if (code === language) add(path, 'not_allowed', 'is the language of the form itself, which has these texts');
    for (const [name, { options = {}, lines = {}, fields: inner = {} }] of Object.entries(
      translations[code]?.fields ?? {},
    )) {
      const fieldPath = [...path, 'fields', name];
      const field = byName.get(name);
      if (!field) {
        addUnknown([...path, 'fields'], name, [...byName.keys()], 'a field of the form');
        continue;
      }
      checkOptions(fieldPath, options, optionValues(field), `field ${name}`);
      for (const [innerName, texts] of Object.entries(inner)) {
        const declared = field.fields?.find((one) => one.name === innerName);
        const innerPath = [...fieldPath, 'fields', innerName];
        if (declared) checkOptions(innerPath, texts.options ?? {}, optionValues(declared), `field ${innerName}`);
        else {
          const names = field.fields?.map((one) => one.name) ?? [];
          addUnknown([...fieldPath, 'fields'], innerName, names, `a field of ${name}`);
        }
      }
      for (const [lineName, line] of Object.entries(lines)) {
        const declared = field.lines?.find((one) => one.name === lineName);
        const values = declared?.options?.map(({ value }) => value) ?? [];
        if (declared) checkOptions([...fieldPath, 'lines', lineName], line.options ?? {}, values, `line ${lineName}`);
        else {
          const names = field.lines?.map((one) => one.name) ?? [];
          addUnknown([...fieldPath, 'lines'], lineName, names, `a line of the field ${name}`);
        }
      }
    }
  }
  return faults;
}

const texts = ['description', 'button', 'thanks', 'closed'] as const;

/** The form with its texts in this language, for people to read. */
export function translateForm<Form extends Translated & Texts>(form: Form, code: LanguageCode): Form {
  const translation = form.translations[code];
  if (!translation) return form;
  const translated = texts.flatMap((name) => (isText(translation[name]) ? [[name, translation[name]] as const] : []));
  return {
    ...form,
    name: isText(translation.name) ? translation.name : form.name,
    settings: { ...form.settings, ...Object.fromEntries(translated) },
    fields: form.fields.map((field) => translateField(field, translation.fields?.[field.name])),
  };
}

/** A field of the form with its texts in this language; null for that of the form. */
export function fieldIn(
  { translations }: Pick<Translated, 'translations'>,
  field: FieldDeclaration,
  code: LanguageCode | null,
): FieldDeclaration {
  return code === null ? field : translateField(field, translations[code]?.fields?.[field.name]);
}

type FieldTexts = Static<typeof FieldTranslation>;

function translateField(
  field: FieldDeclaration,
  { options = {}, lines = {}, fields: inner = {}, ...translated }: FieldTexts = {},
): FieldDeclaration {
  const labelOf = (value: string, label: string): string => (isText(options[value]) ? options[value] : label);
  return {
    ...field,
    ...textsIn(translated),
    ...(field.fields && { fields: field.fields.map((one) => translateField(one, inner[one.name])) }),
    ...(field.lines && { lines: field.lines.map((line) => translateLine(line, lines[line.name])) }),
    ...(field.options && {
      options: field.options.map((option) =>
        typeof option === 'string'
          ? { value: option, label: labelOf(option, option) }
          : { ...option, label: labelOf(option.value, option.label) },
      ),
    }),
  };
}

function translateLine(
  line: PriceLine,
  { options = {}, ...translated }: Static<typeof LineTranslation> = {},
): PriceLine {
  return {
    ...line,
    ...textsIn(translated),
    ...(line.options && {
      options: line.options.map((option) => {
        const label = options[option.value];
        return isText(label) ? { ...option, label } : option;
      }),
    }),
  };
}

function textsIn(translated: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(translated).filter((entry): entry is [string, string] => isText(entry[1])));
}

function isText(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}
