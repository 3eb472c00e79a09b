// The types of a site. `frontdesk types` writes them; without them everything is loosely typed.

import type { ExpandedItem, ExpandedMedia, Item, ListedItem } from './api-types.ts';

/** The shape of every `Site`. */
export type SiteShape = {
  /** The content types, by name. */
  types: object;
  /** The bodies of submissions, by the slugs of their forms. */
  forms: object;
  /** The types that have a taxonomy, by its name. */
  taxonomies?: object;
};

type Loose = Record<string, unknown>;

/** A site without types of its own. */
export type AnySite = {
  /** Any type has any fields. */
  types: Record<string, { fields: Loose; orderBy: string; defaulted: never; media: never; texts: never }>;
  /** Any form has any fields. */
  forms: Record<string, Loose>;
};

/** Names of the taxonomies beside tags and categories. */
export type TaxonomyNames<Site> = Site extends { taxonomies: infer Taxonomies }
  ? Extract<keyof Taxonomies, string>
  : string;

type Member<T, Name extends string, Otherwise> = T extends { [K in Name]: infer Value } ? Value : Otherwise;

/** The singular and plural names of the content types. */
export type TypeName<Types> =
  | (keyof Types & string)
  | ({ [Name in keyof Types]: Member<Types[Name], 'plural', never> }[keyof Types] & string);
/** The type with this name, or with this plural. */
export type TypeNamed<Types, Name> = Name extends keyof Types
  ? Types[Name]
  : { [Singular in keyof Types]: Types[Singular] extends { plural: Name } ? Types[Singular] : never }[keyof Types];

/** Custom fields of the items of a content type. */
export type FieldsOf<Type> = Member<Type, 'fields', Loose>;
/** Names of the fields that lists can be sorted by. */
export type SortableOf<Type> = Member<Type, 'orderBy', string> & string;
/** Names of the required fields that have a default and can be omitted. */
export type DefaultedOf<Type> = Member<Type, 'defaulted', never>;

/** Names of the taxonomies of the site that a type has, beside tags and categories. */
export type TaxonomiesOf<Type> = Member<Type, 'taxonomies', string> & string;

/** Slugs or names of terms, by the taxonomies of a type. */
export type TermLists<Taxonomy extends string> = [Taxonomy] extends [never]
  ? Record<string, never>
  : string extends Taxonomy
    ? Record<string, string[]>
    : { [Name in Taxonomy]?: string[] };

/** Names of the media fields. */
export type MediaOf<Type> = Member<Type, 'media', never> & string;
/** Names of the rich texts. */
export type TextsOf<Type> = Member<Type, 'texts', never> & string;

/** The types of the items that references lead to, by field; unknown for references to any type. */
type ReferencesOf<Type> = Member<Type, 'references', Record<never, never>>;
/** Names of the groups, lists and blocks that have something to expand inside. */
type StructuresOf<Type> = Member<Type, 'structures', never> & string;
/** What is expanded inside these, by names such as `rows.photo`: `media`, `text`, or the types of the items. */
type InsideOf<Type> = Member<Type, 'inside', Record<never, never>>;

/** Names of the fields that lead to others, and all that they lead to. */
type Outer<Type> =
  | Leading<keyof ReferencesOf<Type> & string>
  | ('inside' extends keyof Type ? InsideNames<InsideOf<Type>> : Leading<StructuresOf<Type>>);
type Leading<Name extends string> = Name | `${Name}.${string}`;
type InsideNames<Inside> = WithOuter<keyof Inside & string> | `${ReferencesIn<Inside>}.${string}`;
/** `rows.specs.photo` with `rows` and `rows.specs`. */
type WithOuter<Name extends string> = Name extends `${infer First}.${infer Rest}`
  ? First | `${First}.${WithOuter<Rest>}`
  : Name;
type ReferencesIn<Inside> = {
  [Name in keyof Inside]: Inside[Name] extends 'media' | 'text' ? never : Name;
}[keyof Inside] &
  string;

/** What lists can expand. Types that accept undeclared fields may have media in them. */
export type ListExpandable<Type> =
  | 'author'
  | 'tags'
  | 'categories'
  | 'terms'
  | `fields.${MediaOf<Type> | TextsOf<Type> | Outer<Type> | (string extends keyof FieldsOf<Type> ? string : never)}`;
/** What a single item can expand: its content as well. */
export type Expandable<Type> = 'content' | ListExpandable<Type>;

/**
 * Custom fields with what `expand` names: media fields have the record in place of its ID, references the item, also inside
 * groups, lists and blocks.
 */
export type ExpandedFieldsOf<Type, Expand extends string> = [Expand] extends [never]
  ? FieldsOf<Type>
  : {
      [K in keyof FieldsOf<Type>]: IsNamed<K, Expand> extends true
        ? K extends keyof ReferencesOf<Type>
          ? InPlace<FieldsOf<Type>[K], ReferencedItem<ReferencesOf<Type>[K], Behind<K, Expand>>>
          : K extends MediaOf<Type>
            ? InPlace<FieldsOf<Type>[K], ExpandedMedia>
            : K extends StructuresOf<Type>
              ? ExpandedStructure<Type, FieldsOf<Type>[K], K, Expand>
              : FieldsOf<Type>[K]
        : FieldsOf<Type>[K];
    };

/** Whether a field or something behind it is expanded. */
type IsNamed<K, Expand extends string> = K extends string
  ? [Extract<Expand, `fields.${K}` | `fields.${K}.${string}`>] extends [never]
    ? false
    : true
  : false;
/** What is expanded in the items of a reference. */
type Behind<K, Expand extends string> = K extends string
  ? Expand extends `fields.${K}.${infer Rest}`
    ? `fields.${Rest}`
    : never
  : never;
/** Types that an older `frontdesk types` has written do not say what is inside. */
type ExpandedStructure<Type, Value, Name extends string, Expand extends string> = 'inside' extends keyof Type
  ? ExpandedInside<InsideOf<Type>, Value, Name, Expand>
  : unknown;
type ExpandedInside<Inside, Value, Name extends string, Expand extends string> = Name extends keyof Inside
  ? IsReached<Name, Expand> extends true
    ? ExpandedValue<Inside[Name], Value, Behind<Name, Expand>>
    : Value
  : Value extends readonly (infer Entry)[]
    ? ExpandedInside<Inside, Entry, Name, Expand>[]
    : Value extends object
      ? { [K in keyof Value]: ExpandedInside<Inside, Value[K], `${Name}.${K & string}`, Expand> }
      : Value;
type ExpandedValue<Target, Value, Expand extends string> = [Target] extends ['text']
  ? Value
  : InPlace<Value, [Target] extends ['media'] ? ExpandedMedia : ReferencedItem<Target, Expand>>;

/** Whether the name, something behind it or what it is in is expanded. */
type IsReached<Name extends string, Expand extends string> = true extends (
  Expand extends `fields.${infer Expanded}`
    ? Name extends Leading<Expanded>
      ? true
      : Expanded extends Leading<Name>
        ? true
        : never
    : never
)
  ? true
  : false;
/** One of these for one ID, several for several; null for what is gone or not for the caller. */
type InPlace<Value, Expanded> = Value extends readonly (infer Entry)[]
  ? InPlace<Entry, Expanded>[]
  : Value extends null | undefined
    ? Value
    : Expanded | null;
type ReferencedItem<Type, Expand extends string> = unknown extends Type
  ? ExpandedItem
  : Type extends unknown
    ? Omit<ExpandedItem, 'fields'> & { fields: ExpandedFieldsOf<Type, Expand> }
    : never;

/** All that `select` can name, and fields. */
type Members = Item & Pick<ListedItem, 'drafted'>;
type SelectableField<Type> =
  | 'fields'
  | keyof { [K in keyof FieldsOf<Type> as K extends string ? `fields.${K}` : never]: 1 };
/** What lists can select, and what single items can. */
export type ListSelectable<Type> = Exclude<keyof Members, 'draft' | 'redirect'> | SelectableField<Type>;
/** What single items can select. */
export type Selectable<Type> = Exclude<keyof Members, 'drafted'> | SelectableField<Type>;

type FieldIn<Select extends string> = Select extends `fields.${infer Name}` ? Name : never;
type SelectedFields<Fields, Select extends string> = 'fields' extends Select
  ? { fields: Fields }
  : [FieldIn<Select>] extends [never]
    ? unknown
    : { fields: { [Name in FieldIn<Select> & keyof Fields]: Fields[Name] } };

/** An item with what `select` names; `Whole` without it. */
export type SelectedItem<Whole, Fields, Select extends string, Taxonomy extends string> = [Select] extends [never]
  ? Omit<Whole, 'fields' | 'terms'> & { fields: Fields } & ShownTerms<'terms' & keyof Whole, Taxonomy>
  : Pick<Members, 'id' | (Exclude<Select, 'fields' | 'terms'> & keyof Members)> &
      SelectedFields<Fields, Select> &
      ShownTerms<Select, Taxonomy>;
type ShownTerms<Member, Taxonomy extends string> = 'terms' extends Member
  ? {
      /** Slugs by the names of the taxonomies of the type. */
      terms?: TermLists<Taxonomy>;
    }
  : unknown;

/** With `expand: ['author']`, the author has all that readers may know; with `['tags']`, the item has the names of its tags. */
export type WithExpanded<Shown, Expand extends string> = WithAuthor<Shown, Expand> &
  ([Extract<Expand, 'tags' | 'categories' | 'terms'>] extends [never]
    ? unknown
    : Required<Pick<ListedItem, 'termNames'>>);
type WithAuthor<Shown, Expand extends string> = [Extract<Expand, 'author'>] extends [never]
  ? Shown
  : 'author' extends keyof Shown
    ? Omit<Shown, 'author'> & { author: Required<NonNullable<Item['author']>> | null }
    : Shown;

/** Custom fields of a new item. Required fields with a default can be omitted. */
export type NewFields<Fields, Defaulted> = {
  [K in keyof Fields as K extends Defaulted ? never : K]: Fields[K];
} & { [K in keyof Fields as K extends Defaulted ? K : never]?: Fields[K] };

/** Changes of custom fields; null removes one. */
export type ChangedFields<Fields> = { [K in keyof Fields]?: Fields[K] | null };

type Existence = {
  /** Whether it has a value at all. */
  exists?: boolean;
};
type Comparison<Value> = {
  /** More than this, or later. */
  gt?: Value;
  /** This or more. */
  gte?: Value;
  /** Less than this, or earlier. */
  lt?: Value;
  /** This or less. */
  lte?: Value;
};
type Equality<Value> = {
  /** This value. */
  eq?: Value;
  /** Any other value, or none. */
  ne?: Value;
  /** One of these. */
  in?: readonly Value[];
  /** None of these. */
  nin?: readonly Value[];
};
type TextSearch = {
  /** This text is in it. */
  contains?: string;
  /** It begins with this text. */
  startsWith?: string;
  /** It ends with this text. */
  endsWith?: string;
};
type Scalar = string | number | boolean;

/** The conditions on a value. A value alone means equality. */
type ConditionOn<Value, IsSortable> = [Value] extends [never]
  ? never
  : unknown extends Value
    ? Scalar | (Equality<Scalar> & Comparison<Scalar> & Existence & Omit<TextSearch, 'contains'> & ListSearch<Scalar>)
    : [Value] extends [readonly (infer Entry)[]]
      ? Entry | (Equality<Entry> & Existence & ListSearch<Entry>)
      : [Value] extends [string]
        ? IsSortable extends true
          ? Value | (Equality<Value> & Comparison<string> & Existence & TextSearch)
          : Existence & TextSearch
        : Value | (Equality<Value> & Comparison<Value> & Existence);
type ListSearch<Entry> = {
  /** This is one of its entries. */
  contains?: Entry;
  /** All of these are among its entries. */
  all?: readonly Entry[];
};

/** In a group, or of what a reference leads to: `seo.title`, `brand.price`. */
type InnerCondition =
  | Scalar
  | (Equality<Scalar> & Comparison<Scalar> & Existence & Omit<TextSearch, 'contains'> & ListSearch<Scalar>);

/** Conditions on custom fields, all of which must be met: `{ price: { gte: 10 }, colour: 'red', 'brand.slug': 'delft' }`. */
export type Filter<Fields, Sortable> = {
  [K in keyof Fields]?: ConditionOn<NonNullable<Fields[K]>, K extends Sortable ? true : false>;
} & { [Path in `${string}.${string}`]?: InnerCondition };

/** By slug or ID. */
type Named = string | (Equality<string> & Existence);
/** RFC 3339, or a date. */
type TimeCondition = string | (Equality<string> & Comparison<string>);
/** By slug. `all`: all of them. */
type TermCondition = Equality<string> &
  Existence & {
    /** All of these. */
    all?: readonly string[];
  };

type NestedTermCondition = TermCondition & {
  /** Any of these or of what is below them. */
  under?: readonly string[];
};

/** Conditions on terms, by taxonomy. */
export type TermFilter<Taxonomy extends string> = { [Name in Taxonomy]?: string | NestedTermCondition };

/** Conditions on what every item has. */
type ItemConditions<Taxonomy extends string> = {
  /** Its ID. */
  id?: string | Equality<string>;
  /** Its slug. */
  slug?: string | (Equality<string> & TextSearch);
  /** Its title. */
  title?: string | (Equality<string> & Comparison<string> & { startsWith?: string });
  /** When it became public. */
  publishedAt?: TimeCondition | Existence;
  /** When it was created. */
  createdAt?: TimeCondition;
  /** When it was last changed. */
  updatedAt?: TimeCondition;
  /** Its place in menus. */
  menuOrder?: number | (Equality<number> & Comparison<number>);
  /** Its author. */
  author?: Named;
  /** The item that it is below. */
  parent?: Named;
  /** BCP 47. An item in the language of the site has none. */
  language?: string | (Equality<string> & Existence);
  /** One of its tags. */
  tag?: string | TermCondition;
  /** `under`: any of these categories or of what is below them. */
  category?: string | NestedTermCondition;
} & {
  /** By a taxonomy of the type: `{ 'terms.brands': 'nike' }`. */
  [Name in `terms.${Taxonomy}`]?: string | NestedTermCondition;
};

/**
 * Conditions on fields and on what every item has, in groups. All members must be met:
 * `{ or: [{ 'fields.price': { gte: 10 } }, { tag: 'new' }], not: { author: 'ann' } }`.
 */
export type Where<Fields, Sortable, Taxonomy extends string> = ItemConditions<Taxonomy> & {
  [K in keyof Fields as K extends string ? `fields.${K}` : never]?: ConditionOn<
    NonNullable<Fields[K]>,
    K extends Sortable ? true : false
  >;
} & {
  [Path in `fields.${string}.${string}`]?: InnerCondition;
} & {
  /** All of these. */
  and?: readonly Where<Fields, Sortable, Taxonomy>[];
  /** One of these. */
  or?: readonly Where<Fields, Sortable, Taxonomy>[];
  /** Not this. */
  not?: Where<Fields, Sortable, Taxonomy>;
};
