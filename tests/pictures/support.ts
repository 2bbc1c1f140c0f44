import sharp from 'sharp';
import { createApiToken } from '../support/admin';
import type { App } from '../support/app';

/** The media types that a browser accepts for a picture; programs send `*`. */
export const BROWSER = 'image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5';

export type Uploaded = { id: number; documentId: string; url: string; name: string };

export type Answer = {
  status: number;
  headers: Record<string, string | undefined>;
  body: Buffer;
  code: string | undefined;
};

/** The colours of the stripes, from left to right. */
const stripes = ['#ff0000', '#00ff00', '#0000ff'] as const;

/** Creates a picture of three vertical stripes: red, green and blue. */
export const striped = async (
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'tiff',
  { width, height } = { width: 1200, height: 400 },
): Promise<Buffer> => {
  const stripe = Math.round(width / stripes.length);
  const parts = stripes.map((background, index) => ({
    input: { create: { width: stripe, height, channels: 3 as const, background } },
    left: index * stripe,
    top: 0,
  }));
  return sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite(parts)
    .toFormat(format)
    .toBuffer();
};

/** Returns functions that upload, replace and describe files with an API token. */
export const library = async (app: App) => {
  const token = await createApiToken(app);

  const send = async (path: string, name: string, bytes: Buffer): Promise<Uploaded> => {
    const { status, body, text } = await app.request
      .post(path)
      .auth(token, { type: 'bearer' })
      .attach('files', bytes, { filename: name });
    const [file] = [body as Uploaded | Uploaded[]].flat();
    if (status >= 300 || file === undefined) throw new Error(`Not uploaded: ${status} ${text}`);
    return file;
  };

  return {
    upload: (name: string, bytes: Buffer) => send('/api/upload', name, bytes),
    replace: (id: number, name: string, bytes: Buffer) => send(`/api/upload?id=${id}`, name, bytes),
    describe: async (id: number, fileInfo: object): Promise<Uploaded> => {
      const { body } = await app.request
        .post(`/api/upload?id=${id}`)
        .auth(token, { type: 'bearer' })
        .field('fileInfo', JSON.stringify(fileInfo))
        .expect(200);
      return body as Uploaded;
    },
  };
};

/** Returns the URL of a size, by the rules of docs/how-to/show-pictures.md. */
export const sizeOf = (url: string, query: Record<string, string | number>): string => {
  const { pathname, searchParams } = new URL(url, 'http://here');
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  const version = searchParams.get('v');
  if (version !== null) parameters.set('v', version);
  return `/api/pictures/${pathname.split('/').at(-1)}?${parameters.toString()}`;
};

export const ask = async (
  app: Pick<App, 'url'>,
  address: string,
  accept = '*/*',
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const answer = await fetch(`${app.url}${address}`, { headers: { Accept: accept, ...headers } });
  const body = Buffer.from(await answer.arrayBuffer());
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  const parsed = isJson
    ? (JSON.parse(body.toString()) as { error?: { details?: { code?: string } } })
    : {};
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body,
    code: parsed.error?.details?.code,
  };
};

/** Returns the dominant colour channels in the middle row of a picture. */
export const colourOf = async (picture: Buffer, index = 0.5): Promise<string> => {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const x = Math.min(info.width - 1, Math.floor(info.width * index));
  const from = (Math.floor(info.height / 2) * info.width + x) * info.channels;
  const strongest = [...data.subarray(from, from + 3)].map((value) => (value > 128 ? 'f' : '0'));
  return strongest.join('');
};

/** Returns the file name in a URL. */
export const nameIn = (url: string): string =>
  new URL(url, 'http://here').pathname.split('/').at(-1) ?? '';
