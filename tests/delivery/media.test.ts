import { getChannelsPage } from '../../src/api/channels-page/contract';
import { getProductBySlug, listProducts } from '../../src/api/product/contract';
import { startApp, stopQuietly, type App } from '../support/app';
import { addPicture, ensureLanguages } from '../support/content';
import { createDatabase, type TestDatabase } from '../support/database';
import { read } from './call';

const PRODUCT = 'api::product.product';

/** Returns every address of a file in a response. */
const addresses = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    typeof item === 'string' && ['url', 'backgroundMediaUrl', 'iconUrl'].includes(key)
      ? [item]
      : addresses(item),
  );
};

describe('A service that knows its public address', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp({ seed: true, env: { PUBLIC_URL: 'https://cms.example.com' } });
  });

  afterAll(() => app.stop());

  it('answers with addresses that work from anywhere', async () => {
    const { data } = await read(app, listProducts);
    const page = await read(app, getChannelsPage, {}, { lang: 'es', vertical: 'medicina' });
    const found = [...addresses(data), ...addresses(page)];
    expect(found.length).toBeGreaterThan(200);
    for (const address of found) {
      expect(address).toMatch(/^https:\/\/cms\.example\.com\/uploads\/\S+$/);
    }
  });
});

describe('A picture', () => {
  let database: TestDatabase;
  let app: App;

  const params = { slug: 'con-imagen', lang: 'es' };

  const cardImage = async (env: Record<string, string> = {}) => {
    app = await startApp({ database, env });
    const image = (await read(app, getProductBySlug, params)).cardImage;
    await stopQuietly(app);
    return image;
  };

  const bucket = {
    UPLOAD_PROVIDER: 's3',
    S3_BUCKET: 'media',
    S3_REGION: 'eu-west-1',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };

  const moveTo = async (provider: string, url: string): Promise<void> => {
    app = await startApp({ database });
    await app.strapi.db
      .query('plugin::upload.file')
      .updateMany({ where: { name: 'picture.png' }, data: { provider, url } });
    await stopQuietly(app);
  };

  beforeAll(async () => {
    database = await createDatabase();
    app = await startApp({ database });
    await ensureLanguages(app);
    const cardImage = await addPicture(app);
    const { slug, lang: locale } = params;
    const data = { title: 'x', slug, SKU: 'IMG-1', payID: 'p', order: 0, cardImage };
    await app.strapi.documents(PRODUCT).create({ locale, status: 'published', data } as never);
    await stopQuietly(app);
  });

  afterAll(() => database.drop());

  it('that is too small for a thumbnail is its own', async () => {
    const image = await cardImage();
    expect(image).toMatchObject({ url: '/uploads/picture.png', isUrlSigned: false });
    expect(image?.formats?.thumbnail).toMatchObject({
      url: '/uploads/picture.png',
      width: 10,
      isUrlSigned: false,
    });
  });

  it('in a private bucket has a signed address and says so', async () => {
    await moveTo('aws-s3', 'https://media.s3.eu-west-1.amazonaws.com/picture.png');
    const image = await cardImage(bucket);
    expect(image?.isUrlSigned).toBe(true);
    expect(new URL(image?.url ?? '').searchParams.get('X-Amz-Signature')).toEqual(
      expect.any(String),
    );
    expect(new URL(image?.url ?? '').searchParams.get('X-Amz-Expires')).toBe('900');
    expect(image?.formats?.thumbnail).toMatchObject({ url: image?.url, isUrlSigned: true });
  });

  it('in a public bucket has not', async () => {
    const url = 'https://media.s3.eu-west-1.amazonaws.com/picture.png';
    const image = await cardImage({ ...bucket, S3_PRIVATE: 'false' });
    expect(image).toMatchObject({ url, isUrlSigned: false });
  });
});
