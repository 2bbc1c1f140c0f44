import { getChannelsPage } from '#api/channels-page/contract';
import { getProductBySlug, listProducts } from '#api/product/contract';
import { startApp, stopQuietly, type App } from '../support/app';
import { addPicture, ensureLanguages } from '../support/content';
import { read } from './call';

const PRODUCT = 'api::product.product';

/** Returns every URL of a file in a response. */
const findUrls = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    typeof item === 'string' && ['url', 'backgroundMediaUrl', 'iconUrl'].includes(key)
      ? [item]
      : findUrls(item),
  );
};

describe('media in responses', () => {
  let app: App;

  const params = { slug: 'con-imagen', lang: 'es' };

  const bucket = {
    UPLOAD_PROVIDER: 's3',
    S3_BUCKET: 'media',
    S3_REGION: 'eu-west-1',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };

  const bucketFile = {
    provider: 'aws-s3',
    url: 'https://media.s3.eu-west-1.amazonaws.com/picture.png',
  };

  afterEach(() => stopQuietly(app));

  /** Publishes a product with a picture in a new service. Returns the picture of the response. */
  const readCardImage = async (env: Record<string, string> = {}, fileData: object = {}) => {
    app = await startApp({ env });
    await ensureLanguages(app);
    const picture = await addPicture(app);
    await app.strapi.db
      .query('plugin::upload.file')
      .update({ where: { id: picture }, data: { name: 'picture.png', ...fileData } });
    const { slug, lang: locale } = params;
    const data = { title: 'x', slug, SKU: 'IMG-1', payID: 'p', order: 0, cardImage: picture };
    await app.strapi.documents(PRODUCT).create({ locale, status: 'published', data } as never);
    return (await read(app, getProductBySlug, params)).cardImage;
  };

  it('picture too small for a thumbnail – is its own thumbnail', async () => {
    const image = await readCardImage();
    expect(image).toMatchObject({ url: '/uploads/picture.png', isUrlSigned: false });
    expect(image?.formats?.thumbnail).toMatchObject({
      url: '/uploads/picture.png',
      width: 10,
      isUrlSigned: false,
    });
  });

  it('picture in a private bucket – has a signed URL', async () => {
    const image = await readCardImage(bucket, bucketFile);
    expect(image?.isUrlSigned).toBe(true);
    expect(new URL(image?.url ?? '').searchParams.get('X-Amz-Signature')).toEqual(
      expect.any(String),
    );
    expect(new URL(image?.url ?? '').searchParams.get('X-Amz-Expires')).toBe('900');
    expect(image?.formats?.thumbnail).toMatchObject({ url: image?.url, isUrlSigned: true });
  });

  it('picture in a public bucket – has an unsigned URL', async () => {
    const image = await readCardImage({ ...bucket, S3_PRIVATE: 'false' }, bucketFile);
    expect(image).toMatchObject({ url: bucketFile.url, isUrlSigned: false });
  });
});

describe('a service with PUBLIC_URL', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp({ seed: true, env: { PUBLIC_URL: 'https://cms.example.com' } });
  });

  afterAll(() => app.stop());

  it('responses – contain absolute URLs', async () => {
    const { data } = await read(app, listProducts);
    const page = await read(app, getChannelsPage, {}, { lang: 'es', vertical: 'medicina' });
    const urls = [...findUrls(data), ...findUrls(page)];
    expect(urls.length).toBeGreaterThan(200);
    for (const address of urls) {
      expect(address).toMatch(/^https:\/\/cms\.example\.com\/uploads\/\S+$/);
    }
  });
});
