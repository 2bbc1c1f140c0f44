import type { App } from './app';

type Column = { columnName?: string };

/**
 * Returns a body with each attribute and column of a type, except for those of a contract, and with values that
 * strangers would write there.
 */
export const everyColumn = (
  { strapi }: Pick<App, 'strapi'>,
  uid: string,
  leftOut: readonly string[],
): Record<string, unknown> => {
  const { attributes } = strapi.db.metadata.get(uid);
  const names = Object.entries(attributes).flatMap(([name, attribute]) => [
    name,
    (attribute as Column).columnName ?? name,
  ]);
  const unnamed = names.filter((name) => !leftOut.includes(name));
  return Object.fromEntries(unnamed.map((name) => [name, name === 'role' ? 2 : true]));
};
