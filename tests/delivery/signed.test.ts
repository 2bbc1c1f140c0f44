import { HostDate } from '../support/host';
import { startApp, type App } from '../support/app';
import { ensureLanguages } from '../support/content';
import { until } from '../support/until';

/** Private media: URLs are signed when a response is sent, even if its documents were cached long before. */

const s3 = {
  UPLOAD_PROVIDER: 's3',
  S3_BUCKET: 'media',
  S3_REGION: 'eu-west-1',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
  S3_URL_EXPIRES: '600',
  DELIVERY_MAX_AGE: '3600',
  DELIVERY_STALE_WHILE_REVALIDATE: '3600',
};

type Media = {
  url: string;
  isUrlSigned: boolean;
  formats: { thumbnail: { url: string; isUrlSigned: boolean } };
};

type Product = { mediaHeader: Media; cardImage: Media };

const SLUG = '/api/products/productBySlug/anatomy/es';

const createProduct = async (app: App): Promise<void> => {
  await ensureLanguages(app);
  const files = app.strapi.db.query('plugin::upload.file');
  const fileFields = {
    ext: '.png',
    mime: 'image/png',
    size: 1,
    width: 10,
    height: 10,
    folderPath: '/',
  };
  const thumbnail = {
    ...fileFields,
    name: 't',
    hash: 'thumbnail_a',
    url: 'http://127.0.0.1:9/media/thumbnail_a.png',
  };
  const bucketFile = (await files.create({
    data: {
      ...fileFields,
      name: 'a',
      hash: 'a',
      url: 'http://127.0.0.1:9/media/a.png',
      provider: 'aws-s3',
      formats: { thumbnail },
    },
  })) as { id: number };
  const localFile = (await files.create({
    data: { ...fileFields, name: 'b', hash: 'b', url: '/uploads/b.png', provider: 'local' },
  })) as { id: number };
  await app.strapi.documents('api::product.product').create({
    locale: 'es',
    status: 'published',
    data: {
      title: 'Anatomía',
      slug: 'anatomy',
      SKU: 'SKU-1',
      payID: 'pay',
      mediaHeader: bucketFile.id,
      cardImage: localFile.id,
      seo: { author: 'Autora' },
    },
  } as never);
};

describe('signed media', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp({ env: s3 });
    await createProduct(app);
  });

  afterAll(() => app.stop());

  /**
   * Waits until the response is cached. Announcements of the documents may still arrive, and evict it once
   * more.
   */
  const readCached = () =>
    until(
      () => app.request.get(SLUG).expect(200),
      ({ headers }) => headers['x-cache'] === 'HIT',
    );

  it('private files – have signed URLs; other files keep theirs', async () => {
    const { text, body, headers } = await readCached();
    const { mediaHeader, cardImage } = body as Product;
    const { thumbnail } = mediaHeader.formats;
    expect(mediaHeader).toMatchObject({ isUrlSigned: true });
    expect(mediaHeader.url).toMatch(/^http.*\/a\.png\?.*X-Amz-Signature=/);
    expect(thumbnail.isUrlSigned).toBe(true);
    expect(thumbnail.url).toMatch(/^http.*\/thumbnail_a\.png\?.*X-Amz-Signature=/);
    expect(cardImage).toMatchObject({ isUrlSigned: false, url: '/uploads/b.png' });
    expect(text).not.toMatch(/sign-[0-9a-f]{24}/);
    // No cache stores a URL for longer than half of its validity of ten minutes.
    expect(headers['cache-control']).toBe('public, max-age=300, s-maxage=0, must-revalidate');
  });

  it('clock of the node set ahead and back – URLs are signed again each time', async () => {
    const signingTime = ({ mediaHeader }: Product): string =>
      new URL(mediaHeader.url).searchParams.get('X-Amz-Date') ?? '';
    const { body: cachedBody } = await readCached();
    const now = jest.spyOn(HostDate, 'now').mockImplementation(() => Date.now() + 3_600_000);
    try {
      await app.request.get(SLUG).expect('X-Cache', 'MISS');
      await readCached();
    } finally {
      now.mockRestore();
    }
    const { body: renewedBody } = await app.request.get(SLUG).expect('X-Cache', 'MISS');
    expect(signingTime(renewedBody as Product) >= signingTime(cachedBody as Product)).toBe(true);
  });
});
