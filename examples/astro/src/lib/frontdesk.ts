// The site's client: what pages read while they are built.

import { createClient } from '@frontdesk/client';
import type { Site } from '../site.d.ts';

/** The URL of the service, as visitors reach it. */
export const service = process.env.FRONTDESK_URL ?? 'http://127.0.0.1:3000';

export const frontdesk = createClient<Site>({
  baseUrl: `${service}/api/v1`,
  token: process.env.FRONTDESK_TOKEN,
});

type FormName = keyof Site['forms'];

/** Where a form without a script sends its answers. */
export const submitUrl = (form: FormName): string => `${service}/api/v1/forms/${form}/submit`;

export async function readPosts() {
  return Array.fromAsync(frontdesk.content('post').all({ expand: ['fields.picture'] }));
}

export async function readBooks() {
  return Array.fromAsync(frontdesk.content('book').all({ expand: ['fields.cover'], sort: ['title'] }));
}

export type Price = { value: string; label: string; amount: number; currency: string };

/** What the options of a form cost, by their values. */
export async function readPrices(form: FormName): Promise<Map<string, Price>> {
  const { fields } = await frontdesk.forms.get(form);
  const prices = new Map<string, Price>();
  for (const field of fields) {
    if (field.type !== 'payment' || !('lines' in field)) continue;
    const { currency = 'eur', lines = [] } = field as {
      currency?: string;
      lines?: { options?: Omit<Price, 'currency'>[] }[];
    };
    for (const { options = [] } of lines)
      for (const option of options) prices.set(option.value, { ...option, currency });
  }
  return prices;
}

export function formatPrice({ amount, currency }: Pick<Price, 'amount' | 'currency'>): string {
  return (amount / 100).toLocaleString('en-GB', { style: 'currency', currency });
}

export function formatDate(time: string | null): string {
  return time ? new Date(time).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' }) : '';
}
