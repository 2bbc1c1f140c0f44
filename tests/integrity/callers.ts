import path from 'node:path';
import type { App } from '../support/app';

const image = path.resolve(
  __dirname,
  '../../database/sample/images/protagonists/amelie-laurent.webp',
);

type Answer = { status: number; body: unknown };

/** An answer that refuses, as clients read it. */
export type Refusal = {
  error: {
    name: string;
    message: string;
    details: {
      code: string;
      errors?: { path: string[]; message: string; name: string }[];
      entries?: { title: string; documentId: string; uid: string }[];
    };
  };
};

export const refusalIn = ({ body }: Answer): Refusal['error'] => (body as Refusal).error;

/** The first administrator's bearer token for the admin panel's own API. */
export const registerAdmin = async ({ request }: App): Promise<string> => {
  const answer = await request.post('/admin/register-admin').send({
    firstname: 'Ada',
    lastname: 'Admin',
    email: 'ada@example.org',
    password: 'Correct-horse-7',
  });
  return (answer.body as { data: { token: string } }).data.token;
};

/** A token with which the content API may be written to. */
export const createApiToken = async ({ strapi }: App): Promise<string> => {
  const apiTokens = strapi.service('admin::api-token') as {
    create(attributes: object): Promise<unknown>;
  };
  const { accessKey } = (await apiTokens.create({
    name: 'tests',
    description: '',
    type: 'full-access',
    lifespan: null,
  })) as { accessKey: string };
  return accessKey;
};

/** Uploads a picture as the media library does. */
export const uploadImage = async (
  { request }: App,
  admin: string,
): Promise<{ id: number; url: string }> => {
  const answer = await request
    .post('/upload')
    .set('Authorization', `Bearer ${admin}`)
    .attach('files', image);
  return (answer.body as { id: number; url: string }[])[0] as { id: number; url: string };
};

type Locales = {
  find(): Promise<{ code: string }[]>;
  create(locale: { code: string; name: string }): Promise<unknown>;
};

/** Makes the two languages of the catalogue, as far as they are missing. */
export const ensureLanguages = async ({ strapi }: App): Promise<void> => {
  const locales = strapi.plugin('i18n').service<Locales>('locales');
  const existing = (await locales.find()).map(({ code }) => code);
  for (const code of ['es', 'en'].filter((wanted) => !existing.includes(wanted))) {
    await locales.create({ code, name: code });
  }
};

type Pool = { numUsed(): number; numPendingAcquires(): number };

const CALM_LOOKS = 5;

/**
 * Stops the service once it has come to rest. Strapi reads an entry again to announce that it was
 * published, after the publication has answered; without its connections that read fails.
 */
export const stopQuietly = async (app: App): Promise<void> => {
  const { pool } = app.strapi.db.connection.client as unknown as { pool: Pool };
  for (let calm = 0; calm < CALM_LOOKS; calm += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (pool.numUsed() > 0 || pool.numPendingAcquires() > 0) calm = 0;
  }
  await app.stop();
};
