/** Leads to an entry or to an address. */
export const LINK_FIELD = 'plugin::links.link';

/** Leads to an address only. */
export const ADDRESS_FIELD = 'plugin::links.address';

/** How the addresses of a type's entries are made on a site. */
export const PATTERN_FIELD = 'plugin::links.pattern';

/** Where a site is: `https://medicine.example.com`. */
export const SITE_FIELD = 'plugin::links.site';
