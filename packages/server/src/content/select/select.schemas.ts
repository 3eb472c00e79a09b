// `select` in the query of items.

import Type from 'typebox';

export const selectQuery = {
  select: Type.Optional(
    Type.String({
      maxLength: 2000,
      description:
        'Members of items, separated by commas: exactly these are in the response (SelectedItem), and `id`. `fields.` and a name for one field. Lists can have `content`, `tags`, `categories`, `author` and all else that single items have, too',
      examples: ['title,slug,fields.price,tags,author'],
    }),
  ),
};
