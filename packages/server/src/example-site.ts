// The small example site of a first run: a post, a page, a product type, a contact form and a paid form.

import { createItem } from './content/items/create-item.ts';
import { createPostType } from './content/types/post-types.ts';
import type { WriteContext } from './context.ts';
import { createForm } from './forms/forms.ts';
import { newId } from './lib/ids.ts';

export async function createExampleSite(ctx: WriteContext): Promise<void> {
  await createItem(ctx, {
    type: 'post',
    title: 'Welcome to Frontdesk',
    content: '<p>This is your first post. Edit or delete it, then start writing.</p>',
    status: 'publish',
    categories: ['News'],
    tags: ['welcome'],
  });
  await createItem(ctx, {
    type: 'page',
    title: 'About us',
    content: '<p>Introduce your business to your visitors.</p>',
    status: 'publish',
  });

  await createPostType(ctx, {
    name: 'product',
    plural: 'products',
    label: 'Product',
    fields: [
      { name: 'price', type: 'number', label: 'Price', required: true, min: 0 },
      { name: 'sku', type: 'text', label: 'SKU', unique: true },
    ],
  });
  await createItem(ctx, {
    type: 'product',
    title: 'Walking tour',
    content: '<p>Two hours through the old town.</p>',
    status: 'publish',
    fields: { price: 25, sku: 'TOUR-1' },
  });

  await createForm(ctx, newId('form'), {
    name: 'Contact',
    slug: 'contact',
    fields: [
      { name: 'name', type: 'text', label: 'Your name', required: true },
      { name: 'email', type: 'email', label: 'Email', required: true },
      { name: 'message', type: 'textarea', label: 'Message', required: true },
    ],
  });
  await createForm(ctx, newId('form'), {
    name: 'Tickets',
    slug: 'tickets',
    fields: [
      { name: 'name', type: 'text', label: 'Your name', required: true },
      { name: 'email', type: 'email', label: 'Email', required: true },
      { name: 'day', type: 'date', label: 'Day' },
      {
        name: 'ticket',
        type: 'payment',
        label: 'Ticket',
        amount: 2500,
        currency: 'eur',
        description: 'Walking tour, one person',
      },
    ],
  });
}
