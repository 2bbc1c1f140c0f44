import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page, Request } from 'playwright-core';
import {
  allowFailures,
  describeInBrowser,
  openBrowser,
  openPanel,
  type Browser,
} from '../support/browser';
import { until } from '../support/until';
import * as make from './files';
import {
  contentApi,
  fileIn,
  filesIn,
  panel,
  startUploadService,
  type UploadService,
} from './service';

/** Runs in the browser: embeds files into the page in every way, and returns the scripts that ran. */
const embedAll = `async (paths) => {
  const settle = (element) => new Promise((resolve) => {
    element.onload = () => resolve('load');
    element.onerror = () => resolve('error');
    // A frame whose content is saved instead of shown tells nobody.
    setTimeout(() => resolve('nothing'), 700);
    document.body.append(element);
  });
  const make = (name, properties) => Object.assign(document.createElement(name), properties);
  const ran = [];
  const tryWorker = (path, type) => new Promise((resolve) => {
    const worker = new Worker(path, { type });
    worker.onmessage = () => resolve(ran.push('worker ' + path));
    worker.onerror = () => resolve();
    setTimeout(resolve, 700);
  });
  await Promise.all(paths.map(async (path) => {
    const frames = [
      make('iframe', { src: path }),
      make('object', { data: path }),
      make('embed', { src: path }),
      make('img', { src: path }),
    ];
    await Promise.all(frames.map(settle));
    for (const type of ['', 'module']) {
      if ((await settle(make('script', { src: path, type }))) === 'load') ran.push('script ' + path);
    }
    for (const type of ['classic', 'module']) await tryWorker(path, type);
    if (navigator.serviceWorker === undefined) throw new Error('Service workers are off here.');
    await navigator.serviceWorker.register(path).then(() => ran.push('service worker ' + path), () => undefined);
  }));
  return ran;
}`;

/** Tests the damage that an uploader can do in the browser of a super admin. */
describeInBrowser('uploaded files, opened by a signed-in super admin', () => {
  let service: UploadService;
  let browser: Browser;
  let page: Page;
  const scriptCalls: string[] = [];
  /** The URLs of all files that could be stored on the server. */
  const addresses: string[] = [];

  beforeAll(async () => {
    service = await startUploadService();
    const attacks = [...(await make.hostileFiles()), ...(await make.polyglots())];
    const endpoints = [
      ...(['catalogue-editor', 'marketing'] as const).flatMap((role) => [
        panel(service, role),
        { send: (files: make.Sent[]) => panel(service, role).send(files, '/upload/files') },
      ]),
      contentApi(service),
    ];
    for (const endpoint of endpoints) {
      for (const file of attacks) {
        const answer = await endpoint.send([file]);
        if (answer.status < 300) addresses.push(...filesIn(answer).map(({ url }) => url));
      }
    }
    // Replaces a harmless file, whose URL stays.
    const picture = { name: 'a.png', type: 'image/png', bytes: await make.png() };
    const { id, url } = fileIn(await panel(service, 'marketing').send([picture]));
    for (const file of attacks) {
      await panel(service, 'marketing').send([file], `/upload/files/${id}/replace`);
      await contentApi(service).send([file], `/api/upload?id=${id}`);
    }
    addresses.push(url);
    // Files that earlier releases accepted.
    for (const [name, content] of [
      ['old.html', make.HTML],
      ['old.xhtml', make.HTML],
      ['old.svg', make.SVG],
      ['old.js', make.SCRIPT],
      ['old.mjs', make.SCRIPT],
      ['old.png', make.HTML],
      ['old.vtt', make.SCRIPT],
      ['old.txt', make.SCRIPT],
      ['old', make.HTML],
    ] as const) {
      writeFileSync(path.join(service.database.publicDir, 'uploads', name), content);
      addresses.push(`/uploads/${name}`);
    }

    // The requests of attacks are refused.
    allowFailures(/^40[34] .*\/(?:uploads|x)\//, /^console: /);
    browser = await openBrowser({ isFull: true });
    browser.context.on('request', (request: Request) => {
      if (request.url().includes(make.MARK)) scriptCalls.push(request.url());
    });
    page = await openPanel(browser, service.url, service.people['strapi-super-admin']);
  });

  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  /** Returns the traces of scripts that ran on the panel's origin. */
  const listTraces = async (): Promise<unknown[]> => {
    const storedMark = await page.evaluate<string | null>(`localStorage.getItem('${make.MARK}')`);
    return [...scriptCalls, ...(storedMark === null ? [] : [storedMark])];
  };

  it('running script – leaves a trace, or this suite could not fail', async () => {
    allowFailures(/^405 POST .*\/ran-on-the-panel/);
    await page.evaluate(make.SCRIPT.replace('localStorage.setItem', 'sessionStorage.setItem'));
    expect(scriptCalls).toHaveLength(1);
    scriptCalls.length = 0;
  });

  it('is stored in many harmless forms', () => {
    expect(addresses.length).toBeGreaterThan(30);
  });

  it('does not run when they are opened', async () => {
    const queue = addresses.flatMap((address) => [address, `/x/..${address}`]).values();
    const openQueued = async (): Promise<void> => {
      const tab = await browser.context.newPage();
      for (const address of queue) {
        // A download ends the navigation.
        await tab.goto(`${service.url}${address}`, { waitUntil: 'load' }).catch(() => undefined);
      }
      await tab.close();
    };
    await Promise.all([openQueued(), openQueued(), openQueued()]);
    expect(await listTraces()).toEqual([]);
  });

  it('does not run inside the panel as frame, script, module, worker or object', async () => {
    const ranScripts = await page.evaluate(`(${embedAll})(${JSON.stringify(addresses)})`);
    expect(ranScripts).toEqual([]);
    expect(await listTraces()).toEqual([]);
  });

  it('media – is still shown', async () => {
    const editor = panel(service, 'catalogue-editor');
    const send = async (name: string, bytes: Buffer): Promise<string> =>
      fileIn(await editor.send([{ name, type: '', bytes }])).url;
    const tab = await browser.context.newPage();

    await tab.goto(service.url + (await send('shown.png', await make.png(120, 80))));
    expect(await tab.evaluate('document.images[0].naturalWidth')).toBe(120);

    await tab.goto(service.url + (await send('heard.wav', make.wav())));
    // The page has no scripts with which Playwright could wait.
    const seconds = await until(
      () => tab.evaluate<number>('Number(document.querySelector("video, audio")?.duration ?? 0)'),
      (duration) => duration > 0.9,
    );
    expect(seconds).toBeCloseTo(1);

    const pdfResponse = await tab.goto(service.url + (await send('read.pdf', make.pdf())));
    expect(pdfResponse?.headers()['content-type']).toBe('application/pdf');
    await tab.close();

    // Earlier SVG files are still shown as pictures in pages of other sites.
    const width = await page.evaluate(`new Promise((resolve) => {
      const image = new Image();
      image.onload = () => resolve(image.naturalWidth);
      image.onerror = () => resolve(0);
      image.src = '/uploads/old.svg';
    })`);
    expect(width).toBe(300);
  });
});
