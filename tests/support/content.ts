import path from 'node:path';
import type { Core } from '@strapi/types';

type Locales = {
  findByCode: (code: string) => Promise<unknown>;
  create: (locale: object) => Promise<unknown>;
  setDefaultLocale: (locale: object) => Promise<unknown>;
};

/** Spanish as the default language beside English, as in the sample catalogue. */
export const ensureLanguages = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  const locales = strapi.plugin('i18n').service<Locales>('locales');
  for (const [code, name] of [
    ['es', 'Spanish (es)'],
    ['en', 'English (en)'],
  ]) {
    if (!(await locales.findByCode(String(code)))) await locales.create({ code, name });
  }
  await locales.setDefaultLocale({ code: 'es' });
};

/** A picture file for uploads. */
export const pictureFile = path.resolve(
  __dirname,
  '../../database/sample/images/protagonists/amelie-laurent.webp',
);

/** Creates a small picture in the media library, without a file; returns its row id. */
export const addPicture = async ({ strapi }: { strapi: Core.Strapi }): Promise<number> => {
  const file = (await strapi.db.query('plugin::upload.file').create({
    data: {
      name: 'picture.png',
      hash: `picture_${Math.random().toString(36).slice(2)}`,
      ext: '.png',
      mime: 'image/png',
      size: 1,
      width: 10,
      height: 10,
      url: '/uploads/picture.png',
      provider: 'local',
      folderPath: '/',
    },
  })) as { id: number };
  return file.id;
};

/** Fields that a book needs for publishing, besides a cover. */
export const bookDetails = {
  author: 'Ana Alba',
  bindingFormat: 'Rústica',
  edition: '1.ª',
  language: 'Español',
  ISBN: '978-84-376-0494-7',
  synopsis: 'De qué trata.',
  description: 'Qué es.',
  chapterIndex: 'Uno',
  format: 'Physical' as const,
};
