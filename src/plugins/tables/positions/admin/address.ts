/** Where the panel shows the order of a type, with titles in a language. */
export const orderAddress = (uid: string, locale?: string): string =>
  `/plugins/order?${new URLSearchParams({ type: uid, ...(locale !== undefined && { locale }) }).toString()}`;
