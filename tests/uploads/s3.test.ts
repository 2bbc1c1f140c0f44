import path from 'node:path';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { getJobs } from '#platform/jobs';
import { createApiToken } from '../support/admin';
import { type App, startApp } from '../support/app';
import { ensureLanguages, pictureFile } from '../support/content';
import { type S3Server, startS3Server } from '../support/s3-server';
import { until } from '../support/until';
import { privateMedia, privatePictures, secretsIn } from './private-files';

const otherFile = path.resolve(pictureFile, '../andres-quiroga.webp');

const EXPIRES = 60;

type Media = { url: string; isUrlSigned?: boolean };

const download = async (address: string): Promise<{ status: number; body: Buffer }> => {
  const answer = await fetch(address);
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
};

describe.each(['private', 'public'] as const)('real S3 server with a %s bucket', (access) => {
  const isPrivate = access === 'private';
  let server: S3Server;
  let app: App;
  let token: string;

  beforeAll(async () => {
    server = await startS3Server(access);
    app = await startApp({ env: { ...server.env, S3_URL_EXPIRES: String(EXPIRES) } });
    token = await createApiToken(app);
    await ensureLanguages(app);
  });

  afterAll(async () => {
    await app.stop();
    await server.stop();
  });

  const upload = async (at: string, file: string) => {
    const { status, body } = await app.request
      .post(at)
      .auth(token, { type: 'bearer' })
      .attach('files', file);
    expect([200, 201]).toContain(status);
    return [body].flat()[0] as { id: number; url: string };
  };

  const publishProduct = async (slug: string, cardImage: number): Promise<Media> => {
    const data = { title: slug, slug, SKU: slug.toUpperCase(), payID: slug, order: 0, cardImage };
    await app.strapi
      .documents('api::product.product')
      .create({ locale: 'es', status: 'published', data } as never);
    return readMedia(slug);
  };

  const readMedia = async (slug: string): Promise<Media> => {
    const { body } = await app.request.get(`/api/products/productBySlug/${slug}/es`).expect(200);
    return (body as { cardImage: Media }).cardImage;
  };

  it('uploads – are stored, served with or without a signature, replaced and deleted', async () => {
    const { id } = await upload('/api/upload', pictureFile);
    const namesBefore = await server.names();
    expect(namesBefore.length).toBeGreaterThan(1);

    const media = await publishProduct(`shown-${access}`, id);
    expect(media.isUrlSigned).toBe(isPrivate);
    const firstFile = await download(media.url);
    expect([firstFile.status, firstFile.body.subarray(8, 12).toString()]).toEqual([200, 'WEBP']);
    const unsignedUrl = new URL(media.url);
    unsignedUrl.search = '';
    expect((await download(unsignedUrl.href)).status).toBe(isPrivate ? 403 : 200);

    await upload(`/api/upload?id=${id}`, otherFile);
    const replacedMedia = await readMedia(`shown-${access}`);
    expect(new URL(replacedMedia.url).searchParams.get('v')).not.toBeNull();
    const secondFile = await download(replacedMedia.url);
    expect([secondFile.status, secondFile.body.equals(firstFile.body)]).toEqual([200, false]);
    const namesAfter = await server.names();
    expect(namesAfter.length).toBe(namesBefore.length);

    const unusedFile = await upload('/api/upload', pictureFile);
    expect((await server.names()).length).toBeGreaterThan(namesAfter.length);
    await app.request
      .delete(`/api/upload/files/${unusedFile.id}`)
      .auth(token, { type: 'bearer' })
      .expect(200);
    expect(await server.names()).toEqual(namesAfter);
  });

  it('private metadata – is removed from new files and from files of an earlier release', async () => {
    const findRow = async (id: number): Promise<{ url: string; hash: string; ext: string }> =>
      (await app.strapi.db.query('plugin::upload.file').findOne({ where: { id } })) as Awaited<
        ReturnType<typeof findRow>
      >;
    const downloadStored = async (id: number): Promise<Buffer> => {
      const [file] = (await app.strapi
        .plugin('upload')
        .service<{ findMany: (query: object) => Promise<{ url: string }[]> }>('upload')
        .findMany({ filters: { id } })) as [{ url: string }];
      return (await download(file.url)).body;
    };
    const files = [...(await privatePictures()), ...(await privateMedia())].filter(({ name }) =>
      ['photo.avif', 'photo.jpg', 'film.mp4'].includes(name),
    );
    const ids: number[] = [];
    for (const { name, type, bytes } of files) {
      const { body } = await app.request
        .post('/api/upload')
        .auth(token, { type: 'bearer' })
        .attach('files', bytes, { filename: name, contentType: type });
      const { id } = [body as { id: number }].flat()[0] as { id: number };
      expect([name, secretsIn(await downloadStored(id))]).toEqual([name, []]);
      const { hash, ext } = await findRow(id);
      await server.put(`${hash}${ext}`, bytes);
      ids.push(id);
    }
    await app.strapi.db.connection.raw('DELETE FROM uploads.files');
    const jobs = getJobs(app);
    const job = (await jobs.enqueue('uploads.metadata', {})) ?? '';
    await until(
      () => jobs.stateOf('uploads.metadata', job),
      (state) => state === 'completed',
    );
    for (const [index, id] of ids.entries()) {
      const bytes = await downloadStored(id);
      expect(secretsIn(bytes)).toEqual([]);
      expect(files[index]?.kept.every((text) => bytes.includes(text))).toBe(true);
      expect((await findRow(id)).url).toMatch(/[?]v=/);
    }
  });

  it('Content-Security-Policy of the panel – allows the bucket', async () => {
    const { headers } = await app.request.get('/admin/');
    const policy = String(headers['content-security-policy']);
    for (const directive of ['img-src', 'media-src']) {
      expect(policy).toMatch(new RegExp(`${directive} [^;]*${server.url}`));
    }
  });

  if (isPrivate) {
    it('expired or modified URL – 403', async () => {
      const { id } = await upload('/api/upload', pictureFile);
      const { url } = await publishProduct('expiring', id);
      expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe(String(EXPIRES));
      const [Key = ''] = new URL(url).pathname.split('/').slice(-1);
      const { S3_ACCESS_KEY_ID: key = '' } = server.env;
      const client = new S3Client({
        region: 'eu-west-1',
        endpoint: server.url,
        forcePathStyle: true,
        credentials: { accessKeyId: key, secretAccessKey: key },
      });
      const signUrl = (seconds: number) =>
        getSignedUrl(client, new GetObjectCommand({ Bucket: 'media', Key }), {
          expiresIn: EXPIRES,
          signingDate: new Date(Date.now() - seconds * 1000),
        });
      expect((await download(await signUrl(EXPIRES - 20))).status).toBe(200);
      expect((await download(await signUrl(EXPIRES + 5))).status).toBe(403);
      expect((await download(url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'))).status).toBe(
        403,
      );
    });
  }
});
