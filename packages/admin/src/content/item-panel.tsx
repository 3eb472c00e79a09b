// The panel beside the editor: custom fields, publishing, order and details.

import { Button, CloseButton, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, Suspense, useDeferredValue, useMemo } from 'react';
import { useMe } from '../accounts/me.ts';
import { isWide } from '../fields/field-kinds.ts';
import { ItemPicker } from '../fields/item-picker.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { DateInput } from '../ui/date-input.tsx';
import { Facts } from '../ui/facts.tsx';
import { fromLocalInput, toLocalInput } from '../ui/local-time.ts';
import { Time } from '../ui/time.tsx';
import { FormerSlugs } from './former-slugs.tsx';
import { generatedExcerpt } from './generated-excerpt.ts';
import classes from './item-editor.module.css';
import { ItemFields } from './item-fields.tsx';
import { ItemUses } from './item-uses.tsx';
import type { ItemEditor } from './state/use-item-editor.ts';
import { TermsInput } from './terms-input.tsx';
import type { PanelDrawer } from './use-panel-drawer.ts';

const AuthorPicker = lazyPart(() => import('./authors/author-picker.tsx'), 'AuthorPicker');
const LanguageInput = lazyPart(() => import('./language-input.tsx'), 'LanguageInput');
const OtherValues = lazyPart(() => import('./other-values.tsx'), 'OtherValues');

const OwnTerms = lazyPart(() => import('./own-terms.tsx'), 'OwnTerms');

export function ItemPanel({ editor, drawer }: { editor: ItemEditor; drawer: PanelDrawer }) {
  const { type, item, values, set, saving } = editor;
  const { may, user } = useMe();
  const fields = type.fields.filter((field) => !isWide(field));
  const isPublished = item?.status === 'publish' || item?.status === 'scheduled';
  return (
    <div className={classes.panel} {...drawer.panelProps}>
      <CloseButton
        className={classes.panelControl}
        style={{ float: 'right' }}
        aria-label="Close details"
        onClick={drawer.close}
      />
      {fields.length > 0 && (
        <Part title="Fields">
          <ItemFields editor={editor} fields={fields} />
        </Part>
      )}
      <Part title="Publishing">
        {isPublished && (
          <DateInput
            hasTime
            label={item.status === 'scheduled' ? 'Publish on' : 'Published on'}
            value={toLocalInput(values.publishedAt)}
            set={(text) => {
              const time = fromLocalInput(text);
              if (time !== null) set('publishedAt', time);
            }}
            {...saving.field('/publishedAt')}
          />
        )}
        {item?.unpublishAt && (
          <div data-pointer="/unpublishAt">
            <Text size="sm" fw={500}>
              Unpublished on
            </Text>
            <Group gap="xs" justify="space-between">
              <Text size="sm">
                <Time value={item.unpublishAt} />
              </Text>
              <Button variant="default" size="compact-sm" onClick={() => editor.save({ unpublishAt: null })}>
                Cancel unpublishing
              </Button>
            </Group>
          </div>
        )}
        <TextInput
          label="Slug"
          description={item ? undefined : 'Leave empty to generate it from the title'}
          value={values.slug}
          onChange={(event) => set('slug', event.currentTarget.value)}
          {...saving.field('/slug')}
        />
        {item && may('content:write') && <FormerSlugs item={item} />}
        <ExcerptInput editor={editor} />
        <TermsInput
          taxonomy="tags"
          label="Tags"
          value={values.tags}
          set={(tags) => set('tags', tags)}
          fault={saving.field('/tags')}
        />
        <TermsInput
          taxonomy="categories"
          label="Categories"
          value={values.categories}
          set={(categories) => set('categories', categories)}
          fault={saving.field('/categories')}
        />
        {type.taxonomies && (
          <Suspense>
            <OwnTerms editor={editor} names={type.taxonomies} />
          </Suspense>
        )}
        <Suspense>
          <AuthorPicker
            label="Author"
            placeholder={item ? 'None' : user.name}
            value={values.authorId}
            set={(slug) => set('authorId', slug)}
            fault={saving.field('/authorId')}
          />
          <LanguageInput editor={editor} />
        </Suspense>
      </Part>
      <Part title="Position">
        {(type.name === 'page' || values.parentId !== null) && (
          <ItemPicker
            label="Parent"
            types={[type.name]}
            value={values.parentId}
            set={(id) => set('parentId', id)}
            fault={saving.field('/parentId')}
          />
        )}
        <TextInput
          label="Menu order"
          inputMode="numeric"
          value={values.menuOrder}
          onChange={(event) => set('menuOrder', event.currentTarget.value)}
          {...saving.field('/menuOrder')}
        />
      </Part>
      {item && <About editor={editor} />}
    </div>
  );
}

/** While it is empty, the one that will be generated is in its place. */
function ExcerptInput({ editor: { values, set, saving } }: { editor: ItemEditor }) {
  const isEmpty = values.excerpt === '';
  const content = useDeferredValue(isEmpty ? values.content : '');
  const generated = useMemo(() => generatedExcerpt(content), [content]);
  return (
    <Textarea
      label="Excerpt"
      description={isEmpty ? 'Generated from the content, unless you write one' : undefined}
      placeholder={generated}
      autosize
      minRows={2}
      maxRows={8}
      value={values.excerpt}
      onChange={(event) => set('excerpt', event.currentTarget.value)}
      {...saving.field('/excerpt')}
    />
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.group} aria-label={title}>
      <Text component="h2" fw={650} size="sm" mb="sm">
        {title}
      </Text>
      <Stack gap="md">{children}</Stack>
    </section>
  );
}

function About({ editor: { item, type } }: { editor: ItemEditor }) {
  if (!item) return null;
  const declared = new Set(type.fields.map((field) => field.name));
  const others = Object.entries(item.fields).filter(([name]) => !declared.has(name));
  return (
    <div className={classes.group}>
      <Facts
        facts={[
          ['Created', <Time key="created" value={item.createdAt} isRelative />],
          ['Updated', <Time key="updated" value={item.updatedAt} isRelative />],
        ]}
      />
      <ItemUses item={item} />
      {others.length > 0 && (
        <Suspense>
          <OtherValues values={others} />
        </Suspense>
      )}
    </div>
  );
}
