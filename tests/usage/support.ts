import { getDocumentService } from '#platform/strapi/documents';
import type { UsesOf } from '#catalogue/references/uses';
import { type Admin, type AdminAnswer, createApiToken, signIn } from '../support/admin';
import { type App, type AppOptions, startApp } from '../support/app';
import { addPicture, ensureLanguages } from '../support/content';

export const PRODUCT = 'api::product.product';
export const PROTAGONIST = 'api::protagonist.protagonist';
export const CATEGORY = 'api::category.category';
export const CHANNEL = 'api::channel.channel';
export const SERIES = 'api::series.series';
export const EPISODE = 'api::episode.episode';
export const LIVE = 'api::live.live';
export const HOME = 'api::home-page.home-page';
export const BOOKS = 'api::books-page.books-page';
export const MAIL = 'api::email-template.email-template';
export const VERTICAL = 'api::vertical.vertical';
export const ORDER = 'plugin::checkout.order';

export const EXPLORER = '/content-manager/collection-types';

/** A service with a business line and a picture, and a user with all rights. */
export type Desk = { app: App; admin: Admin; apiToken: string; line: string; picture: number };

export const startDesk = async (env: AppOptions['env'] = {}): Promise<Desk> => {
  const app = await startApp({ env });
  await ensureLanguages(app);
  const { documentId: line } = await getDocumentService(app, VERTICAL).create({
    data: { name: 'Medicina', slug: 'medicina' },
  });
  return {
    app,
    admin: await signIn(app),
    apiToken: await createApiToken(app),
    line,
    picture: await addPicture(app),
  };
};

let serial = 0;

/** Returns the fields that an entry of a type needs for publishing, with unique values. */
const contentOf = ({ line, picture }: Pick<Desk, 'line' | 'picture'>, uid: string): object => {
  serial += 1;
  const slug = `${uid.split('.')[1]}-${serial}`;
  const common = { slug, order: serial };
  const seo = { author: 'Autor' };
  switch (uid) {
    case PRODUCT:
      return {
        ...common,
        title: `Course ${serial}`,
        SKU: slug.toUpperCase(),
        payID: slug,
        type: 'Curso corto',
        verticals: [line],
      };
    case PROTAGONIST:
      return { ...common, name: `Teacher ${serial}`, cv: 'cv', image: picture, seo };
    case CATEGORY:
      return { ...common, name: `Subject ${serial}` };
    case CHANNEL: {
      const media = { logo: picture, headVideo: { title: 'Vídeo' } };
      return {
        ...common,
        ...media,
        name: `Channel ${serial}`,
        description: '…',
        type: 'University',
        seo,
      };
    }
    case SERIES:
      return { ...common, name: `Series ${serial}`, description: '…', image: picture, seo };
    case EPISODE:
      return { slug, name: `Episode ${serial}`, language: 'es', summary: '…', image: picture };
    case LIVE:
      return { ...common, title: `Live ${serial}`, vertical: line, image: picture };
    case HOME:
    case BOOKS:
      return { vertical: line, seo };
    case MAIL:
      return { kind: 'welcome', subject: 'Welcome', body: 'Hello', vertical: line };
    default:
      return { name: `Line ${serial}`, slug };
  }
};

/** Stores an entry without permission checks, in Spanish if the type is localized. */
export const store = async (
  desk: Desk,
  uid: string,
  changes: object = {},
  status: 'draft' | 'published' = 'published',
): Promise<string> => {
  const data = { ...contentOf(desk, uid), ...changes };
  const { documentId } = await getDocumentService(desk.app, uid).create({ locale: 'es', data });
  if (status === 'published' && uid !== VERTICAL) {
    await getDocumentService(desk.app, uid).publish({ documentId, locale: 'es' });
  }
  return documentId;
};

export const exists = async (
  { app }: Pick<Desk, 'app'>,
  uid: string,
  documentId: string,
  status: 'draft' | 'published' = 'draft',
): Promise<boolean> =>
  (await getDocumentService(app, uid).findOne({ documentId, locale: 'es', status })) !== null;

type Answer = Pick<AdminAnswer, 'status' | 'body'>;

type Details = { code?: string; removal?: string; uses?: readonly UsesOf[] };

export const detailsOf = ({ body }: Pick<Answer, 'body'>): Details =>
  (body.error as { details?: Details } | undefined)?.details ?? {};

/** Returns the status and the code of a refusal. */
export const refusal = (answer: Answer): [number, string | undefined] => [
  answer.status,
  detailsOf(answer).code,
];

export const STILL_USED = [409, 'STILL_USED'];

/** Returns the documents that block a removal. */
export const errorsOf = (answer: Answer): string[] =>
  (detailsOf(answer).uses ?? []).flatMap(({ uses }) => uses.map(({ documentId }) => documentId));

/** Sends the panel's request for references. */
export const usesOf = async (
  admin: Admin,
  uid: string,
  documentIds: readonly string[],
  removal: 'delete' | 'unpublish' = 'delete',
  locales: readonly string[] | null = null,
): Promise<readonly UsesOf[]> => {
  const { status, body } = await admin.post(`/usage/entries/${uid}`, {
    documentIds,
    locales,
    removal,
  });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data as readonly UsesOf[];
};

export const at = (uid: string, rest: string): string => `${EXPLORER}/${uid}${rest}`;

export const messageOf = ({ body }: Pick<Answer, 'body'>): string | undefined =>
  body.error?.message;
