// How pages for visitors look: what a site chooses, and what a form chooses instead. Everything is a name from a list, a
// color written as #rrggbb or the ID of a picture, so that nothing that is entered gets into a style as it stands.

import Type, { type Static, type TSchema, type TString } from 'typebox';
import Value from 'typebox/value';
import type { ReadContext } from '../context/context.ts';
import { bodyOf } from '../http/schemas.ts';
import type { Fault } from '../lib/errors.ts';
import { findPublicPictures } from './public-pictures.ts';

export const themes = ['light', 'dark', 'auto'] as const;
export const fonts = ['sans', 'serif', 'rounded', 'mono'] as const;
export const corners = ['square', 'soft', 'round'] as const;

/** Fonts that devices have, by what is chosen. */
export const fontStacks: Readonly<Record<(typeof fonts)[number], string>> = {
  sans: "system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif",
  serif: "ui-serif, 'Iowan Old Style', Charter, Cambria, Georgia, serif",
  rounded:
    "ui-rounded, 'SF Pro Rounded', 'Hiragino Maru Gothic ProN', 'Arial Rounded MT Bold', Quicksand, Nunito, system-ui, sans-serif",
  mono: "ui-monospace, 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
};

export type Theme = (typeof themes)[number];

export const Color = Type.String({ pattern: '^#[0-9a-f]{6}$', examples: ['#1f4fd8'] });
const picture = (description: string) =>
  Type.String({
    maxLength: 200,
    description: `The ID of a picture in the media library that is not private: ${description}`,
  });

/** What a form says to have none of what its site has. */
const none = 'none';
const orNone = (schema: TString & { description?: string }) =>
  Type.String({
    ...schema,
    ...('pattern' in schema && { pattern: `^(#[0-9a-f]{6}|${none})$` }),
    description: `${schema.description}; \`${none}\` for none although the site has one`,
  });

const siteMembers = {
  theme: Type.Optional(Type.Enum([...themes], { description: 'Light, dark, or as the device of the visitor has it' })),
  font: Type.Optional(
    Type.Enum([...fonts], {
      description: 'A font that the device of the visitor has: nothing is loaded',
    }),
  ),
  corners: Type.Optional(Type.Enum([...corners], { description: 'Of inputs, buttons and the page' })),
  backgroundColor: Type.Optional(
    Type.String({
      ...Color,
      description: 'Around the form. In the dark, a dark shade of it, of which the form gets one, too',
    }),
  ),
  backgroundPicture: Type.Optional(picture('it covers the background, around the form')),
  cover: Type.Optional(picture('it stands above the form')),
};

export const SiteLooks = bodyOf(siteMembers, {
  title: 'SiteLooks',
  description: 'How the pages of forms look, besides `logo` and `brandColor`',
});
export type SiteLooks = Static<typeof SiteLooks>;

const formMembers = {
  ...siteMembers,
  backgroundColor: Type.Optional(orNone(siteMembers.backgroundColor)),
  backgroundPicture: Type.Optional(orNone(siteMembers.backgroundPicture)),
  cover: Type.Optional(orNone(siteMembers.cover)),
  logo: Type.Optional(orNone(picture('it replaces the logo and the name of the site'))),
  brandColor: Type.Optional(
    orNone(Type.String({ ...Color, description: 'Of buttons and links, in a shade that can be seen' })),
  ),
};

export const FormLooks = bodyOf(formMembers, {
  title: 'FormLooks',
  description: 'How the page of the form looks. What is absent is as the site has it',
});
export type FormLooks = Static<typeof FormLooks>;

/** The looks in anything: without members that are not as the schema says. */
export function looksIn(stored: unknown): FormLooks {
  const members: Record<string, unknown> = Object(stored);
  const entries = Object.entries(formMembers as Record<string, TSchema>).filter(
    ([name, schema]) => Object.hasOwn(members, name) && Value.Check(schema, members[name]),
  );
  return Object.fromEntries(entries.map(([name]) => [name, members[name]]));
}

const pictureMembers = ['logo', 'backgroundPicture', 'cover'] as const;

/** Looks without this picture in any of its places; those of a form do not show the picture of the site instead. */
export function withoutPicture(
  looks: Record<string, unknown>,
  mediaId: string,
  { isForm }: { isForm: boolean },
): Record<string, unknown> {
  const held = pictureMembers.filter((member) => looks[member] === mediaId);
  return { ...looks, ...Object.fromEntries(held.map((member) => [member, isForm ? none : undefined])) };
}

/** What a form chose, or what its site has; undefined for none. */
export function unlessNone(value: string | undefined): string | undefined {
  return value === none ? undefined : value;
}

/** The faults in looks that are about to be stored; `pointer` is theirs. */
export async function findLooksFaults(ctx: ReadContext, looks: FormLooks, pointer: string): Promise<Fault[]> {
  const pictures = pictureMembers.flatMap((member) => {
    const id = unlessNone(looks[member]);
    return id === undefined ? [] : [{ member, id }];
  });
  if (pictures.length === 0) return [];
  const found = await findPublicPictures(ctx, [...new Set(pictures.map(({ id }) => id))], {
    name: 'cover',
    width: 1600,
  });
  return pictures.flatMap(({ member, id }) => {
    const picture = found.get(id);
    return picture && 'fault' in picture
      ? [{ pointer: `${pointer}/${member}`, code: 'unusable_picture', detail: picture.fault }]
      : [];
  });
}
