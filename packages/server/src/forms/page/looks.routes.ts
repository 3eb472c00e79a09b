// The looks of form pages: the colors that are shown for chosen ones, and a page that shows looks before they are stored.

import Type, { type Static } from 'typebox';
import { routesOf } from '../../http/describe-route.ts';
import { queryOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { Color } from '../../settings/looks.ts';
import { findAdjustments, minContrasts, pageColors, type Scheme } from '../../settings/page-looks.ts';
import type { Form } from '../form/form.ts';
import { renderFormPage } from './form-page.ts';
import { readFrame, withBrand } from './frame.ts';
import { reachOf, sendPage } from './send-page.ts';

const color = (description: string) => Type.String({ ...Color, description });

const SchemeColors = Type.Object(
  {
    page: color('Around the form'),
    card: color('Of the form'),
    text: color('Of texts'),
    soft: color('Of less important texts'),
    line: color('Of the borders of inputs'),
    error: color('Of faults'),
    link: color('Of links'),
    accent: color('Of buttons and marks'),
    onAccent: color('Of texts on buttons'),
    textContrast: Type.Number({ description: 'The minimum contrast of a text, by WCAG 2.2: 4.5 or more' }),
    controlContrast: Type.Number({ description: 'The minimum contrast of a control, by WCAG 2.2: 3 or more' }),
  },
  { title: 'SchemeColors', description: 'The colors of a page, in the light or in the dark' },
);

const LooksColors = Type.Object(
  {
    light: SchemeColors,
    dark: SchemeColors,
    adjusted: Type.Array(
      Type.Object({
        color: Type.Enum(['brandColor', 'backgroundColor'], { description: 'Which of the chosen colors' }),
        scheme: Type.Enum(['light', 'dark'], { description: 'Where' }),
        chosen: color('The chosen color'),
        shown: color('What is shown instead'),
      }),
      { description: 'The chosen colors that could not be seen, or would dazzle' },
    ),
  },
  { title: 'LooksColors', description: 'What a page makes of chosen colors' },
);

const describe = routesOf('Forms');

export function looksRoutes(app: App): void {
  app.get(
    '/looks/colors',
    describe('forms:read', 'getLooksColors', 'Work out the colors of a form page from chosen ones', {
      description: 'Nothing is stored: this says how chosen colors will be shown, so that they can be read',
      querystring: queryOf({
        brandColor: Type.Optional({ ...color('Of buttons and links') }),
        backgroundColor: Type.Optional({ ...color('Around the form') }),
      }),
      200: LooksColors,
    }),
    async ({ query }) => ({
      light: describeColors('light', query),
      dark: describeColors('dark', query),
      adjusted: findAdjustments(query),
    }),
  );
}

function describeColors(scheme: Scheme, chosen: Parameters<typeof pageColors>[1]): Static<typeof SchemeColors> {
  const colors = pageColors(scheme, chosen);
  const { text, controls } = minContrasts(colors);
  return { ...colors, textContrast: hundredths(text), controlContrast: hundredths(controls) };
}

function hundredths(contrast: number): number {
  return Math.floor(contrast * 100) / 100;
}

/** At the origin, outside the API. The admin shows it in a frame, with the looks in the URL. It has texts of ours only. */
export function looksSamplePage(app: App): void {
  app.get('/form-looks', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    const frame = await withBrand(request, readFrame(request, sample), sample);
    const page = renderFormPage({
      ...{ form: sample, frame, path: '/form-looks', values: null, answers: {}, left: null, pictures: new Map() },
      ...{ faults: [], notice: null, token: '', trap: 'website', savesForLater: false, altcha: 'off' },
    });
    return sendPage(reply, 200, page, reachOf(request, frame, sample));
  });
}

const sample: Form = {
  ...{ id: 'sample', slug: 'sample', name: 'Book a table', version: 1, createdAt: '', updatedAt: '' },
  ...{ public: true, open: true, strict: false, maxSubmissions: null, successUrl: null },
  ...{ origins: [], language: 'en', translations: {} },
  fields: [
    { name: 'name', type: 'text', label: 'Your name', required: true },
    { name: 'email', type: 'email', label: 'Email', help: 'We only write to you about your table.', required: true },
    { name: 'time', type: 'radio', label: 'When', options: ['At noon', 'In the evening'], default: 'At noon' },
    { name: 'rating', type: 'rating', label: 'How did you like it last time?' },
    { name: 'wishes', type: 'textarea', label: 'Wishes' },
  ],
  settings: { description: 'This is how the pages of your forms look.', button: 'Book' },
};
