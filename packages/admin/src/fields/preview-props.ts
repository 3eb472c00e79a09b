// What the preview of a form says about a field.

export type Answer = string | boolean | string[];

/** What a payment field offers, with its price. */
export type SoldLine = { key: string; label: string; amount: string; options: readonly Omit<SoldLine, 'options'>[] };

/** A field in the form builder, as far as its preview shows it. */
type PreviewedField = {
  name: string;
  label: string;
  help: string;
  isRequired: boolean;
  options: readonly { key: string; label: string; value: string; image: string | null }[];
  rows: readonly { key: string; label: string; value: string }[];
  /** The fields of a repeated group. */
  inner: readonly {
    key: string;
    label: string;
    name: string;
    isRequired: boolean;
    options: readonly { label: string }[];
  }[];
  min: string;
  max: string;
  formula: string;
  minLabel: string;
  maxLabel: string;
  initial: string;
  accept: readonly string[];
  isMultiple: boolean;
  amount: string;
  price: { lines: readonly SoldLine[] | null };
  currency: string;
  description: string;
};

export type PreviewProps = { field: PreviewedField; value: Answer | undefined; set(value: Answer): void };
