import type { Admin, AdminAnswer } from '../support/admin';

export const CATEGORY = 'api::category.category';

export const EXPLORER = '/content-manager/collection-types';

export type Category = {
  documentId: string;
  name: string;
  slug: string;
  order: number;
  updatedAt: string;
};

type Refusal = {
  code: string;
  baseVersion: string | null;
  currentVersion: string | null;
  isDeleted: boolean;
  changes: { field: string; changedAt: string | null; changedBy?: string; text?: string }[];
};

export const detailsIn = ({ body }: Pick<AdminAnswer, 'body'>): Refusal =>
  (body.error as unknown as { details: Refusal }).details;

let made = 0;

export const dataIn = ({ body }: Pick<AdminAnswer, 'body'>): Category => body.data as Category;

/** What somebody does with a category in the panel's form. */
export const deskOf = (person: Admin) => {
  const at = (documentId: string, action = ''): string =>
    `${EXPLORER}/${CATEGORY}/${documentId}${action}`;
  return {
    create: async (): Promise<Category> => {
      made += 1;
      const unique = `${Date.now().toString(36)}-${made}`;
      const data = { name: `Name ${unique}`, slug: `slug-${unique}`, order: 0 };
      return dataIn(await person.post(`${EXPLORER}/${CATEGORY}?locale=es`, data));
    },
    open: async (documentId: string, locale = 'es'): Promise<Category> =>
      dataIn(await person.get(`${at(documentId)}?locale=${locale}`)),
    save: (documentId: string, data: object, locale = 'es') =>
      person.put(`${at(documentId)}?locale=${locale}`, data),
    publish: (documentId: string, data: object = {}) =>
      person.post(`${at(documentId, '/actions/publish')}?locale=es`, data),
    unpublish: (documentId: string, data: object = {}) =>
      person.post(`${at(documentId, '/actions/unpublish')}?locale=es`, data),
    discard: (documentId: string, data: object = {}) =>
      person.post(`${at(documentId, '/actions/discard')}?locale=es`, data),
    remove: (documentId: string) => person.delete(`${at(documentId)}?locale=es`),
  };
};

export type Desk = ReturnType<typeof deskOf>;
