// What is wrong with the answers to a form, in words that follow the label of the field and a colon.

import { fileLimits } from '../../fields/bounds.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { controlOf, isFileField, isPriceField, jsonTypeOf, kindOf, rowFieldsOf } from '../../fields/field-kinds.ts';
import { partLabel } from '../../fields/part-controls.ts';
import { hasOrder } from '../../fields/price-lines.ts';
import { fieldInRow } from '../../fields/rows.ts';
import { nameFileTypes } from '../../languages/file-words.ts';
import { fillInCount, type Language } from '../../languages/language.ts';
import { fillIn } from '../../languages/language-texts.ts';
import type { Fault } from '../../lib/errors.ts';
import type { SiteFormats } from '../../settings/site-formats.ts';
import type { Form } from '../form/form.ts';
import { orderMessage } from '../payment/order-texts.ts';

/** How to write to who sees the page. */
type Visitor = { language: Language; formats: SiteFormats };

/** The first fault of each field, by the field's name. */
export function messagesOf(form: Form, faults: readonly Fault[], visitor: Visitor): Map<string, string> {
  const messages = new Map<string, string>();
  for (const fault of faults) {
    const name = fault.pointer.split('/')[1] ?? '';
    const field = form.fields.find((field) => field.name === name);
    if (field && !messages.has(name)) messages.set(name, messageAbout(field, fault, visitor));
  }
  return messages;
}

/** What is wrong inside a row of a repeated group. */
type RowFault = {
  /** `1.name` */
  key: string;
  message: string;
  /** The message with the row and the label of its field. */
  text: string;
  /** The element that gets the focus. */
  focusId: string;
};

/** The first fault of each field in the rows of a repeated group; none for other fields. */
export function rowFaultsOf(field: FieldDeclaration, faults: readonly Fault[], visitor: Visitor): RowFault[] {
  const inner = rowFieldsOf(field);
  if (!inner) return [];
  const { labelAndFault, rowTitle } = visitor.language.texts.page;
  const found = new Map<string, RowFault>();
  for (const fault of faults) {
    const [, outer, row, name] = fault.pointer.split('/');
    const part = inner.find((one) => one.name === name);
    if (outer !== field.name || !part || found.has(`${row}.${name}`)) continue;
    const message = faultMessage(part, fault, visitor);
    const inRow = fieldInRow(field, String(row), part);
    const about = fillIn(labelAndFault, { label: partLabel(part, visitor.language), fault: message });
    found.set(`${row}.${name}`, {
      ...{ key: `${row}.${name}`, message },
      text: fillIn(labelAndFault, { label: fillIn(rowTitle, { number: Number(row) + 1 }), fault: about }),
      focusId: controlOf(inRow).focusId(inRow),
    });
  }
  return [...found.values()];
}

/** Names the part of the answer that is wrong, if it has parts. */
function messageAbout(field: FieldDeclaration, fault: Fault, visitor: Visitor): string {
  const [, , step = ''] = fault.pointer.split('/');
  const partName = step.replaceAll('~1', '/').replaceAll('~0', '~');
  const part = kindOf(field)
    .members?.(field)
    .find(({ name }) => name === partName);
  if (!part) return faultMessage(field, fault, visitor);
  const { labelAndFault } = visitor.language.texts.page;
  const message = faultMessage(part, fault, visitor);
  return fillIn(labelAndFault, { label: partLabel(part, visitor.language), fault: message });
}

/** What to do about a fault. It follows the label of the field and a colon. */
function faultMessage(field: FieldDeclaration, fault: Fault, visitor: Visitor): string {
  const { code } = fault;
  if (isPriceField(field) && (hasOrder(field) || code === 'other_price')) return orderMessage(fault, visitor);
  const { language, formats } = visitor;
  const { schema, asksFor } = kindOf(field);
  const { min, max, pattern } = field;
  const limits = schema(field) ?? {};
  const { faults } = language.texts;
  const missing = faults[controlOf(field).missing];
  const asked = asksFor && fillIn(faults[asksFor], { example: formats.number(1234.5) });
  const limit = (value: string): { limit: string } => ({ limit: value });
  switch (code) {
    case 'min_items':
      return rowFieldsOf(field) ? fillIn(faults.minimum, limit(formats.number(limits.minItems as number))) : missing;
    case 'required':
    case 'not_a_file':
    case 'file_gone':
      return missing;
    case 'not_allowed':
      return jsonTypeOf(field) === 'boolean' ? missing : faults.notAnOption;
    case 'pattern':
      if (asked && pattern === undefined) return asked;
      return field.help ?? faults.requestedFormat;
    case 'min_length':
      return fillInCount(language, faults.minLength, Number(min));
    case 'max_length':
      return fillInCount(language, faults.maxLength, Number(limits.maxLength));
    case 'minimum':
      return fillIn(faults.minimum, limit(formats.number(limits.minimum as number)));
    case 'maximum':
      return fillIn(faults.maximum, limit(formats.number(limits.maximum as number)));
    case 'format_minimum':
      return fillIn(faults.earliest, limit(dateText(String(min), formats)));
    case 'format_maximum':
      return fillIn(faults.latest, limit(dateText(String(max), formats)));
    case 'out_of_range':
      return faults.tooManyDigits;
    case 'not_unique':
      return faults.notUnique;
    case 'before_start':
      return faults.beforeStart;
    case 'invalid_vat_id':
      return faults.vatId;
    case 'vat_id_not_in_use':
      return faults.vatIdNotInUse;
    case 'vat_id_unchecked':
      return faults.vatIdUnchecked;
    case 'empty':
      return faults.fileEmpty;
    case 'too_large':
      return isFileField(field)
        ? fillIn(faults.fileTooLarge, { size: formats.bytes(fileLimits(field).maxSize) })
        : faults.invalid;
    case 'type_not_allowed':
      return fillIn(faults.fileType, { types: nameFileTypes(language, kindOf(field).accepts ?? field.accept) ?? '' });
    case 'too_many_files':
      return fillInCount(language, faults.tooManyFiles, fileLimits(field).maxFiles);
    case 'max_items':
      if (rowFieldsOf(field)) return fillIn(faults.maximum, limit(formats.number(limits.maxItems as number)));
      return fillInCount(language, faults.tooManyChosen, Number(limits.maxItems));
    default:
      return asked ?? faults.invalid;
  }
}

/** A day, or a time. */
function dateText(bound: string, formats: SiteFormats): string {
  return bound.length === 10 ? formats.day(bound) : formats.time(bound);
}

/** Faults that are not about a field of the form, such as unknown keys; null if there are none. */
export function otherFaults(form: Form, faults: readonly Fault[], { texts }: Language): string | null {
  const names = new Set(form.fields.map((field) => field.name));
  const { unknownField, tooManyUnknown } = texts.faults;
  const others = faults.flatMap(({ pointer, code }) => {
    const [, member] = pointer.split('/');
    if (names.has(member ?? '')) return [];
    const field = (member ?? '').replaceAll('~1', '/').replaceAll('~0', '~');
    return code === 'unknown' ? [fillIn(unknownField, { field })] : [tooManyUnknown];
  });
  return others.length === 0 ? null : [...new Set(others)].join(' ');
}
