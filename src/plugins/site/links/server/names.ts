export const VERTICAL = 'api::vertical.vertical';

/** `(link, language, line, drafts)`: `address`, `keys`, `is_found`. */
export const ADDRESS_FUNCTION = 'link_address';

/** `(link, holder, row_id, drafts)`: `address`, `keys`. */
export const ADDRESS_IN_FUNCTION = 'link_address_in';
