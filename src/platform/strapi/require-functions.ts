import type { WithStrapi } from './with-strapi';

/**
 * Casts an internal object of Strapi to the type that an adapter expects, after checking the
 * functions that the adapter calls.
 *
 * @param adapter the adapter's file, named in the error when a new version of Strapi has changed
 * them
 * @throws an error that names the adapter and the missing functions
 */
export const requireFunctions = <T extends object>(
  adapter: string,
  internals: unknown,
  names: readonly (keyof T & string)[],
): T => {
  const functions = (internals ?? {}) as Readonly<Record<string, unknown>>;
  const missingFunctions = names.filter((name) => typeof functions[name] !== 'function');
  if (missingFunctions.length > 0) {
    throw new Error(
      `src/platform/strapi/${adapter}: Strapi’s internals have changed: no ${missingFunctions.join(', ')}`,
    );
  }
  return internals as T;
};

type Registry = { extend: (uid: string, change: (service: object) => object) => void };

/**
 * Replaces a service of Strapi or of a plugin for all its callers. Call it in `register`.
 *
 * @param names the functions that the replacement calls
 * @param change returns the replacement
 */
export const extendService = <Service extends object>(
  { strapi }: WithStrapi,
  {
    adapter,
    uid,
    names,
  }: { adapter: string; uid: string; names: readonly (keyof Service & string)[] },
  change: (service: Service) => Service,
): void => {
  strapi
    .get<Registry>('services')
    .extend(uid, (service) => change(requireFunctions<Service>(adapter, service, names)));
};
