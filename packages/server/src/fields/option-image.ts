// The picture of an option in a form.

import Type from 'typebox';

export const OptionImage = Type.String({
  description:
    'In a form, the ID of a picture in the media library that is shown with the option. It must not be private',
  examples: ['med_01m81qmw2m'],
});
