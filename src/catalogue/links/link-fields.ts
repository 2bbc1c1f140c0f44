export const LINK_FIELD = 'plugin::links.link';

/** Custom field of a link to an address only. */
export const ADDRESS_FIELD = 'plugin::links.address';

/** Custom field of the address pattern of a type's entries. */
export const PATTERN_FIELD = 'plugin::links.pattern';

/** Custom field of a site's address: `https://medicine.example.com`. */
export const SITE_FIELD = 'plugin::links.site';
