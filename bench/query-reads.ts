// The queries that are measured, by what they are about. Each is compared with the first page of the list.

export const firstPage = '/content/article?limit=20';

/** Of a site with many items: what a page of each order ends with is found by reading pages. */
export type QueryRow = {
  group: string;
  url: string /** Reads pages from here on, and measures one deep inside. */;
  isDeep?: boolean;
};

const time = '2020-06-01T00:00:00Z';
const fieldFilters: Record<string, string> = {
  'name=': 'Name 4711',
  'name[in]=': 'Name 4711,Name 12,Name 99',
  'name[gt]=': 'Name 999',
  'name[lte]=': 'name 1001',
  'name[startsWith]=': 'name 47',
  'price=': '77',
  'price[in]=': '1,2,3',
  'price[gt]=': '4990',
  'price[gte]=': '2500',
  'price[lt]=': '10',
  'price[lte]=': '2500',
  'price[ne]=': '77',
  'price[nin]=': '1,2,3',
  'price[exists]=': 'false',
  'released=': '2010-05-05',
  'released[gte]=': '2021-11-01',
  'released[lt]=': '2000-02-01',
  'checked[gte]=': '2020-03-10T00:00:00Z',
  'checked=': '2020-01-02T00:00:00Z',
  'inStock=': 'true',
  'inStock[ne]=': 'true',
  'color=': 'red',
  'color[in]=': 'red,blue',
  'color[ne]=': 'red',
};

const columnFilters = [
  'publishedAt[gte]=2025-01-01',
  `publishedAt[lt]=${time}`,
  'publishedAt[gte]=2018-01-01&publishedAt[lt]=2018-02-01',
  'updatedAt[gte]=2020-01-01',
  'updatedAt[lt]=2020-01-01',
  'createdAt[gte]=2020-01-01',
  'createdAt[lt]=2020-01-01',
  'author=author-7',
  'author[in]=author-7,author-8',
  'author[ne]=author-7',
  'author[exists]=false',
  'parent=article-10',
  'parent[in]=article-10,article-12',
  'parent[exists]=false',
  'slug[in]=article-1,article-50000,article-99999',
  'slug[startsWith]=article-777',
  'title=Article 4711',
  'title[startsWith]=article 47',
  'title[gte]=article 9999',
  'menuOrder=500',
  'menuOrder[lt]=3',
];

const orders = ['date', 'title', 'menu_order', 'fields.name', 'fields.price', 'fields.released', 'fields.checked'];
const moreOrders = ['fields.inStock', 'fields.color', 'fields.brand'];
const sorts = [
  '-fields.price,title',
  'fields.color,-fields.price',
  '-fields.inStock,fields.price,title',
  'menuOrder,-date',
  '-date,title',
  'title,fields.name',
  'updatedAt',
  '-updatedAt',
  'createdAt',
  '-createdAt',
  'slug',
  '-slug',
];

const wheres = [
  '{"fields.price":{"gte":4990},"fields.color":"red"}',
  '{"or":[{"fields.price":77},{"fields.name":"Name 12"}]}',
  '{"or":[{"fields.price":{"lt":5}},{"slug":"article-5"}]}',
  '{"not":{"fields.color":"red"}}',
  '{"and":[{"fields.price":{"gte":100}},{"fields.price":{"lt":110}}]}',
];

const references = [
  'fields[brand.slug]=brand-7',
  'fields[brand.slug][in]=brand-7,brand-8',
  'fields[brand.rank]=7',
  'fields[brand.rank][gte]=98',
  'fields[brand.slug][ne]=brand-7',
];

const terms = [
  'tag=tag-7',
  'tag=rare',
  'tag=third',
  'tag[in]=tag-7,tag-8',
  'tag[all]=tag-6,third',
  'tag[nin]=tag-7,tag-8',
  'tag[exists]=false',
  'category=low',
  'category[under]=middle',
  'category[under]=top',
  'tag=tag-7&orderBy=title&order=asc',
  'tag=tag-7&fields[price][gte]=4000',
];

const selections = [
  'select=title,excerpt,tags,author,fields.photo&expand=author,fields.photo',
  'select=title,content,tags,categories',
  'expand=author,fields.brand,fields.brand.country,fields.photo',
];

const searches = [
  'block77 ',
  'tikerazu ',
  'lantern ',
  'block77 lantern',
  'harbor lantern copper',
  '"copper meadow"',
  'lantern -block77',
  'block77 OR block78',
  'tikeraku ',
  'block7',
  'har',
];

const encoded = (text: string): string => text.replaceAll(/[ "]/g, (character) => encodeURIComponent(character));
const list = (query: string): string => `${firstPage}&${encoded(query)}`;
const rowsOf = (group: string, queries: readonly string[]): QueryRow[] =>
  queries.map((query) => ({ group, url: list(query) }));

export const queryRows: QueryRow[] = [
  ...rowsOf(
    'field',
    Object.entries(fieldFilters).map(([subject, value]) => `fields[${subject.replace(/(\[|=)/, ']$1')}${value}`),
  ),
  ...rowsOf('field and order', [
    'fields[price][gte]=2500&orderBy=fields.price&order=asc',
    'fields[color]=red&orderBy=fields.price&order=asc',
    'fields[color]=red&fields[price][gte]=4990',
    'fields[price]=77&orderBy=title&order=asc',
  ]),
  ...rowsOf('column', columnFilters),
  ...['asc', 'desc'].flatMap((order) =>
    [...orders, ...moreOrders].flatMap((by) => {
      const url = list(`orderBy=${by}&order=${order}`);
      return [
        { group: 'order', url },
        { group: 'cursor', url, isDeep: true },
      ];
    }),
  ),
  ...sorts.flatMap((sort) => {
    const url = list(`sort=${sort}`);
    return [
      { group: 'sort', url },
      { group: 'sort cursor', url, isDeep: true },
    ];
  }),
  { group: 'cursor', url: list('fields[price][gte]=2500'), isDeep: true },
  { group: 'cursor', url: list('fields[color]=red&orderBy=fields.price'), isDeep: true },
  { group: 'cursor', url: list('tag=third'), isDeep: true },
  ...rowsOf(
    'where',
    wheres.map((where) => `where=${encodeURIComponent(where)}`),
  ),
  ...rowsOf('reference', references),
  ...rowsOf('term', terms),
  ...rowsOf('select', selections),
  ...rowsOf(
    'search',
    searches.map((search) => `search=${search}`),
  ),
  ...rowsOf(
    'search by relevance',
    searches.map((search) => `search=${search}&orderBy=relevance`),
  ),
  ...searches.map((search) => ({ group: 'search all', url: encoded(`/search?q=${search}&facets=true`) })),
  ...rowsOf('offset', ['offset=50000', 'offset=99000', 'orderBy=title&offset=4000']),
  ...rowsOf('status', ['status=any', 'status=draft', 'status=scheduled', 'status=trash']),
  ...rowsOf('not indexed', [
    'fields[weight]=7',
    'fields[name][contains]=471',
    'fields[sizes]=size-7',
    'fields[cost.amount][gte]=890',
    'fields[other][exists]=true',
    'orderBy=fields.weight',
    'search=lantern&fields[weight]=7',
  ]),
];
