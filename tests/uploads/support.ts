import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { until } from '../support/until';

export const MEGABYTE = 1024 * 1024;

export const BOUNDARY = '----multipart-of-a-test';

export const FORM = `multipart/form-data; boundary=${BOUNDARY}`;

/** Creates a temporary folder of one suite, to check leftovers. */
export const ownTemporaryFolder = () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'education-cms-test-'));
  const files = (): string[] => readdirSync(folder, { recursive: true }).map(String).sort();
  return {
    folder,
    files,
    /** Waits until there are exactly this many files and folders. */
    filled: async (count: number): Promise<void> => {
      const present = await until(files, ({ length }) => length >= count);
      if (present.length !== count) throw new Error(`Not ${count}: ${present.join(', ')}`);
    },
    /** Waits until it is empty, because Strapi removes some files without waiting. */
    emptied: (): Promise<string[]> => until(files, ({ length }) => length === 0),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

type Part = {
  name?: string;
  filename?: string;
  type?: string;
  headers?: string[];
  content: string | Buffer;
};

/** Returns one part of a form, after its boundary. */
export const part = ({ name, filename, type, headers = [], content }: Part): Buffer => {
  const disposition = [
    'form-data',
    ...(name === undefined ? [] : [`name="${name}"`]),
    ...(filename === undefined ? [] : [`filename="${filename}"`]),
  ].join('; ');
  const lines = [
    `--${BOUNDARY}`,
    `Content-Disposition: ${disposition}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ...headers,
  ];
  return Buffer.concat([
    Buffer.from(`${lines.join('\r\n')}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
};

export const END = Buffer.from(`--${BOUNDARY}--\r\n`);

export const fileHead = (name = 'files'): Buffer =>
  Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="film.mp4"\r\n` +
      'Content-Type: video/mp4\r\n\r\n',
  );

/** Generates a form with one file of the given size, one megabyte at a time. */
export function* formOf(bytes: number): Generator<Buffer> {
  yield fileHead();
  const piece = Buffer.alloc(MEGABYTE, 'x');
  for (let remaining = bytes; remaining > 0; remaining -= piece.length)
    yield piece.subarray(0, remaining);
  yield Buffer.from('\r\n');
  yield END;
}

export type Sent = { status: number; headers: http.IncomingHttpHeaders; text: string; body: Body };

type Body = { error?: { status: number; details?: { code?: string } } };

type Request = {
  url: string;
  method?: string;
  headers?: http.OutgoingHttpHeaders;
  body?: Iterable<Buffer>;
};

const readResponse = async (response: http.IncomingMessage): Promise<Sent> => {
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) text += String(chunk);
  const isJson = response.headers['content-type']?.includes('json') === true;
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text,
    body: isJson ? (JSON.parse(text) as Body) : {},
  };
};

/** Opens a request whose body is written piece by piece, on its own connection. */
export const openRequest = ({ url, method = 'POST', headers = {} }: Omit<Request, 'body'>) => {
  const request = http.request(url, {
    method,
    agent: false,
    headers: { 'Content-Type': FORM, ...headers },
  });
  const answer = new Promise<Sent>((resolve, reject) => {
    request.once('response', (response) => {
      readResponse(response).then(resolve, reject);
    });
    request.once('error', reject);
  });
  // Later readers still get the failure.
  answer.catch(() => undefined);
  return {
    answer,
    write: async (piece: Buffer): Promise<void> => {
      if (request.write(piece) || request.destroyed) return;
      await Promise.race([once(request, 'drain'), once(request, 'close')]);
    },
    end: () => {
      request.end();
    },
    abort: () => {
      request.destroy();
    },
  };
};

/** Sends a whole body as fast as possible, regardless of responses. */
export const send = async ({ body = [], ...request }: Request): Promise<Sent> => {
  const { answer, write, end } = openRequest(request);
  for (const piece of body) await write(piece);
  end();
  return answer;
};
