import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request as send } from 'node:http';
import path from 'node:path';
import { startApp, type App } from '../support/app';
import * as make from './files';

const PNG = readFileSync(
  path.resolve(__dirname, '../../database/sample/images/verticals/medicina.png'),
);

/** Files that were stored without rules, and how they are served. */
const storedFiles: Record<string, { bytes: string | Buffer; type: string; isShown: boolean }> = {
  'old.html': { bytes: make.HTML, type: 'application/octet-stream', isShown: false },
  'OLD.HTM': { bytes: make.HTML, type: 'application/octet-stream', isShown: false },
  'old.xhtml': { bytes: make.HTML, type: 'application/octet-stream', isShown: false },
  'old.xml': { bytes: make.SVG, type: 'application/octet-stream', isShown: false },
  'old.js': { bytes: make.SCRIPT, type: 'application/octet-stream', isShown: false },
  'old.mjs': { bytes: make.SCRIPT, type: 'application/octet-stream', isShown: false },
  'old.css': { bytes: 'body { color: red }', type: 'application/octet-stream', isShown: false },
  'old.txt': { bytes: make.HTML, type: 'application/octet-stream', isShown: false },
  old: { bytes: make.HTML, type: 'application/octet-stream', isShown: false },
  'old.png.html': { bytes: make.HTML, type: 'application/octet-stream', isShown: false },
  'old.svg': { bytes: make.SVG, type: 'image/svg+xml', isShown: false },
  'old.svgz': { bytes: make.SVG, type: 'image/svg+xml', isShown: false },
  'old.vtt': { bytes: make.VTT, type: 'text/vtt; charset=utf-8', isShown: false },
  'old.srt': { bytes: make.SRT, type: 'application/x-subrip', isShown: false },
  'old.png': { bytes: make.HTML, type: 'image/png', isShown: true },
  'OLD.JPG': { bytes: make.HTML, type: 'image/jpeg', isShown: true },
  'old.mp4': { bytes: make.mp4(), type: 'video/mp4', isShown: true },
  'old.mp3': { bytes: make.HTML, type: 'audio/mpeg', isShown: true },
  'once-a-jpeg.jpg': { bytes: PNG, type: 'image/png', isShown: true },
  'once-a-jpeg.png.html': { bytes: PNG, type: 'application/octet-stream', isShown: false },
  'once-mp3.mp3': { bytes: make.wav(), type: 'audio/wav', isShown: true },
  'sound.m4a': { bytes: make.mp4(), type: 'audio/mp4', isShown: true },
  'a-picture.mp4': { bytes: PNG, type: 'video/mp4', isShown: true },
  'old.pdf': { bytes: make.pdf(), type: 'application/pdf', isShown: true },
};

type Answer = { status: number; headers: Record<string, string | string[] | undefined> };

describe('GET /uploads/:file', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
    const folder = path.join(app.database.publicDir, 'uploads');
    mkdirSync(path.join(folder, 'folder'), { recursive: true });
    for (const [name, { bytes }] of Object.entries(storedFiles)) {
      writeFileSync(path.join(folder, name), bytes);
    }
    writeFileSync(path.join(folder, 'index.html'), make.HTML);
    writeFileSync(path.join(folder, 'folder/index.html'), make.HTML);
  });

  afterAll(() => app.stop());

  /** Requests a path unchanged, because other clients normalise it. */
  const requestPath = (address: string, method = 'GET', headers: Record<string, string> = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const { hostname, port } = new URL(app.url);
      send({ hostname, port, path: address, method, headers }, (response) => {
        response.resume();
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers });
        });
      })
        .on('error', reject)
        .end();
    });

  const expectHarmless = ({ headers }: Answer): void => {
    expect(headers['x-content-type-options']).toBe('nosniff');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).not.toMatch(/script-src|allow-(?!same-origin)/);
    const type = String(headers['content-type']);
    if (type !== 'application/pdf') expect(policy).toMatch(/; sandbox( allow-same-origin)?$/);
    // Only the pages that browsers create around a film keep their origin.
    expect(policy.includes('allow-same-origin')).toBe(/^(video|audio)\//.test(type));
  };

  it.each(Object.keys(storedFiles))('%s – is served with a harmless type', async (name) => {
    const { type, isShown } = storedFiles[name] ?? { type: '', isShown: true };
    for (const [method, headers, status] of [
      ['GET', {}, 200],
      ['HEAD', {}, 200],
      ['GET', { Range: 'bytes=0-9' }, 206],
      ['GET', { 'If-Modified-Since': new Date(Date.now() + 60_000).toUTCString() }, 200],
    ] as const) {
      const answer = await requestPath(`/uploads/${name}`, method, headers);
      expect(answer.status).toBe(status);
      expect(answer.headers['content-type']).toBe(type);
      expect(answer.headers['content-disposition']).toBe(isShown ? 'inline' : 'attachment');
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.headers.vary ?? '').not.toMatch(/origin/i);
      expectHarmless(answer);
    }
  });

  it.each([
    '//uploads/old.html',
    '/uploads//old.html',
    '/uploads/../uploads/old.html',
    '/uploads/%2e%2e/uploads/old.html',
    '/x/../uploads/old.html',
    '/./uploads/old.html',
    '/%75ploads/old.html',
    '/uploads/%6fld.html',
    '/uploads%2Fold.html',
    '/uploads/old.htm%6c',
    '/uploads/old.html?x=.png',
    '/uploads/old.html/',
    '/UPLOADS/old.html',
    '/uploads/',
    '/uploads/folder/',
    '/uploads/folder',
    '/uploads/index.html',
  ])('%s – does not serve an executable type', async (address) => {
    const answer = await requestPath(address);
    if (answer.status < 300) {
      expectHarmless(answer);
      expect(answer.headers['content-type']).toBe('application/octet-stream');
      expect(answer.headers['content-disposition']).toBe('attachment');
    } else {
      expect(answer.headers['content-type'] ?? '').not.toMatch(/html|svg|script/);
    }
  });

  it('missing file – responds with an error that is not a page', async () => {
    const answer = await requestPath('/uploads/nothing.html');
    expect(answer.status).toBe(404);
    expectHarmless(answer);
  });

  it('other files of the public folder – are served unchanged', async () => {
    writeFileSync(path.join(app.database.publicDir, 'page.html'), '<p>');
    writeFileSync(path.join(app.database.publicDir, 'uploads.html'), '<p>');
    for (const name of ['page.html', 'uploads.html']) {
      const { headers, status } = await requestPath(`/${name}`);
      expect(status).toBe(200);
      expect(headers['content-type']).toMatch(/^text\/html/);
      expect(headers['content-disposition']).toBeUndefined();
    }
  });

  it.each([
    ['bytes=0-3', 206, '%PDF', 'bytes 0-3/SIZE'],
    ['bytes=-5', 206, 'LAST', 'bytes FROM-END/SIZE'],
    ['bytes=FROM-999999999', 206, 'LAST', 'bytes FROM-END/SIZE'],
    ['bytes=FROM-', 206, 'LAST', 'bytes FROM-END/SIZE'],
    ['bytes=999999999-', 416, null, 'bytes */SIZE'],
    ['bytes=0-1,5-6', 200, 'ALL', undefined],
    ['lines=1-2', 200, 'ALL', undefined],
    ['bytes=abc', 200, 'ALL', undefined],
  ])('Range: %s – follows the standard', async (range, status, text, part) => {
    const whole = Buffer.from(storedFiles['old.pdf']?.bytes ?? '').toString('latin1');
    const size = whole.length;
    const fillIn = (template: string): string =>
      template
        .replace('SIZE', String(size))
        .replace('FROM', String(size - 5))
        .replace('END', String(size - 1));
    const answer = await fetch(`${app.url}/uploads/old.pdf`, { headers: { Range: fillIn(range) } });
    const body = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    expect([answer.status, answer.headers.get('content-range') ?? undefined]).toEqual([
      status,
      part && fillIn(part),
    ]);
    const expectedText = text === 'ALL' ? whole : text === 'LAST' ? whole.slice(-5) : text;
    if (expectedText !== null) expect(body).toBe(expectedText);
  });

  it('GET /uploads/… – Range with If-Range – returns the part of the same version, else the whole file', async () => {
    const url = `${app.url}/uploads/old.pdf`;
    const modified = (await fetch(url)).headers.get('last-modified') ?? '';
    const statuses: number[] = [];
    for (const validator of [modified, 'Thu, 01 Jan 2015 00:00:00 GMT', '"an-old-tag"']) {
      const answer = await fetch(url, { headers: { Range: 'bytes=0-3', 'If-Range': validator } });
      statuses.push(answer.status);
      expect((await answer.arrayBuffer()).byteLength === 4).toBe(answer.status === 206);
    }
    expect(statuses).toEqual([206, 200, 200]);
  });
});
