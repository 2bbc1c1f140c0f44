import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { parse, stringify } from 'yaml';
import { sampleTypes } from '../../scripts/sample/catalogue/types';
import { loadSample } from '../../scripts/sample/load';
import { signIn } from '../support/admin';
import { startApp, type App } from '../support/app';
import {
  describeInBrowser,
  openBrowser,
  openInPanel,
  openPanel,
  type Browser,
} from '../support/browser';
import { checkWords } from '../support/languages';
import { previewLinkOf } from '../support/preview';
import { type S3Server, startS3Server } from '../support/s3-server';
import { until } from '../support/until';
import { png } from './files';

const sample = path.resolve(__dirname, '../../database/sample');

const PROTAGONIST = 'api::protagonist.protagonist';
const TEACHER = 'amelie-laurent';
const PORTRAIT = `protagonists/${TEACHER}.webp`;
const LOGO = 'verticals/medicina.png';

/** Words that the suite searches in the panel. */
const texts = {
  en: {
    use: 'Use existing file',
    anyway: 'Upload anyway',
    known: (name: string) => `“${name}” is already in the media library as “${TEACHER}.webp”`,
    folder: 'Folder: Protagonists',
    open: `Open “${TEACHER}.webp” in a new tab`,
  },
  es: {
    use: 'Usar el archivo existente',
    anyway: 'Subir de todos modos',
    known: (name: string) => `«${name}» ya está en la biblioteca de medios como «${TEACHER}.webp»`,
    folder: 'Carpeta: Protagonists',
    open: `Abrir «${TEACHER}.webp» en otra pestaña`,
  },
} as const;

/** Creates a sample of one teacher and one business line, with their pictures. */
const createSmallSample = (): string => {
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
  const allImageTexts = parse(readFileSync(path.join(sample, 'images.yaml'), 'utf8')) as object;
  const imageTexts = Object.entries(allImageTexts).filter(
    ([file]) => file === PORTRAIT || file === LOGO,
  );
  writeFileSync(path.join(root, 'images.yaml'), stringify(Object.fromEntries(imageTexts)));
  return root;
};

describeInBrowser('media in a bucket', () => {
  checkWords(texts);
});

describe.each(['private', 'public'] as const)('media in a %s bucket', (access) => {
  describeInBrowser('the sample and the panel', () => {
    let server: S3Server;
    let app: App;
    let browser: Browser;
    let page: Page;
    const failures: string[] = [];

    beforeAll(async () => {
      server = await startS3Server(access);
      app = await startApp({ env: server.env });
      browser = await openBrowser();
      page = await openPanel(browser, app.url, await signIn(app, 'catalogue-editor'));
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) failures.push(message.text());
      });
      page.on('response', (answer) => {
        const isOurs = answer.url().startsWith(server.url);
        if (isOurs && answer.status() >= 400) failures.push(`${answer.status()} ${answer.url()}`);
      });
      page.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? '';
        if (request.url().startsWith(server.url)) failures.push(`${reason} ${request.url()}`);
      });
    });

    afterAll(async () => {
      await browser.close();
      await app.stop();
      await server.stop();
    });

    /** Returns the pictures that a page shows from the bucket, and their widths. */
    const listShownPictures = (): Promise<[string, number][]> =>
      page.evaluate<[string, number][]>(
        `[...document.images].map(({ src, naturalWidth }) => [src, naturalWidth])`,
      );

    const takeScreenshots = async (name: string): Promise<void> => {
      const folder = process.env.SCREENSHOTS;
      if (folder === undefined) return;
      for (const width of [1440, 1024]) {
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: path.join(folder, `${name}-${access}-${width}.png`) });
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    };

    // Each kind of bucket is tested in one language.
    const language = access === 'private' ? 'es' : 'en';
    const words = texts[language];

    const openLibrary = (query = ''): Promise<void> =>
      openInPanel(page, app.url, language, `/plugins/upload${query}`);

    it('sample – stores its files in the bucket', async () => {
      const root = createSmallSample();
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

    it('preview – shows pictures of the bucket', async () => {
      const [row] = (await app.strapi.db.query(PROTAGONIST).findMany({
        where: { slug: TEACHER, locale: 'es', publishedAt: { $null: true } },
      })) as { documentId: string }[];
      const version = { documentId: row?.documentId ?? '', locale: 'es' };
      await page.goto(`${app.url}${await previewLinkOf(await signIn(app), PROTAGONIST, version)}`);
      const pictures = await until(listShownPictures, (all) => all.every(([, width]) => width > 0));
      expect(pictures.length).toBeGreaterThan(0);
      expect(failures).toEqual([]);
      await takeScreenshots('bucket-preview');
    });

    it('media library – shows pictures of the bucket', async () => {
      await openLibrary();
      await page.getByText('Sample').first().waitFor();
      const folder = (await app.strapi.db
        .query('plugin::upload.folder')
        .findOne({ where: { name: 'Protagonists' } })) as { id: number; path: string };
      await openLibrary(`?folder=${folder.id}&folderPath=${folder.path}`);
      const keepBucketPictures = (all: [string, number][]) =>
        all.filter(([src]) => src.startsWith(server.url));
      const pictures = await until(
        async () => keepBucketPictures(await listShownPictures()),
        (all) => all.length > 0 && all.every(([, width]) => width > 0),
      ).catch((cause: unknown) => {
        throw new Error(`Refused: ${failures.join('\n')}`, { cause });
      });
      for (const [src] of pictures) {
        expect(src.includes('X-Amz-Signature=')).toBe(access === 'private');
      }
      expect(failures).toEqual([]);
    });

    it('duplicate upload – offers the existing file, or uploads it anyway', async () => {
      const [existingFile] = (await app.strapi.db
        .query('plugin::upload.file')
        .findMany({ where: { name: `${TEACHER}.webp` } })) as { id: number }[];
      const countFiles = (): Promise<number> => app.strapi.db.query('plugin::upload.file').count();
      const before = await countFiles();
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
      const waitForUpload = () =>
        page.waitForResponse(
          (answer) => answer.url().endsWith('/upload/files') && answer.status() === 201,
        );

      await openLibrary();
      await upload();
      await question.getByText(words.known('retrato.webp')).waitFor();
      await question.getByText(words.folder).waitFor();
      const openLink = question.getByRole('link', { name: words.open });
      expect(await openLink.getAttribute('href')).toContain(`assetId=${existingFile?.id}`);
      await until(listShownPictures, (all) =>
        all.some(([src, width]) => src.startsWith(server.url) && width > 0),
      );
      await takeScreenshots(`duplicate-upload-${language}`);
      const useResponse = waitForUpload();
      await question.getByRole('button', { name: words.use }).click();
      expect(((await (await useResponse).json()) as { id: number }).id).toBe(existingFile?.id);
      expect(await countFiles()).toBe(before);
      await question.waitFor({ state: 'detached' });

      await upload();
      const uploadResponse = waitForUpload();
      await question.getByRole('button', { name: words.anyway }).click();
      expect(((await (await uploadResponse).json()) as { id: number }).id).not.toBe(
        existingFile?.id,
      );
      expect(await countFiles()).toBe(before + 1);
    });

    it('parallel uploads of one picture – show it once', async () => {
      const buffer = await png(41, 29);
      const files = ['ours.png', 'theirs.png', 'hers.png'].map((name) => ({
        name,
        mimeType: 'image/png',
        buffer,
      }));
      const listCards = (): Promise<string[]> =>
        page
          .getByRole('main')
          .getByText(/^(?:ours|theirs|hers)\.png$/)
          .allInnerTexts();
      const waitForResponse = (method: string): Promise<unknown> =>
        page.waitForResponse(
          (answer) =>
            answer.request().method() === method &&
            new URL(answer.url()).pathname.endsWith('/upload/files'),
        );
      const question = page
        .getByRole('dialog')
        .filter({ has: page.locator('[data-duplicate-uploads]') });
      const useExisting = async (): Promise<void> => {
        const usedResponse = waitForResponse('POST');
        await question.getByRole('button', { name: words.use }).click();
        await usedResponse;
      };
      await openLibrary();
      await page.locator('input[type="file"]').first().setInputFiles(files);
      await useExisting();
      // The list is loaded again after the last upload.
      const listResponse = waitForResponse('GET');
      await useExisting();
      await listResponse;
      // The service stores the file whose upload it has read first.
      const stored = (await app.strapi.db
        .query('plugin::upload.file')
        .findMany({ where: { name: { $in: files.map(({ name }) => name) } } })) as {
        name: string;
      }[];
      expect(stored).toHaveLength(1);
      const finalCards = until(listCards, (all) => all.length === 1);
      expect(await finalCards.catch(() => listCards())).toEqual(stored.map(({ name }) => name));
    });
  });
});
