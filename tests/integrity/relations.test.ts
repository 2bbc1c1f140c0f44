import { startApp, stopQuietly, type App } from '../support/app';
import { addPicture, ensureLanguages } from '../support/content';

const PRODUCT = 'api::product.product';
const CHANNEL = 'api::channel.channel';

let app: App;
let channel: string;
let product: string;

const productsOfChannel = async () => {
  const answer = await app.request.get('/api/channel/campus');
  expect(answer.status).toBe(200);
  return answer.text;
};

const channelsOf = async (locale: string) => {
  const document = await app.strapi.documents(PRODUCT).findOne({
    documentId: product,
    locale,
    status: 'published',
    populate: { channels: { fields: ['documentId'] } },
  });
  return (document as unknown as { channels: { documentId: string }[] }).channels.map(
    ({ documentId }) => documentId,
  );
};

const expectBothSides = async () => {
  expect(await channelsOf('es')).toEqual([channel]);
  expect(await channelsOf('en')).toEqual([channel]);
  const listed = await productsOfChannel();
  expect(listed).toContain('curso-de-prueba');
  expect(listed).toContain('sample-course');
};

beforeAll(async () => {
  app = await startApp();
  const logo = await addPicture(app);
  await ensureLanguages(app);
  const created = await app.strapi.documents(CHANNEL).create({
    data: {
      name: 'Campus',
      slug: 'campus',
      description: 'd',
      type: 'Partner',
      order: 0,
      logo,
      seo: { author: 'Campus' },
      headVideo: { title: 'Vídeo' },
    },
    status: 'published',
  });
  channel = created.documentId;
  const common = { SKU: 'T1-1', order: 0, payID: 'pay', channels: [channel] };
  product = (
    await app.strapi.documents(PRODUCT).create({
      data: { ...common, title: 'Curso', slug: 'curso-de-prueba' },
      locale: 'es',
    })
  ).documentId;
  await app.strapi.documents(PRODUCT).update({
    documentId: product,
    data: { ...common, title: 'Course', slug: 'sample-course' } as never,
    locale: 'en',
  });
  await app.strapi.documents(PRODUCT).publish({ documentId: product, locale: '*' });
});

afterAll(() => stopQuietly(app));

describe('relation between a product and a channel', () => {
  it('is visible from both sides in both locales', expectBothSides);

  it('survives publishing the channel again', async () => {
    await app.strapi.documents(CHANNEL).publish({ documentId: channel });
    await expectBothSides();
  });

  it('survives unpublishing and publishing the channel', async () => {
    await app.strapi.documents(CHANNEL).unpublish({ documentId: channel });
    await app.strapi.documents(CHANNEL).publish({ documentId: channel });
    await expectBothSides();
  });

  it('survives publishing the product again, one locale at a time', async () => {
    await app.strapi.documents(PRODUCT).publish({ documentId: product, locale: 'en' });
    await app.strapi.documents(PRODUCT).publish({ documentId: product, locale: 'es' });
    await expectBothSides();
  });

  it('survives unpublishing and publishing the product', async () => {
    await app.strapi.documents(PRODUCT).unpublish({ documentId: product, locale: '*' });
    await app.strapi.documents(PRODUCT).publish({ documentId: product, locale: '*' });
    await expectBothSides();
  });
});
