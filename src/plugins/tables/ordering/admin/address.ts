/** Returns the address of a type's order page, with titles in a locale. */
export const orderAddress = (uid: string, locale?: string): string =>
  `/plugins/order?${new URLSearchParams({ type: uid, ...(locale !== undefined && { locale }) }).toString()}`;
