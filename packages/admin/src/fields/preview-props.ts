// What the preview of a form says about a field.

import type { ReactNode } from 'react';
import type { FormSales } from './form-sales.ts';

export type Answer = string | boolean | string[];

/** What a payment field offers; amounts and quantities as they are typed. */
export type SoldLine = {
  key: string;
  /** Null until it is stored. */
  name: string | null;
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
  /** Null for that of the form. */
  taxRateId: string | null;
  options: readonly PricedOption[];
  /** The type whose items are the options, its fields, and the filter of its items as JSON. */
  optionsFrom: Record<'type' | 'price' | 'stock' | 'taxRate' | 'picture' | 'where', string> | null;
};

export type PricedOption = {
  key: string;
  value: string | null;
  label: string;
  amount: string;
  stock: string;
  /** Null for that of the line; only items have one. */
  taxRateId: string | null;
  /** The ID of a picture. */
  image: string | null;
};

/** A field in the form builder, as far as its preview shows it. */
export type PreviewedField = {
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
  price: {
    lines: readonly SoldLine[] | null;
    places: string;
    showAvailable: boolean;
    discountCodes: boolean;
    issuesInvoice: boolean;
    /** Of lines without one of their own; null if no tax is due. */
    taxRateId: string | null;
    pricesIncludeTax: boolean;
  };
  currency: string;
  description: string;
};

export type FilledField = { field: PreviewedField; value: Answer | undefined; set(value: Answer): void };

export type PreviewProps = FilledField & {
  sales: FormSales;
  /** The preview of a field inside this one. */
  renderInner(inner: FilledField): ReactNode;
};
