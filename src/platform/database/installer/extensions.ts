import type { Knex } from 'knex';
import type { WithStrapi } from '../../with-strapi';
import type { Definition } from './definition';

/**
 * Installs missing extensions where possible.
 *
 * @returns the names of the installed extensions
 */
export const ensureExtensions = async (
  { strapi }: WithStrapi,
  trx: Knex.Transaction,
  definitions: readonly Definition[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await trx.raw<{ rows: { extname: string }[] }>(
    'SELECT extname FROM pg_extension',
  );
  const present = new Set(rows.map(({ extname }) => extname));
  for (const definition of definitions) {
    if (definition.kind !== 'extension' || present.has(definition.name)) continue;
    const { name, create, purpose } = definition;
    try {
      await trx.transaction((inner) => inner.raw(create));
      present.add(name);
    } catch (error) {
      // Managed servers allow only certain extensions, or only administrators may install them.
      strapi.log.warn(
        `database: without the extension ${name} there is no ${purpose}. Have an administrator of the database ` +
          `run "${create}", and start again (${error instanceof Error ? error.message : String(error)})`,
      );
    }
  }
  return present;
};
