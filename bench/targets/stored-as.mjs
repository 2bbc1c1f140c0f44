/** Storage types of this project's custom fields; a Strapi without its plugins has only those. */
export const storedAs = new Map([
  ['plugin::prices.price', 'decimal'],
  ['plugin::prices.currency', 'string'],
  ['plugin::prices.account', 'string'],
  ['plugin::prices.product', 'string'],
  ['plugin::translations.language', 'string'],
  ['plugin::links.link', 'string'],
  ['plugin::links.address', 'string'],
  ['plugin::links.pattern', 'string'],
  ['plugin::links.site', 'string'],
]);
