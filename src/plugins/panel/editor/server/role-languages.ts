import type { WithStrapi } from '../../../../platform/with-strapi';

type Permission = { id: number; properties: { locales?: string[] | null } | null };

const LOCALE = 'plugin::i18n.locale';

const existingLanguages = async ({ strapi }: WithStrapi): Promise<string[]> => {
  const rows = (await strapi.db.query(LOCALE).findMany({ select: ['code'] })) as { code: string }[];
  return rows.map(({ code }) => code);
};

/**
 * Grants new languages to the permissions that hold all previous ones. The admin panel offers only
 * languages that a permission names, so "all" must be listed and kept up to date.
 */
export const grantNewLanguages = async (
  { strapi }: WithStrapi,
  roles: readonly string[],
): Promise<void> => {
  const store = strapi.store({ type: 'editor', name: 'roles', key: 'languages' });
  const languages = await existingLanguages({ strapi });
  const known = (await store.get({})) as string[] | null;
  const earlier = (known ?? []).filter((code) => languages.includes(code));
  const added = languages.filter((code) => !earlier.includes(code));
  if (added.length === 0) return;
  const table = strapi.db.query('admin::permission');
  const permissions = (await table.findMany({
    where: { role: { code: { $in: roles } } },
    select: ['id', 'properties'],
  })) as Permission[];
  for (const { id, properties } of permissions) {
    const held = properties?.locales;
    if (!Array.isArray(held) || !earlier.every((code) => held.includes(code))) continue;
    const locales = [...new Set([...held, ...added])];
    await table.update({ where: { id }, data: { properties: { ...properties, locales } } });
  }
  await store.set({ value: languages });
};

/** Grants new languages when they are added, not only at the next start. */
export const followLanguages = ({ strapi }: WithStrapi, roles: readonly string[]): void => {
  strapi.db.lifecycles.subscribe({
    models: [LOCALE],
    afterCreate: () => grantNewLanguages({ strapi }, roles),
  });
};
