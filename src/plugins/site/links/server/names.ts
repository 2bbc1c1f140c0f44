/** Function `(link, language, line, drafts)` with the results `address`, `keys` and `is_found`. */
export const ADDRESS_FUNCTION = 'link_address';

/** Function `(link, holder, row_id, drafts)` with the results `address` and `keys`. */
export const ADDRESS_IN_FUNCTION = 'link_address_in';
