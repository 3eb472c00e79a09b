// The content that reads are measured on.

import { callApi } from './programs.ts';

export const itemCount = 10_000;

const fields = [
  { name: 'price', type: 'number' },
  { name: 'sku', type: 'text', unique: true },
  { name: 'rank', type: 'number', indexed: true },
];

/** The slug of the n-th item. */
export function slugOf(n: number): string {
  return `product-${n}`;
}

export async function fill(port: number): Promise<void> {
  await callApi(port, 'PATCH', '/types/product', { fields });
  for (let n = 0; n < itemCount; n += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => callApi(port, 'POST', '/content/product', item(n + index))),
    );
  }
}

/** The n-th item; those from `itemCount` on are for rows that create some. */
export function item(n: number): object {
  return {
    title: `Product ${n}`,
    slug: slugOf(n),
    content: `<p>About product ${n}, with a sentence or two that people read.</p>`,
    status: 'publish',
    fields: { price: n, sku: `SKU-${n}`, rank: (n * 7919) % itemCount },
  };
}
