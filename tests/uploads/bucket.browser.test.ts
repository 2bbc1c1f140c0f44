import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { parse, stringify } from 'yaml';
import { sampleTypes } from '../../scripts/sample/catalogue/types';
import { loadSample } from '../../scripts/sample/load';
import { signIn } from '../support/admin';
import { startApp, type App } from '../support/app';
import { describeInBrowser, openBrowser, openPanel, type Browser } from '../support/browser';
import { previewLinkOf } from '../support/preview';
import { type S3Server, startS3Server } from '../support/s3-server';
import { until } from '../support/until';
import { png } from './files';

const sample = path.resolve(__dirname, '../../database/sample');

const PROTAGONIST = 'api::protagonist.protagonist';
const TEACHER = 'amelie-laurent';
const PORTRAIT = `protagonists/${TEACHER}.webp`;
const LOGO = 'verticals/medicina.png';

/** A teacher and a business line of the sample, with their pictures. */
const smallSample = (): string => {
  const root = mkdtempSync(path.join(tmpdir(), 'cms-sample-'));
  for (const { folder } of sampleTypes) mkdirSync(path.join(root, folder), { recursive: true });
  for (const file of [
    'verticals/medicina.yaml',
    `protagonists/${TEACHER}.yaml`,
    `images/${PORTRAIT}`,
    `images/${LOGO}`,
  ]) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    cpSync(path.join(sample, file), path.join(root, file));
  }
  const words = parse(readFileSync(path.join(sample, 'images.yaml'), 'utf8')) as object;
  const kept = Object.entries(words).filter(([file]) => file === PORTRAIT || file === LOGO);
  writeFileSync(path.join(root, 'images.yaml'), stringify(Object.fromEntries(kept)));
  return root;
};

describe.each(['private', 'public'] as const)('With media in a %s bucket', (access) => {
  describeInBrowser('the sample and the panel', () => {
    let server: S3Server;
    let app: App;
    let browser: Browser;
    let page: Page;
    const refused: string[] = [];

    beforeAll(async () => {
      server = await startS3Server(access);
      app = await startApp({ env: server.env });
      browser = await openBrowser();
      page = await openPanel(browser, app.url, await signIn(app, 'catalogue-editor'));
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) refused.push(message.text());
      });
      page.on('response', (answer) => {
        const isOurs = answer.url().startsWith(server.url);
        if (isOurs && answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
      });
      page.on('requestfailed', (request) => {
        const why = request.failure()?.errorText ?? '';
        if (request.url().startsWith(server.url)) refused.push(`${why} ${request.url()}`);
      });
    });

    afterAll(async () => {
      await browser.close();
      await app.stop();
      await server.stop();
    });

    /** Returns the pictures that a page shows from the bucket, and their widths. */
    const shown = (): Promise<[string, number][]> =>
      page.evaluate<[string, number][]>(
        `[...document.images].map(({ src, naturalWidth }) => [src, naturalWidth])`,
      );

    const picture = async (name: string): Promise<void> => {
      const folder = process.env.SCREENSHOTS;
      if (folder === undefined) return;
      for (const width of [1440, 1024]) {
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: path.join(folder, `${name}-${access}-${width}.png`) });
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    };

    const openLibrary = async (): Promise<void> => {
      await page.goto(`${app.url}/admin/plugins/upload`);
    };

    it('have the files of the sample there', async () => {
      const root = smallSample();
      const summary = await loadSample({ strapi: app.strapi, root });
      rmSync(root, { recursive: true });
      expect(summary.images?.created).toBe(2);
      const names = await server.names();
      expect(names.length).toBeGreaterThan(2);
      const files = (await app.strapi.db.query('plugin::upload.file').findMany({})) as {
        hash: string;
        ext: string;
        provider: string;
      }[];
      for (const { hash, ext, provider } of files) {
        expect([provider, names.includes(hash + ext)]).toEqual(['aws-s3', true]);
      }
    });

    it('show its pictures in previews', async () => {
      const [row] = (await app.strapi.db.query(PROTAGONIST).findMany({
        where: { slug: TEACHER, locale: 'es', publishedAt: { $null: true } },
      })) as { documentId: string }[];
      const version = { documentId: row?.documentId ?? '', locale: 'es' };
      await page.goto(`${app.url}${await previewLinkOf(await signIn(app), PROTAGONIST, version)}`);
      const pictures = await until(shown, (all) => all.every(([, width]) => width > 0));
      expect(pictures.length).toBeGreaterThan(0);
      expect(refused).toEqual([]);
      await picture('bucket-preview');
    });

    it('show them in the media library, from the bucket', async () => {
      await openLibrary();
      await page.getByText('Sample').first().waitFor();
      const folder = (await app.strapi.db
        .query('plugin::upload.folder')
        .findOne({ where: { name: 'Protagonists' } })) as { id: number; path: string };
      await page.goto(
        `${app.url}/admin/plugins/upload?folder=${folder.id}&folderPath=${folder.path}`,
      );
      const ours = (all: [string, number][]) => all.filter(([src]) => src.startsWith(server.url));
      const pictures = await until(
        async () => ours(await shown()),
        (all) => all.length > 0 && all.every(([, width]) => width > 0),
      ).catch((cause: unknown) => {
        throw new Error(`Refused: ${refused.join('\n')}`, { cause });
      });
      for (const [src] of pictures) {
        expect(src.includes('X-Amz-Signature=')).toBe(access === 'private');
      }
      expect(refused).toEqual([]);
    });

    it('offer the file that is there to who uploads it again', async () => {
      const [known] = (await app.strapi.db
        .query('plugin::upload.file')
        .findMany({ where: { name: `${TEACHER}.webp` } })) as { id: number }[];
      const count = (): Promise<number> => app.strapi.db.query('plugin::upload.file').count();
      const before = await count();
      const file = {
        name: 'retrato.webp',
        mimeType: 'image/webp',
        buffer: readFileSync(path.join(sample, 'images', PORTRAIT)),
      };
      const upload = async (): Promise<void> => {
        await page.locator('input[type="file"]').first().setInputFiles(file);
        await question.waitFor();
      };
      const question = page
        .getByRole('dialog')
        .filter({ has: page.locator('[data-duplicate-uploads]') });
      const answered = () =>
        page.waitForResponse(
          (answer) => answer.url().endsWith('/upload/files') && answer.status() === 201,
        );

      await page.evaluate(`localStorage.setItem('strapi-admin-language', 'es')`);
      await openLibrary();
      await upload();
      await question
        .getByText(`«retrato.webp» ya está en la biblioteca de medios como «${TEACHER}.webp»`)
        .waitFor();
      await question.getByText('Carpeta: Protagonists').waitFor();
      const look = question.getByRole('link', { name: `Abrir «${TEACHER}.webp» en otra pestaña` });
      expect(await look.getAttribute('href')).toContain(`assetId=${known?.id}`);
      await until(shown, (all) =>
        all.some(([src, width]) => src.startsWith(server.url) && width > 0),
      );
      await picture('duplicate-upload-es');
      const used = answered();
      await question.getByRole('button', { name: 'Usar el archivo existente' }).click();
      expect(((await (await used).json()) as { id: number }).id).toBe(known?.id);
      expect(await count()).toBe(before);

      await page.evaluate(`localStorage.setItem('strapi-admin-language', 'en')`);
      await openLibrary();
      await upload();
      await picture('duplicate-upload-en');
      const again = answered();
      await question.getByRole('button', { name: 'Upload anyway' }).click();
      expect(((await (await again).json()) as { id: number }).id).not.toBe(known?.id);
      expect(await count()).toBe(before + 1);
    });

    it('show a picture once that is uploaded several times at once', async () => {
      const buffer = await png(41, 29);
      const files = ['ours.png', 'theirs.png', 'hers.png'].map((name) => ({
        name,
        mimeType: 'image/png',
        buffer,
      }));
      const cards = (): Promise<string[]> =>
        page
          .getByRole('main')
          .getByText(/^(?:ours|theirs|hers)\.png$/)
          .allInnerTexts();
      const answered = (method: string): Promise<unknown> =>
        page.waitForResponse(
          (answer) =>
            answer.request().method() === method &&
            new URL(answer.url()).pathname.endsWith('/upload/files'),
        );
      const question = page
        .getByRole('dialog')
        .filter({ has: page.locator('[data-duplicate-uploads]') });
      const use = async (): Promise<void> => {
        const isUsed = answered('POST');
        await question.getByRole('button', { name: 'Use existing file' }).click();
        await isUsed;
      };
      await openLibrary();
      await page.locator('input[type="file"]').first().setInputFiles(files);
      await use();
      // The list is loaded again after the last one.
      const isRead = answered('GET');
      await use();
      await isRead;
      const settled = until(cards, (all) => all.length === 1);
      expect(await settled.catch(() => cards())).toEqual(['ours.png']);
    });
  });
});
