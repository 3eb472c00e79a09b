// Items and terms of an export that are not content of the site: parts of WordPress and of plugins, and what visitors and buyers
// entered.

import type { ImportReport } from './import-report.ts';
import type { WordpressItem } from './wordpress-records.ts';

const skippedTypes: Record<string, readonly string[]> = {
  'orders of customers': [
    ...['shop_order', 'shop_order_refund', 'shop_order_placehold', 'shop_subscription', 'edd_payment', 'give_payment'],
    ...['wpsc-purchase-log', 'llms_order', 'llms_transaction', 'lp_order', 'sfwd-transactions', 'tec_tc_order'],
    ...['tribe_tpp_orders', 'mphb_payment'],
  ],
  'messages of visitors': ['flamingo_inbound', 'flamingo_outbound', 'feedback', 'nf_sub', 'happyforms-message'],
  'data of customers': ['flamingo_contact', 'wc_user_membership', 'user_request', 'sfwd-assignment', 'sfwd-essays'],
  'bookings of customers': [
    ...['wc_booking', 'wc_appointment', 'mphb_booking', 'tec_tc_attendee', 'tribe_rsvp_attendees'],
    ...['tribe_tpp_attendees', 'tribe_wooticket', 'tribe_eddticket'],
  ],
  'coupons of a shop': ['shop_coupon', 'edd_discount', 'llms_coupon'],
  'jobs of a plugin': ['scheduled-action', 'shop_webhook', 'edd_log'],
  'settings of a plugin': [
    ...['acf-field', 'acf-field-group', 'acf-post-type', 'acf-taxonomy', 'acf-ui-options-page'],
    ...['wpcf7_contact_form', 'wpforms', 'mc4wp-form'],
  ],
  'settings of a theme': ['customize_changeset', 'custom_css'],
  'menus are not imported': ['nav_menu_item'],
  'revisions are not imported': ['revision'],
  'a cache': ['oembed_cache'],
};

const reasons = new Map(
  Object.entries(skippedTypes).flatMap(([reason, types]) => types.map((type) => [type, reason] as const)),
);

/** Custom fields of orders and bookings, whatever plugin stored them. */
const personalKey =
  /^_?(?:billing|shipping|customer|payer|buyer|donor|attendee|subscriber)_(?:email|phone|address|address_1|last_name|ip_address)$/;

/** Why no item of a type is imported; null if they are. */
export function skippedType(postType: string): string | null {
  if (postType === 'attachment') return null;
  if (postType.startsWith('wp_')) return 'parts of a theme';
  const reason = reasons.get(postType);
  if (reason !== undefined) return reason;
  return /^[a-z][a-z0-9_-]{0,48}$/.test(postType) ? null : 'the name is not valid for a content type';
}

/** Why an item is not imported; null if it is. */
export function skipReason({ postType, status, meta }: WordpressItem): string | null {
  const reason = skippedType(postType);
  if (reason !== null || postType === 'attachment') return reason;
  const isPersonal = status.startsWith('wc-') || meta.some(({ key }) => personalKey.test(key));
  return isPersonal ? 'they have addresses of customers' : null;
}

/** Taxonomies that WordPress, themes and plugins sort their own things into. */
const ofSystem = [
  ...['nav_menu', 'link_category', 'post_format', 'action-group'],
  ...['product_type', 'product_visibility', 'elementor_library_type'],
];

/** Why the terms of a taxonomy are not imported; null if they are. */
export function skippedTaxonomy(taxonomy: string): string | null {
  if (ofSystem.includes(taxonomy) || taxonomy.startsWith('wp_')) return 'WordPress or a plugin uses them itself';
  return /^[a-z][a-z0-9_-]{0,47}$/.test(taxonomy) ? null : 'the name is not valid for a taxonomy';
}

type Skipped = ImportReport['skipped'];
type Counted = { items: Record<string, number>; terms: Record<string, number>; comments: number };

/** What an import skips of an export with these numbers of records. Items that are skipped one by one are not among them. */
export function skippedOf({ items, ...others }: Counted): Skipped {
  return [...skippedKinds(items, skippedType), ...skippedBesideItems(others)];
}

/** The same without items. */
export function skippedBesideItems({ terms, comments }: Omit<Counted, 'items'>): Skipped {
  return [
    ...skippedKinds(terms, skippedTaxonomy).map(({ what, ...others }) => ({ what: `terms of ${what}`, ...others })),
    ...(comments > 0 ? [{ what: 'comments', count: comments, why: 'comments are not imported' }] : []),
  ];
}

function skippedKinds(counts: Record<string, number>, reasonOf: (kind: string) => string | null): Skipped {
  return Object.entries(counts).flatMap(([what, count]) => {
    const why = reasonOf(what);
    return why === null ? [] : [{ what, count, why }];
  });
}
