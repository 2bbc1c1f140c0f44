import { randomBytes } from 'node:crypto';
import type { Core } from '@strapi/types';
import { makeLineRole } from '#plugins/rights';

export type SignIn = { role: string; email: string; password: string };

const people = [
  { role: 'catalogue editor', code: 'catalogue-editor', email: 'editor@example.com' },
  { role: 'marketing', code: 'marketing', email: 'marketing@example.com' },
  { role: 'support', code: 'support', email: 'support@example.com' },
  { role: 'administrator', code: 'strapi-super-admin', email: 'admin@example.com' },
] as const;

/** User whose role is limited to one of the sample's business lines. */
const lineEditor = { role: 'editor of Medicina', line: 'medicina', email: 'medicina@example.com' };

type AdminUser = { id: number };
type Roles = { findOne: (where: { code: string }) => Promise<{ id: number } | null> };
type Users = {
  create: (data: Record<string, unknown>) => Promise<AdminUser>;
  updateById: (id: number, data: Record<string, unknown>) => Promise<AdminUser>;
};

const PASSWORDS = { type: 'demo', name: 'users', key: 'passwords' } as const;

const ensurePassword = async (strapi: Core.Strapi, email: string): Promise<string> => {
  const passwords = (await strapi.store(PASSWORDS).get({})) as Record<string, string> | null;
  const password = passwords?.[email] ?? `Demo-${randomBytes(9).toString('base64url')}1`;
  await strapi.store(PASSWORDS).set({ value: { ...passwords, [email]: password } });
  return password;
};

type BusinessLine = { documentId: string; name: string; slug: string };

type Person = { role: string; code: string; email: string };

/**
 * Returns the editor of one business line, and creates the role as the panel does beside the line's
 * form.
 */
const ensureLineEditor = async ({ strapi }: { strapi: Core.Strapi }): Promise<Person[]> => {
  const { role, line: slug, email } = lineEditor;
  const line = (await strapi.db
    .query('api::vertical.vertical')
    .findOne({ where: { slug }, select: ['documentId', 'name', 'slug'] })) as BusinessLine | null;
  if (line === null) return [];
  const code = `line-${slug}`;
  const roles = strapi.service('admin::role') as unknown as Roles;
  if ((await roles.findOne({ code })) === null) await makeLineRole({ strapi }, line, 'es');
  return [{ role, code, email }];
};

/**
 * Ensures that the demo's users can sign in to the admin panel with the returned passwords. Only
 * the demo calls this. The passwords are generated once per database.
 */
export const ensureDemoUsers = async ({ strapi }: { strapi: Core.Strapi }): Promise<SignIn[]> => {
  const roles = strapi.service('admin::role') as unknown as Roles;
  const users = strapi.service('admin::user') as unknown as Users;
  const signIns: SignIn[] = [];
  for (const { role, code, email } of [...people, ...(await ensureLineEditor({ strapi }))]) {
    const candidate = await roles.findOne({ code });
    if (candidate === null)
      throw new Error(`There is no role ${code} to give to the demo's ${role}.`);
    const password = await ensurePassword(strapi, email);
    const account = {
      firstname: 'Demo',
      lastname: role,
      password,
      isActive: true,
      roles: [candidate.id],
    };
    const existing = (await strapi.db
      .query('admin::user')
      .findOne({ where: { email }, select: ['id'] })) as AdminUser | null;
    if (existing === null) await users.create({ ...account, email });
    else await users.updateById(existing.id, account);
    signIns.push({ role, email, password });
  }
  return signIns;
};
