import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { type Browser, describeInBrowser, openBrowser, openPanel } from '../support/browser';
import { createDatabase, type TestDatabase } from '../support/database';
import { until } from '../support/until';
import { buildPanel } from '../releases/build-panel';
import { PERSON, signUp } from '../releases/panel';
import { makeRelease, type Node, RELEASE, type Release, start } from '../releases/release';

const NAME = 'Campus of Tests';
const marks = { light: '/mark-light.svg', dark: '/mark-dark.svg' } as const;

const square = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32"><rect width="32" height="32" fill="${color}"/></svg>`;

/** Where Strapi keeps the theme that somebody has chosen in their profile. */
const THEME = 'STRAPI_THEME';

describeInBrowser('A panel that was built with a name and marks of its own', () => {
  let database: TestDatabase;
  let release: Release;
  let node: Node;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    database = await createDatabase();
    writeFileSync(path.join(database.publicDir, marks.light), square('#0b7a53'));
    writeFileSync(path.join(database.publicDir, marks.dark), square('#ffd400'));
    release = makeRelease(RELEASE);
    await buildPanel(release, {
      STRAPI_ADMIN_NAME: NAME,
      STRAPI_ADMIN_MARK: marks.light,
      STRAPI_ADMIN_MARK_DARK: marks.dark,
    });
    node = await start(release, { database });
    browser = await openBrowser();
    page = await browser.context.newPage();
  });

  afterAll(async () => {
    await browser.close();
    await node.stop();
    release.remove();
    await database.drop();
  });

  /** The addresses of the pictures that are drawn in a part of the page. */
  const drawnIn = (part: string): Promise<string[]> =>
    page.evaluate(
      `[...document.querySelectorAll('${part} img')]
        .filter(({ naturalWidth }) => naturalWidth > 0)
        .map(({ src }) => new URL(src).pathname)`,
    );

  const shows = (part: string, mark: string): Promise<unknown> =>
    until(
      () => drawnIn(part),
      (drawn) => drawn.includes(mark),
    );

  it.each(['light', 'dark'] as const)(
    'should show the mark for the %s theme of the system where one signs in',
    async (theme) => {
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(`${node.url}/admin/auth/login`);
      await page.getByRole('heading', { name: NAME }).waitFor();
      await shows('body', marks[theme]);
      expect(await drawnIn('body')).toEqual([marks[theme]]);
    },
  );

  describe('for somebody who has signed in', () => {
    beforeAll(async () => {
      await page.emulateMedia({ colorScheme: 'light' });
      await signUp(node.url);
      page = await openPanel(browser, node.url, PERSON);
    });

    it.each([
      ['light', 'dark'],
      ['dark', 'light'],
    ] as const)(
      'should show the mark for the %s theme that they chose, be the system %s',
      async (chosen, system) => {
        await page.emulateMedia({ colorScheme: system });
        await page.evaluate(`localStorage.setItem('${THEME}', '${chosen}')`);
        await page.goto(`${node.url}/admin`);
        await shows('nav', marks[chosen]);
        expect(await page.title()).toContain(NAME);
      },
    );
  });
});
