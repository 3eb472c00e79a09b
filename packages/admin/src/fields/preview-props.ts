// What the preview of a form says about a field.

import type { ReactNode } from 'react';

export type Answer = string | boolean | string[];

/** What a payment field offers; amounts and quantities as they are typed. */
export type SoldLine = {
  key: string;
  type: 'item' | 'choice' | 'custom';
  label: string;
  help: string;
  isRequired: boolean;
  isMultiple: boolean;
  amount: string;
  minQuantity: string;
  maxQuantity: string;
  preset: string;
  stock: string;
  options: readonly PricedOption[];
};

export type PricedOption = { key: string; label: string; amount: string; stock: string };

/** A field in the form builder, as far as its preview shows it. */
type PreviewedField = {
  key: string;
  type: string;
  name: string;
  label: string;
  help: string;
  isRequired: boolean;
  options: readonly { key: string; label: string; value: string; image: string | null }[];
  rows: readonly { key: string; label: string; value: string }[];
  /** The fields of a repeated group. */
  inner: readonly PreviewedField[];
  min: string;
  max: string;
  formula: string;
  minLabel: string;
  maxLabel: string;
  initial: string;
  accept: readonly string[];
  isMultiple: boolean;
  amount: string;
  price: { lines: readonly SoldLine[] | null; showAvailable: boolean };
  currency: string;
  description: string;
};

export type FilledField = { field: PreviewedField; value: Answer | undefined; set(value: Answer): void };

export type PreviewProps = FilledField & {
  /** The preview of a field inside this one. */
  renderInner(inner: FilledField): ReactNode;
};
