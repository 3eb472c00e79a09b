// The categories of VAT in EN 16931 (UNTDID 5305) that invoices may have.

/** What each means, and whether it has a percentage or needs a reason instead. */
export const taxCategories = {
  S: { label: 'Standard or reduced rate', needsReason: false },
  Z: { label: 'Zero rated', needsReason: false },
  E: { label: 'Exempt from tax', needsReason: true },
  AE: { label: 'Reverse charge', needsReason: true },
  K: { label: 'Intra-Community supply', needsReason: true },
  G: { label: 'Export outside the EU', needsReason: true },
  O: { label: 'Outside the scope of tax', needsReason: true },
} as const;

export type TaxCategory = keyof typeof taxCategories;
