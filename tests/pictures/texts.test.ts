import { createHash } from 'node:crypto';
import { signIn, type Admin } from '../support/admin';
import { startApp, stopQuietly, type App } from '../support/app';
import { ensureLanguages } from '../support/content';
import * as make from '../uploads/files';
import type { PicturesWithoutText } from '#plugins/media/pictures/picture-without-text';
import { library, type Uploaded } from './support';

const PRODUCT = 'api::product.product';

type Texts = { languages: { code: string }[]; texts: Record<string, string> };

describe('alternative texts by language', () => {
  let app: App;
  let editor: Admin;
  let files: Awaited<ReturnType<typeof library>>;
  let file: Uploaded;

  const publish = (type: string, locale: string | undefined, data: object, documentId?: string) => {
    const documents = app.strapi.documents(type as typeof PRODUCT);
    const parameters = { ...(locale && { locale }), status: 'published', data } as never;
    return documentId === undefined
      ? documents.create(parameters)
      : documents.update({ documentId, ...(parameters as object) } as never);
  };

  const product = (lang: string) => ({
    title: lang,
    slug: `described-${lang}`,
    SKU: 'ALT-1',
    payID: 'p',
    order: 0,
    cardImage: file.id,
    seo: { author: 'x', image: file.id },
  });

  beforeAll(async () => {
    app = await startApp({ env: { PUBLIC_URL: 'https://cms.example.com' } });
    await ensureLanguages(app);
    editor = await signIn(app, 'catalogue-editor');
    files = await library(app);
    file = await files.upload('hand.png', await make.png(300, 200));
    await files.describe(file.id, { alternativeText: 'Una mano' });
    const created = await publish(PRODUCT, 'es', product('es'));
    await publish(PRODUCT, 'en', product('en'), created?.documentId);
  });

  afterAll(() => stopQuietly(app));

  const address = (id = file.id): string => `/pictures/files/${id}/texts`;

  const save = (texts: object, who = editor) => who.put(address(), { texts });

  const readTexts = async (lang: string): Promise<unknown[]> => {
    const { body } = await app.request
      .get(`/api/products/productBySlug/described-${lang}/${lang}`)
      .expect(200);
    const { cardImage, seo } = body as {
      cardImage: { alternativeText: unknown };
      seo: { image: { alternativeText?: unknown } };
    };
    return [cardImage.alternativeText, seo.image.alternativeText].filter(
      (text) => text !== undefined,
    );
  };

  it('GET product – text in its locale – is shown, or else the default text', async () => {
    expect(new Set([...(await readTexts('es')), ...(await readTexts('en'))])).toEqual(
      new Set(['Una mano']),
    );
    const saveAnswer = await save({ en: ' A hand ' });
    expect([saveAnswer.status, saveAnswer.body.data]).toEqual([200, { texts: { en: 'A hand' } }]);
    expect(new Set(await readTexts('en'))).toEqual(new Set(['A hand']));
    expect(new Set(await readTexts('es'))).toEqual(new Set(['Una mano']));

    const { body } = await app.request.get(`/api/media?ids=${file.documentId}`).expect(200);
    expect((body as { data: unknown[] }).data[0]).toMatchObject({
      alternativeText: 'Una mano',
      alternativeTexts: { en: 'A hand' },
    });

    await save({ en: '' });
    expect(new Set(await readTexts('en'))).toEqual(new Set(['Una mano']));
  });

  it('GET /pictures/files/:id/texts – editor – returns the languages and texts', async () => {
    await save({ en: 'A hand' });
    const { status, body } = await editor.get(address());
    expect(status).toBe(200);
    const { languages, texts } = body.data as Texts;
    expect(languages.map(({ code }) => code)).toEqual(['en']);
    expect(texts).toEqual({ en: 'A hand' });
  });

  it('replaced or described file – keeps its texts', async () => {
    await save({ en: 'A hand' });
    await files.replace(file.id, 'hand.png', await make.png(30, 20));
    await files.describe(file.id, { caption: 'x' });
    expect(((await editor.get(address())).body.data as Texts).texts).toEqual({ en: 'A hand' });
  });

  it('GET /pictures/undescribed – locale – returns used pictures without a text in it', async () => {
    const readUndescribed = async (query: string): Promise<PicturesWithoutText> => {
      const { status, body } = await editor.get(`/pictures/undescribed${query}`);
      expect(status).toBe(200);
      return body.data as PicturesWithoutText;
    };
    const undescribedFile = await files.upload('silent.png', await make.png(300, 200));
    await files.upload('unused.png', await make.png(310, 200));
    const withPicture = {
      slug: 'silent',
      SKU: 'ALT-2',
      cardImage: undescribedFile.id,
      seo: { author: 'x' },
    };
    await publish(PRODUCT, 'es', { ...product('es'), ...withPicture });
    await save({ en: '' });
    const namesIn = async (query: string): Promise<string[]> =>
      (await readUndescribed(query)).pictures.map(({ name }) => name);
    expect(await namesIn('?locale=en')).toEqual(['silent.png', 'hand.png']);
    expect(await namesIn('?locale=es')).toEqual(['silent.png']);
    expect(await namesIn('')).toEqual(['silent.png']);
    expect(await readUndescribed('?locale=en')).toMatchObject({
      isDefault: false,
      total: 2,
      pictures: [{ text: '' }, { text: 'Una mano' }],
    });
    await save({ en: 'A hand' });
    await files.describe(undescribedFile.id, { alternativeText: 'Nada' });
    expect(await namesIn('?locale=en')).toEqual(['silent.png']);
    expect(await readUndescribed('?locale=es')).toEqual({
      isDefault: true,
      total: 0,
      pictures: [],
    });
    expect((await editor.get('/pictures/undescribed?page=0')).status).toBe(400);
    expect((await app.request.get('/pictures/undescribed')).status).toBe(401);
  });

  it('PUT /pictures/files/:id/texts – unknown language, invalid text or file – returns 400 or 404', async () => {
    expect((await save({ fr: 'Une main' })).status).toBe(400);
    expect((await save({ es: 'Una mano' })).status).toBe(400);
    expect((await save({ en: 5 })).status).toBe(400);
    expect((await editor.put(address(), { en: 'x' })).status).toBe(400);
    expect((await editor.put(address(999_999), { texts: { en: 'x' } })).status).toBe(404);
    expect((await editor.get('/pictures/files/x/texts')).status).toBe(404);
  });

  it('PUT /pictures/files/:id/texts – role limited to own files – returns 404 for others, also in lists', async () => {
    await save({ en: '' });
    const [bytes, author] = [await make.png(31, 17), await signIn(app, 'strapi-author')];
    const ownFile = await files.upload('own.png', await make.png(19, 23));
    const other = await files.upload('other.png', bytes);
    const user = (await app.strapi.db
      .query('admin::user')
      .findOne({ where: { email: author.email } })) as { id: number };
    await app.strapi.db
      .query('plugin::upload.file')
      .update({ where: { id: ownFile.id }, data: { createdBy: user.id } });

    expect((await save({ en: 'Mine' }, author)).status).toBe(404);
    expect((await author.get(address())).status).toBe(404);
    expect(((await editor.get(address())).body.data as Texts).texts).toEqual({});
    expect((await author.put(address(ownFile.id), { texts: { en: 'Mine' } })).status).toBe(200);
    expect(((await author.get(address(ownFile.id))).body.data as Texts).texts).toEqual({
      en: 'Mine',
    });

    const digests = [createHash('sha256').update(bytes).digest('hex')];
    const idsFor = async (who: Admin): Promise<unknown[]> => {
      const { body } = await who.post('/duplicate-uploads/existing', { digests });
      const undescribed = (await who.get('/pictures/undescribed?locale=en')).body;
      return [
        (body.data as { id: number }[]).map(({ id }) => id),
        (undescribed.data as PicturesWithoutText).pictures.some(({ id }) => id === file.id),
      ];
    };
    expect([await idsFor(editor), await idsFor(author)]).toEqual([
      [[other.id], true],
      [[], false],
    ]);
  });

  it('texts – anonymous returns 401, and the generated API does not contain them', async () => {
    expect((await app.request.get(address())).status).toBe(401);
    expect((await app.request.put(address()).send({ texts: { en: 'x' } })).status).toBe(401);
    const { text } = await app.request
      .get('/api/products?locale=en&populate=cardImage')
      .expect(200);
    expect(text).toContain('cardImage');
    expect(text).not.toContain('alternativeTexts');
    expect(text).not.toContain('dominantColor');
  });
});
