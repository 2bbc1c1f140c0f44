import { PassThrough } from 'node:stream';
import { bucketStorage } from './bucket-storage';

describe('bucketStorage – write', () => {
  it('aborted while the content comes slowly – ends, and sends nothing', async () => {
    const storage = bucketStorage({
      bucket: 'media',
      region: 'eu-west-1',
      endpoint: 'http://127.0.0.1:1',
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
      urlExpires: 60,
      acl: 'none',
      baseUrl: null,
      writeSeconds: 60,
    } as Parameters<typeof bucketStorage>[0]);
    const stream = new PassThrough();
    stream.write('new');
    const ending = new AbortController();
    const writing = storage.write({
      ...{ hash: 'film', ext: '.mp4', mime: 'video/mp4', stream },
      signal: ending.signal,
    });
    ending.abort(new Error('lost'));
    await expect(writing).rejects.toMatchObject({ name: 'AbortError' });
  });
});
