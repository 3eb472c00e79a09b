// The panel beside the editor: custom fields, publishing, order and details.

import { Button, CloseButton, Code, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useDeferredValue, useMemo } from 'react';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api/api.ts';
import { lazyPart } from '../../api/load-part.tsx';
import { queries } from '../../api/queries.ts';
import { isWide } from '../../fields/field-kinds.ts';
import { ItemPicker } from '../../fields/inputs/item-picker.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { Facts } from '../../ui/facts.tsx';
import { fromLocalInput, toLocalInput } from '../../ui/local-time.ts';
import { ReferrerList } from '../../ui/referrer-list.tsx';
import { Time } from '../../ui/time.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import type { AnyItem } from '../items/item-query.ts';
import { TermsInput } from '../terms/terms-input.tsx';
import classes from './item-editor.module.css';
import { ItemFields } from './item-fields.tsx';
import type { ItemEditor } from './use-item-editor.ts';
import type { PanelDrawer } from './use-panel-drawer.ts';

const AuthorPicker = lazyPart(() => import('../authors/author-picker.tsx'), 'AuthorPicker');
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

/** The slugs that an item had while it was public, below its slug. */
function FormerSlugs({ item: { id, type } }: { item: Pick<AnyItem, 'id' | 'type'> }) {
  // It reloads with all content, so after each save.
  const queryKey = ['content', type, 'former-slugs', id];
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => api.content(type).formerSlugs(id, { signal }) });
  if (!data || data.items.length === 0) return null;
  const remove = async (slug: string): Promise<void> => {
    try {
      await api.content(type).deleteFormerSlug(id, slug);
      toastSuccess(`Former slug “${slug}” deleted`);
    } catch (error) {
      toastError(error);
    }
    await queries.invalidateQueries({ queryKey });
  };
  return (
    <div>
      <Text size="sm" c="dimmed">
        Also answers at
      </Text>
      {data.items.map(({ slug }) => (
        <Group key={slug} gap={4} wrap="nowrap">
          <Code style={{ overflowWrap: 'anywhere' }}>{slug}</Code>
          <CloseButton size="sm" aria-label={`Delete the former slug ${slug}`} onClick={() => remove(slug)} />
        </Group>
      ))}
    </div>
  );
}

/** The items that refer to an item, below its other facts. */
function ItemUses({ item: { id, type } }: { item: Pick<AnyItem, 'id' | 'type'> }) {
  const { data } = useQuery({
    queryKey: ['content', type, 'uses', id],
    queryFn: ({ signal }) => api.content(type).uses(id, { signal }),
  });
  if (!data || data.length === 0) return null;
  return (
    <div>
      <Text size="sm" c="dimmed">
        Used in
      </Text>
      <ReferrerList items={data} />
    </div>
  );
}

const maxHtml = 50_000;
const maxWords = 55;
/** What is no part of it: the server leaves out the same. */
const left = 'script, style, iframe, noembed, noframes, noscript, template, table, sup[data-fn], ol.wp-block-footnotes';
const blocks =
  'address, article, aside, blockquote, br, dd, div, dt, figcaption, figure, h1, h2, h3, h4, h5, h6, hr, li, p, pre';

/** The excerpt that the server generates from a text, as far as the panel needs it to show what will come. */
function generatedExcerpt(html: string): string {
  const { body } = new DOMParser().parseFromString(html.slice(0, maxHtml), 'text/html');
  for (const element of body.querySelectorAll(left)) element.remove();
  for (const element of body.querySelectorAll(blocks)) element.after(' ');
  const words = (body.textContent ?? '').replaceAll('\u00ad', '').split(/\s+/).filter(Boolean);
  return words.length > maxWords ? `${words.slice(0, maxWords).join(' ')}…` : words.join(' ');
}
