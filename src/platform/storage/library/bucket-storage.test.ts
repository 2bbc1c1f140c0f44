import { PassThrough } from 'node:stream';
import { createBucketStorage } from './bucket-storage';

describe('createBucketStorage – write', () => {
  it('aborted while the content arrives slowly – rejects with AbortError', async () => {
    const storage = createBucketStorage({
      bucket: 'media',
      region: 'eu-west-1',
      endpoint: 'http://127.0.0.1:1',
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
      urlExpires: 60,
      acl: 'none',
      baseUrl: null,
      writeSeconds: 60,
    } as Parameters<typeof createBucketStorage>[0]);
    const stream = new PassThrough();
    stream.write('new');
    const controller = new AbortController();
    const write = storage.write({
      ...{ hash: 'film', ext: '.mp4', mime: 'video/mp4', stream },
      signal: controller.signal,
    });
    controller.abort(new Error('lost'));
    await expect(write).rejects.toMatchObject({ name: 'AbortError' });
  });
});
