import { getDocumentService } from '#platform/strapi/documents';
import { type Admin, type AdminAnswer, signIn, signInAs } from '../support/admin';
import type { App } from '../support/app';
import { ensureLanguages } from '../support/content';

export const PRODUCT = 'api::product.product';
export const PROTAGONIST = 'api::protagonist.protagonist';
export const CATEGORY = 'api::category.category';
export const HOME = 'api::home-page.home-page';
export const COMPANY = 'api::company-page.company-page';
export const VERTICAL = 'api::vertical.vertical';

export const EXPLORER = '/content-manager/collection-types';

export type BusinessLine = { documentId: string; name: string; slug: string };

/** A school with two business lines, a user for each of them, and one for all. */
export type School = {
  medicina: BusinessLine;
  psicologia: BusinessLine;
  /** A super admin. */
  all: Admin;
  /** Limited to Medicina. */
  ana: Admin;
  /** With a role for each of the lines. */
  both: Admin;
};

type Role = { id: number; name: string; code: string };

export const codeOf = ({ body }: { body: unknown }): string | undefined =>
  (body as { error?: { details?: { code?: string } } }).error?.details?.code;

export const messageOf = ({ body }: { body: unknown }): string | undefined =>
  (body as { error?: { message?: string } }).error?.message;

/** Returns the status and the code of a refusal. */
export const refusal = (answer: AdminAnswer): [number, string | undefined] => [
  answer.status,
  codeOf(answer),
];

const roleOf = async (app: App, all: Admin, line: BusinessLine): Promise<Role> => {
  const response = await all.post(`/rights/lines/${line.documentId}/roles`);
  expect(response.status).toBe(201);
  const { id } = response.body.data as { id: number };
  return (await app.strapi.db.query('admin::role').findOne({ where: { id } })) as Role;
};

export const openSchool = async (app: App): Promise<School> => {
  await ensureLanguages(app);
  const all = await signIn(app);
  const line = async (name: string, slug: string): Promise<BusinessLine> => {
    const existing = await getDocumentService(app, VERTICAL).findFirst({ filters: { slug } });
    if (existing !== null) return { name, slug, documentId: existing.documentId };
    const { body, status } = await all.post(`${EXPLORER}/${VERTICAL}`, { name, slug });
    expect(status).toBe(201);
    return { name, slug, documentId: (body.data as { documentId: string }).documentId };
  };
  const medicina = await line('Medicina', 'medicina');
  const psicologia = await line('Psicología', 'psicologia');
  const [ofMedicina, ofPsicologia] = [
    await roleOf(app, all, medicina),
    await roleOf(app, all, psicologia),
  ];
  const ana = await signInAs(app, ofMedicina.code, 'Ana');
  await signInAs(app, ofMedicina.code, 'Both');
  await app.strapi.db.query('admin::user').update({
    where: { email: 'both@example.com' },
    data: { roles: [ofMedicina.id, ofPsicologia.id] },
  });
  const both = await signInAs(app, ofMedicina.code, 'Both');
  return { medicina, psicologia, all, ana, both };
};

let courseCount = 0;

/** Returns the fields of a new course. */
export const course = (changes: object = {}) => {
  courseCount += 1;
  const name = `Course ${courseCount}`;
  return {
    title: name,
    slug: `course-${courseCount}`,
    SKU: `C-${courseCount}`,
    payID: `pay-${courseCount}`,
    order: courseCount,
    type: 'Curso corto',
    ...changes,
  };
};

/** Creates an entry without permission checks, and returns its documentId. */
export const store = async (
  app: Pick<App, 'strapi'>,
  uid: string,
  data: object,
  locale: string | null = 'es',
): Promise<string> => {
  const language = locale === null ? {} : { locale };
  const { documentId } = await getDocumentService(app, uid).create({ ...language, data });
  return documentId;
};

export const stored = async (
  app: Pick<App, 'strapi'>,
  uid: string,
  documentId: string,
  populate: readonly string[] = [],
): Promise<Record<string, unknown> | null> =>
  getDocumentService(app, uid).findOne({ documentId, locale: 'es', populate });
