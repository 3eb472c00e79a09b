// A site with every kind of field, on a real service. The generator is tested with it, and the type tests use its types.

import type { TestContext } from 'node:test';
import { startTestService, type TestService } from '../../../server/test/support/test-service.ts';
import type { FieldDeclaration } from '../../src/api-types.ts';
import type { SiteDocument } from '../../src/site-types.ts';

type SiteDeclaration = {
  types: { name: string; plural?: string; strict: boolean; fields: FieldDeclaration[] }[];
  forms: { slug: string; fields: FieldDeclaration[] }[];
};

export async function startExampleSite(t: TestContext): Promise<TestService> {
  const service = await startTestService(t);
  const create = async (path: string, body: object): Promise<void> => {
    const { status, text } = await service.request('POST', path, { body });
    if (status !== 201) throw new Error(text);
  };
  for (const type of exampleSite.types) await create('/types', type);
  await create('/taxonomies', { name: 'regions', types: ['product', 'post'] });
  for (const form of exampleSite.forms) await create('/forms', { name: form.slug, ...form });
  return service;
}

export async function readSiteDocument(service: TestService): Promise<SiteDocument> {
  return (await service.request('GET', '/openapi.json')).body;
}

const exampleSite: SiteDeclaration = {
  types: [
    { name: 'post', strict: false, fields: [{ name: 'subtitle', type: 'text' }] },
    {
      name: 'brand',
      plural: 'brand-names',
      strict: true,
      fields: [
        { name: 'logo', type: 'media' },
        { name: 'parent', type: 'reference', to: ['brand'] },
      ],
    },
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
        { name: 'about', type: 'richtext', label: '説明', help: 'For visitors' },
        { name: 'stock', type: 'integer' },
        { name: 'on-sale', type: 'boolean' },
        { name: 'from', type: 'date' },
        { name: 'at', type: 'datetime' },
        { name: 'photo', type: 'media' },
        { name: 'maker', type: 'reference' },
        { name: 'extra', type: 'json' },
        { name: 'brand', type: 'reference', to: ['brand'] },
        { name: 'related', type: 'reference', to: ['post', 'product'], multiple: true },
        { name: 'gallery', type: 'media', multiple: true },
        { name: 'cost', type: 'money' },
        {
          name: 'rows',
          type: 'list',
          of: {
            type: 'group',
            fields: [
              { name: 'label', type: 'text', required: true },
              { name: 'part', type: 'reference' },
              { name: 'brand', type: 'reference', to: ['brand'] },
            ],
          },
        },
        {
          name: 'specs',
          type: 'group',
          fields: [
            { name: 'photo', type: 'media' },
            { name: 'note', type: 'richtext' },
          ],
        },
        {
          name: 'body',
          type: 'blocks',
          blocks: [
            { name: 'quote', fields: [{ name: 'text', type: 'textarea', required: true }] },
            { name: 'row', fields: [{ name: 'pics', type: 'media', multiple: true }] },
            { name: 'rule', fields: [] },
          ],
        },
      ],
    },
    { name: 'page', strict: false, fields: [] },
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
        { name: 'home', type: 'address' },
        { name: 'source', type: 'hidden', required: true, default: 'site' },
        { name: 'company', type: 'text', required: true, visibleWhen: { field: 'topic', equals: 'sales' } },
        { name: 'fee', type: 'payment', amount: 500, currency: 'eur' },
      ],
    },
    { slug: 'donate', fields: [{ name: 'gift', type: 'payment', amount: 1000, currency: 'usd' }] },
    {
      slug: 'tickets',
      fields: [
        { name: 'email', type: 'email', required: true },
        {
          name: 'order',
          type: 'payment',
          label: 'Your tickets',
          currency: 'eur',
          discountCodes: true,
          lines: [
            {
              name: 'ticket',
              type: 'choice',
              label: 'Ticket',
              required: true,
              maxQuantity: 4,
              options: [
                { value: 'early', label: 'Early bird', amount: 3000, stock: 20 },
                { value: 'full', label: 'Full price', amount: 5000 },
              ],
            },
            { name: 'lunch', type: 'item', label: 'Lunch', amount: 1250, minQuantity: 0, maxQuantity: 4 },
            { name: 'gift', type: 'custom', label: 'Donation', minimum: 500 },
          ],
        },
      ],
    },
  ],
};
