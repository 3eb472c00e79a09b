// Selects the language of an item.

import { Select } from '@mantine/core';
import { languageName } from '../../ui/language-names.ts';
import type { ItemEditor } from './use-item-editor.ts';

/** Those that searches have rules for, and others that many people write. Any other language of an item stays. */
const languages =
  'ar bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lb lt lv mk ml mr ms mt my nb ne nl nn pa pl pt pt-BR ro ru sk sl sq sr sv sw ta te th tr uk ur uz vi zh-Hans zh-Hant';

export function LanguageInput({ editor: { values, set, saving } }: { editor: ItemEditor }) {
  return (
    <Select
      label="Language"
      placeholder="That of the site"
      data={languageOptions(values.language)}
      value={values.language}
      onChange={(language) => set('language', language)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear language' }}
      nothingFoundMessage="No language found"
      {...saving.field('/language')}
    />
  );
}

/** By name. */
function languageOptions(current: string | null): { value: string; label: string }[] {
  const all = new Set([...languages.split(' '), ...(current === null ? [] : [current])]);
  const options = [...all].map((tag) => ({ value: tag, label: languageName(tag) }));
  return options.sort((a, b) => a.label.localeCompare(b.label, 'en'));
}
