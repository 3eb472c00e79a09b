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

/** The n-th item, of about 2 KB; those from `itemCount` on are for rows that create some. */
export function item(n: number) {
  return {
    title: `Product ${n}`,
    slug: slugOf(n),
    content: Array.from({ length: 24 }, (_, index) => paragraph(n, index)).join('\n'),
    status: 'publish',
    fields: { price: n, sku: `SKU-${n}`, rank: (n * 7919) % itemCount },
    categories: [`Category ${n % 10}`],
    tags: [`Tag ${n % 50}`, `Tag ${(n * 7) % 50}`],
  };
}

function paragraph(n: number, index: number): string {
  return `<p>Part ${index} about product ${n}, with a sentence or two that people read.</p>`;
}
