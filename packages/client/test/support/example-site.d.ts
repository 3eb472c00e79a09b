// Written by `frontdesk types` from the post types and forms of the site: do not edit, run it again.
// Use it as createClient<Site>({ … }) of @frontdesk/client. Of each type, `orderBy` names the fields that lists can be
// sorted by, and `defaulted` those that are required but have a default, so that a new item need not give them.

export interface Site {
  types: {
    blank: {
      fields: Record<string, never>;
      orderBy: never;
      defaulted: never;
    };
    page: {
      fields: {
        [key: string]: unknown;
      };
      orderBy: never;
      defaulted: never;
    };
    post: {
      fields: {
        [key: string]: unknown;
        subtitle?: string | null;
      };
      orderBy: 'subtitle';
      defaulted: never;
    };
    product: {
      fields: {
        about?: string | null;
        at?: string | null;
        colour?: 'blue' | 'red' | null;
        extra?: unknown;
        from?: string | null;
        labels?: string[] | null;
        maker?: string | null;
        'on-sale'?: boolean | null;
        photo?: string | null;
        price: number;
        sizes: ("child's" | 'm' | 's')[];
        sku?: string | null;
        state: 'new' | 'used';
        stock?: number | null;
      };
      orderBy: 'at' | 'colour' | 'from' | 'maker' | 'on-sale' | 'photo' | 'price' | 'sku' | 'state' | 'stock';
      defaulted: 'state';
    };
  };
  forms: {
    contact: {
      box?: boolean | null;
      company?: string | null;
      days?: ('mon' | 'tue')[] | null;
      email: string;
      name: string;
      news?: boolean | null;
      source?: string | null;
      terms: true;
      topic?: 'help' | 'sales' | null;
    };
    donate: Record<string, never>;
    'job-application': {
      cv: File | Blob;
      salary?: number | null;
      samples?: File | Blob | readonly (File | Blob)[] | null;
    };
  };
}
