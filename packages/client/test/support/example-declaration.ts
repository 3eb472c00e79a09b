// A site with every kind of field: what the generator is tried on, and whose types the type tests use.

import type { SiteDeclaration } from '../../src/site-types.ts';

export const exampleDeclaration: SiteDeclaration = {
  types: [
    {
      name: 'product',
      strict: true,
      fields: [
        { name: 'price', type: 'number', required: true },
        { name: 'sku', type: 'text' },
        { name: 'colour', type: 'select', options: ['red', { value: 'blue', label: 'Blue' }] },
        { name: 'state', type: 'select', required: true, default: 'new', options: ['used', 'new'] },
        { name: 'sizes', type: 'multiselect', required: true, options: ['s', 'm', "child's"] },
        { name: 'labels', type: 'list' },
        { name: 'about', type: 'richtext' },
        { name: 'stock', type: 'integer' },
        { name: 'on-sale', type: 'boolean' },
        { name: 'from', type: 'date' },
        { name: 'at', type: 'datetime' },
        { name: 'photo', type: 'media' },
        { name: 'maker', type: 'reference' },
        { name: 'extra', type: 'json' },
      ],
    },
    { name: 'page', strict: false, fields: [] },
    { name: 'post', strict: false, fields: [{ name: 'subtitle', type: 'text' }] },
    { name: 'blank', strict: true, fields: [] },
  ],
  forms: [
    {
      slug: 'job-application',
      fields: [
        { name: 'cv', type: 'file', required: true, label: 'CV */ of yours' },
        { name: 'samples', type: 'file', multiple: true },
        { name: 'salary', type: 'number' },
      ],
    },
    {
      slug: 'contact',
      fields: [
        { name: 'name', type: 'text', required: true },
        { name: 'email', type: 'email', required: true },
        { name: 'topic', type: 'radio', options: ['sales', 'help'] },
        { name: 'terms', type: 'consent', required: true },
        { name: 'news', type: 'consent' },
        { name: 'box', type: 'checkbox' },
        { name: 'days', type: 'checkbox', options: ['mon', 'tue'] },
        { name: 'source', type: 'hidden', required: true, default: 'site' },
        { name: 'company', type: 'text', required: true, visibleWhen: { field: 'topic', equals: 'sales' } },
        { name: 'fee', type: 'payment', amount: 500, currency: 'eur' },
      ],
    },
    { slug: 'donate', fields: [{ name: 'gift', type: 'payment', amount: 1000, currency: 'usd' }] },
  ],
};
