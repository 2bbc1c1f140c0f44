/**
 * Takes something of Strapi's insides for what an adapter knows it to be, where it has the functions that the
 * adapter calls.
 *
 * @param adapter the adapter's file, for whoever finds that a new version of Strapi has changed them
 * @throws naming the adapter and the functions that are gone
 */
export const requireFunctions = <T extends object>(
  adapter: string,
  inside: unknown,
  names: readonly (keyof T & string)[],
): T => {
  const found = (inside ?? {}) as Readonly<Record<string, unknown>>;
  const missing = names.filter((name) => typeof found[name] !== 'function');
  if (missing.length > 0) {
    throw new Error(
      `src/platform/strapi/${adapter}: Strapi’s insides have changed, without ${missing.join(', ')}`,
    );
  }
  return inside as T;
};
