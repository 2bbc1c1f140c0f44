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

let categoryCount = 0;

export const dataIn = ({ body }: Pick<AdminAnswer, 'body'>): Category => body.data as Category;

const unmade = (): { name: string; slug: string; order: number } => {
  categoryCount += 1;
  const unique = `${Date.now().toString(36)}-${categoryCount}`;
  return { name: `Name ${unique}`, slug: `slug-${unique}`, order: 0 };
};

/**
 * Actions of a user on a category in the panel's form.
 *
 * @param key the idempotency key of its saves; the panel's forms keep one until a save is answered
 */
export const deskOf = (person: Admin, key?: string) => {
  const headers = key === undefined ? undefined : { 'Idempotency-Key': key };
  const at = (documentId: string, action = ''): string =>
    `${EXPLORER}/${CATEGORY}/${documentId}${action}`;
  const act =
    (action: string) =>
    (documentId: string, data: object = {}) =>
      person.post(`${at(documentId, `/actions/${action}`)}?locale=es`, data, headers);
  return {
    unmade,
    make: (data: object, locale = 'es') =>
      person.post(`${EXPLORER}/${CATEGORY}?locale=${locale}`, data, headers),
    makeAndPublish: (data: object) =>
      person.post(`${EXPLORER}/${CATEGORY}/actions/publish?locale=es`, data, headers),
    create: async (): Promise<Category> =>
      dataIn(await person.post(`${EXPLORER}/${CATEGORY}?locale=es`, unmade(), headers)),
    open: async (documentId: string, locale = 'es'): Promise<Category> =>
      dataIn(await person.get(`${at(documentId)}?locale=${locale}`)),
    save: (documentId: string, data: object, locale = 'es') =>
      person.put(`${at(documentId)}?locale=${locale}`, data, headers),
    publish: act('publish'),
    unpublish: act('unpublish'),
    discard: act('discard'),
    remove: (documentId: string) => person.delete(`${at(documentId)}?locale=es`),
  };
};

export type Desk = ReturnType<typeof deskOf>;
