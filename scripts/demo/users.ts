import { randomBytes } from 'node:crypto';
import type { Core } from '@strapi/types';

export type SignIn = { role: string; email: string; password: string };

const people = [
  { role: 'catalogue editor', code: 'catalogue-editor', email: 'editor@example.com' },
  { role: 'marketing', code: 'marketing', email: 'marketing@example.com' },
  { role: 'administrator', code: 'strapi-super-admin', email: 'admin@example.com' },
] as const;

type AdminUser = { id: number };
type Roles = { findOne: (where: { code: string }) => Promise<{ id: number } | null> };
type Users = {
  create: (data: Record<string, unknown>) => Promise<AdminUser>;
  updateById: (id: number, data: Record<string, unknown>) => Promise<AdminUser>;
};

const PASSWORDS = { type: 'demo', name: 'users', key: 'passwords' } as const;

const passwordOf = async (strapi: Core.Strapi, email: string): Promise<string> => {
  const known = (await strapi.store(PASSWORDS).get({})) as Record<string, string> | null;
  const password = known?.[email] ?? `Demo-${randomBytes(9).toString('base64url')}1`;
  await strapi.store(PASSWORDS).set({ value: { ...known, [email]: password } });
  return password;
};

/**
 * Sees to it that the demo's people can sign in to the admin panel with the passwords given back. Nothing
 * but the demo calls this; the passwords are made up once for each database.
 */
export const ensureDemoUsers = async ({ strapi }: { strapi: Core.Strapi }): Promise<SignIn[]> => {
  const roles = strapi.service('admin::role') as unknown as Roles;
  const users = strapi.service('admin::user') as unknown as Users;
  const signIns: SignIn[] = [];
  for (const { role, code, email } of people) {
    const found = await roles.findOne({ code });
    if (found === null) throw new Error(`There is no role ${code} to give to the demo's ${role}.`);
    const password = await passwordOf(strapi, email);
    const account = {
      firstname: 'Demo',
      lastname: role,
      password,
      isActive: true,
      roles: [found.id],
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
