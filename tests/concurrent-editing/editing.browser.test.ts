import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { documentsOf } from '../../src/platform/strapi/documents';
import { type Admin, signInAs } from '../support/admin';
import { startApp, type App } from '../support/app';
import {
  allowFailures,
  describeInBrowser,
  leavePanel,
  navigate,
  openBrowser,
  openPanel,
  type Browser,
} from '../support/browser';
import { ensureLanguages } from '../support/content';
import { checkWords, languagesOfRun } from '../support/languages';
import { until } from '../support/until';
import { CATEGORY, deskOf, EXPLORER, type Category } from './support';

/** The folder for screenshots of the panel. */
const pictures = process.env.PANEL_PICTURES;

const TYPED = '/concurrent-editing/typed/';

describeInBrowser('Two people at one entry', () => {
  let app: App;
  let browsers: Browser[];
  let marta: Admin;
  let antonio: Admin;
  let hers: Page;
  let his: Page;

  const browserOf = (at: number): Browser => {
    const browser = browsers[at];
    if (browser === undefined) throw new Error(`There is no browser ${at}.`);
    return browser;
  };

  beforeAll(async () => {
    app = await startApp();
    await ensureLanguages(app);
    marta = await signInAs(app, 'catalogue-editor', 'Marta');
    antonio = await signInAs(app, 'catalogue-editor', 'Antonio');
    // Conflicts, an outage and ended sessions are what the suite tests.
    allowFailures(/^(?:401|404|409|503) /);
    browsers = [await openBrowser(), await openBrowser()];
    hers = await openPanel(browserOf(0), app.url, marta);
    // Leaving with unsaved changes asks, as it should.
    hers.on('dialog', (dialog) => void dialog.accept());
    his = await openPanel(browserOf(1), app.url, antonio);
    await his.evaluate("localStorage.setItem('strapi-admin-language', 'es')");
    await antonio.put('/admin/users/me', { preferedLanguage: 'es' });
  });

  afterAll(async () => {
    for (const browser of browsers) await browser.close();
    await app.stop();
  });

  const look = async (page: Page, name: string): Promise<void> => {
    if (pictures === undefined) return;
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: path.join(pictures, `${name}.png`) });
  };

  type Form = { documentId: string; uid?: string; field?: string };

  const addressOf = ({ documentId, uid = CATEGORY }: Form): string =>
    `/admin/content-manager/collection-types/${uid}/${documentId}?plugins[i18n][locale]=es`;

  /** Shows a form, and waits until it has looked for unsaved changes. */
  const show = async (page: Page, form: Form, go: () => Promise<unknown>): Promise<void> => {
    const { documentId, uid = CATEGORY, field = 'name' } = form;
    const looked = page.waitForResponse((answer) =>
      answer.url().includes(`${TYPED}${uid}/${documentId}?`),
    );
    await go();
    await looked;
    await page.locator(`input[name="${field}"]`).waitFor();
  };

  /** Loads the panel with a form. */
  const open = (page: Page, documentId: string, uid?: string, field?: string): Promise<void> => {
    const form = { documentId, uid, field };
    return show(page, form, () => page.goto(`${app.url}${addressOf(form)}`));
  };

  /** Goes on to a form in the panel that the page shows. It loads it if there is none, or if it would ask to stay. */
  const visit = async (page: Page, documentId: string): Promise<void> => {
    const unsaved = page.getByRole('button', { name: /^(Save|Guardar)$/, disabled: false });
    const isFree = page.url().includes('/admin/') && (await unsaved.count()) === 0;
    if (!isFree) return open(page, documentId);
    await show(page, { documentId }, () => navigate(page, addressOf({ documentId })));
  };

  const save = async (page: Page): Promise<number> => {
    const answered = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().includes('/content-manager/'),
    );
    await page
      .getByRole('button', { name: /^(Save|Guardar)$/ })
      .first()
      .click();
    return (await answered).status();
  };

  const valueOf = (page: Page, field: string): Promise<string> =>
    page.locator(`input[name="${field}"]`).inputValue();

  /** Types, and waits until the text is stored. */
  const type = async (page: Page, field: string, value: string): Promise<void> => {
    const kept = page.waitForResponse(
      (answer) => answer.url().includes(TYPED) && answer.request().method() === 'PUT',
    );
    await page.fill(`input[name="${field}"]`, value);
    await kept;
  };

  const stored = (documentId: string): Promise<Category> => deskOf(marta).open(documentId);

  it('save several times in a row without being in their own way', async () => {
    const { documentId } = await deskOf(marta).create();
    await open(hers, documentId);
    for (const name of ['First', 'Second', 'Third']) {
      await hers.fill('input[name="name"]', name);
      expect(await save(hers)).toBe(200);
    }
    expect((await stored(documentId)).name).toBe('Third');
  });

  it('see each other, and may take over', async () => {
    const { documentId } = await deskOf(marta).create();
    await visit(hers, documentId);
    await hers.locator('[data-alone="true"]').waitFor({ state: 'attached' });
    await open(his, documentId);
    await his.getByText(/^Marta .* está editando esta entrada desde las \d/).waitFor();
    await look(his, 'present-es');
    await hers.evaluate("window.dispatchEvent(new Event('focus'))");
    await hers.getByText(/^You are editing this entry\. Also open for: Antonio/).waitFor();
    await his.getByRole('button', { name: 'Tomar el relevo' }).click();
    await his.getByText(/^Estás editando esta entrada/).waitFor();
    await hers.evaluate("window.dispatchEvent(new Event('focus'))");
    await hers.getByText(/^Antonio .* took over at \d/).waitFor();
    await look(hers, 'taken-over-en');
    // A closed window is gone at once, before it counts as silent.
    await leavePanel(his, app.url);
    await until(
      () =>
        app.strapi.db
          .connection('editing.presence')
          .where({ document_id: documentId })
          .count({ windows: '*' }),
      (rows) => Number(rows[0]?.windows) === 1,
    );
    await hers.evaluate("window.dispatchEvent(new Event('focus'))");
    await hers.locator('[data-alone="true"]').waitFor({ state: 'attached' });
  });

  it('are not said to have taken over from somebody who has closed the first of two windows', async () => {
    const { documentId } = await deskOf(marta).create();
    await open(hers, documentId);
    await hers.locator('[data-alone="true"]').waitFor({ state: 'attached' });
    await visit(his, documentId);
    const second = await hers.context().newPage();
    await open(second, documentId);
    await second.getByText(/^You are editing this entry\. Also open for: Antonio/).waitFor();
    const leaves = hers.waitForResponse((response) => response.request().method() === 'DELETE');
    await hers.getByRole('link', { name: 'Back' }).first().click();
    await leaves;
    await second.evaluate("window.dispatchEvent(new Event('focus'))");
    await second.getByText(/^Antonio .* has been editing this entry since \d/).waitFor();
    await second.close();
  });

  it('are asked field by field when the network was gone and both have changed it', async () => {
    const { documentId, slug } = await deskOf(marta).create();
    await visit(hers, documentId);
    await visit(his, documentId);
    await type(hers, 'name', 'Hers');
    await browserOf(0).context.setOffline(true);
    await his.fill('input[name="name"]', 'Suyo');
    await his.fill('input[name="slug"]', `${slug}-suyo`);
    expect(await save(his)).toBe(200);
    await browserOf(0).context.setOffline(false);
    expect(await save(hers)).toBe(409);
    expect((await stored(documentId)).name).toBe('Suyo');

    const dialog = hers.getByRole('dialog');
    await dialog.getByText('Conflicting changes').waitFor();
    await dialog.getByText('You did not change this field. Their version stays.').waitFor();
    await dialog
      .getByText(/^Antonio catalogue-editor, /)
      .first()
      .waitFor();
    await look(hers, 'conflict-en');
    expect(await dialog.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true);
    // The dialog cannot be closed without a decision, by button or keyboard.
    expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['Copy mine', 'Continue']);
    await hers.keyboard.press('Escape');
    await browserOf(0).context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog.getByRole('button', { name: 'Copy mine' }).click();
    await dialog.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await hers.evaluate('navigator.clipboard.readText()')).toBe('Hers');
    await dialog.getByRole('radio', { name: 'Keep mine' }).click();
    // In a narrow window the panels are drawn elsewhere.
    for (const width of [1000, 1400]) {
      await hers.setViewportSize({ width, height: 1000 });
      await dialog.getByText('Conflicting changes').waitFor();
      expect(await dialog.getByRole('radio', { name: 'Keep mine' }).isChecked()).toBe(true);
      await look(hers, `conflict-${width}-en`);
    }
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await until(
      () => valueOf(hers, 'name'),
      (value) => value === 'Hers',
    );
    expect(await valueOf(hers, 'slug')).toBe(`${slug}-suyo`);
    expect(await save(hers)).toBe(200);
    expect(await stored(documentId)).toMatchObject({ name: 'Hers', slug: `${slug}-suyo` });
  });

  it('take theirs, in Spanish', async () => {
    const { documentId } = await deskOf(marta).create();
    await visit(his, documentId);
    await visit(hers, documentId);
    await hers.fill('input[name="name"]', 'Hers');
    expect(await save(hers)).toBe(200);
    await his.fill('input[name="name"]', 'Suyo');
    expect(await save(his)).toBe(409);
    const dialog = his.getByRole('dialog');
    await dialog.getByText('Cambios en conflicto').waitFor();
    await look(his, 'conflict-es');
    await dialog.getByRole('radio', { name: 'Usar su versión' }).click();
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await until(
      () => valueOf(his, 'name'),
      (value) => value === 'Hers',
    );
  });

  it('lose nothing when the network is gone while they save', async () => {
    const { documentId } = await deskOf(marta).create();
    await visit(hers, documentId);
    await type(hers, 'name', 'Typed on a train');
    await browserOf(0).context.setOffline(true);
    const failed = hers.waitForEvent('requestfailed', (request) => request.method() === 'PUT');
    await hers.getByRole('button', { name: 'Save', exact: true }).first().click();
    await failed;
    await browserOf(0).context.setOffline(false);
    await open(hers, documentId);
    await hers.getByRole('button', { name: 'Restore changes' }).click();
    await until(
      () => valueOf(hers, 'name'),
      (value) => value === 'Typed on a train',
    );
    expect(await save(hers)).toBe(200);
    expect((await stored(documentId)).name).toBe('Typed on a train');
  });

  it.each([
    ['en', 'Save', /^The connection was lost while saving/],
    ['es', 'Guardar', /^La conexión se ha perdido al guardar/],
  ] as const)(
    'go on in the same form once the network is back, in "%s"',
    async (language, button, said) => {
      const { documentId } = await deskOf(marta).create();
      await hers.evaluate(`localStorage.setItem('strapi-admin-language', '${language}')`);
      await open(hers, documentId);
      await type(hers, 'name', 'Typed in a tunnel');
      await browserOf(0).context.setOffline(true);
      await hers.getByRole('button', { name: button, exact: true }).first().click();
      await hers.getByText(said).first().waitFor();
      expect(await valueOf(hers, 'name')).toBe('Typed in a tunnel');
      await browserOf(0).context.setOffline(false);
      expect(await save(hers)).toBe(200);
      expect((await stored(documentId)).name).toBe('Typed in a tunnel');
      await hers.evaluate(`localStorage.setItem('strapi-admin-language', 'en')`);
    },
  );

  describe('whose save is carried out, but not answered', () => {
    /** Lets the next save reach the service, and drops its response. */
    const loseAnswer = async (method: string): Promise<void> => {
      let isLost = false;
      await hers.route(`**${EXPLORER}/${CATEGORY}**`, async (route) => {
        if (isLost || route.request().method() !== method) return route.fallback();
        isLost = true;
        await route.fetch();
        await route.abort('connectionreset');
      });
    };

    const saveInVain = async (): Promise<void> => {
      await hers.getByRole('button', { name: 'Save', exact: true }).first().click();
      await hers
        .getByText(/^The connection was lost while saving/)
        .first()
        .waitFor();
    };

    afterEach(() => hers.unrouteAll({ behavior: 'wait' }));

    it('save again, and type on, without being told of their own changes', async () => {
      const { documentId } = await deskOf(marta).create();
      await open(hers, documentId);
      await type(hers, 'name', 'Saved unheard');
      await loseAnswer('PUT');
      await saveInVain();
      expect((await stored(documentId)).name).toBe('Saved unheard');
      expect(await save(hers)).toBe(200);
      await hers.fill('input[name="name"]', 'Saved once more');
      expect(await save(hers)).toBe(200);
      expect((await stored(documentId)).name).toBe('Saved once more');
    });

    it('find themselves in the form of the entry that they have made', async () => {
      await visit(hers, 'create');
      const { name, slug } = deskOf(marta).unmade();
      await hers.fill('input[name="name"]', name);
      await hers.fill('input[name="slug"]', slug);
      await loseAnswer('POST');
      await saveInVain();
      await hers.getByRole('button', { name: 'Save', exact: true }).first().click();
      await hers.waitForURL((at) => !at.pathname.endsWith('/create'));
      await hers.locator('input[name="name"]').waitFor();
      expect(await valueOf(hers, 'name')).toBe(name);
      const made = await documentsOf(app, CATEGORY).findMany({
        locale: 'es',
        status: 'draft',
        filters: { slug: { $startsWith: slug } },
      });
      expect(made.map(({ documentId }) => documentId)).toEqual([
        new URL(hers.url()).pathname.split('/').at(-1),
      ]);
    });
  });

  describe('typing on while a save is under way', () => {
    /** The path at which the form reads and saves. Unsaved changes have another path, with the same type and entry. */
    const formOf = (documentId: string): string => `${EXPLORER}/${CATEGORY}/${documentId}`;

    /** Holds the responses to saves of the entry until they are released. */
    const holdSaves = async (
      documentId: string,
      refusal?: number,
    ): Promise<() => Promise<void>> => {
      const address = new RegExp(`${formOf(documentId)}(/actions/publish)?[?]`);
      let letGo = (): void => undefined;
      const gone = new Promise<void>((resolve) => (letGo = resolve));
      await hers.route(address, async (route) => {
        if (route.request().method() === 'GET') return route.continue();
        const response = refusal === undefined ? await route.fetch() : undefined;
        await gone;
        return response === undefined
          ? route.fulfill({
              status: refusal ?? 500,
              json: { error: { status: refusal, name: 'Away' } },
            })
          : route.fulfill({ response });
      });
      return async () => {
        letGo();
        // Without waiting, pending requests would be sent again.
        await hers.unrouteAll({ behavior: 'wait' });
      };
    };

    const sent = (documentId: string): Promise<unknown> =>
      hers.waitForRequest(
        (one) => one.url().includes(formOf(documentId)) && one.method() !== 'GET',
      );

    const saved = (documentId: string): Promise<unknown> =>
      hers.waitForResponse(
        (one) => one.url().includes(formOf(documentId)) && one.request().method() === 'GET',
      );

    it.each(['Save', 'Publish'])(
      'lose none of it when the answer to "%s" comes',
      async (button) => {
        const { documentId, slug } = await deskOf(marta).create();
        await visit(hers, documentId);
        await hers.fill('input[name="name"]', 'Sent');
        const letGo = await holdSaves(documentId);
        const isSent = sent(documentId);
        await hers.getByRole('button', { name: button, exact: true }).first().click();
        await isSent;
        await hers.fill('input[name="name"]', 'Sent and typed on');
        await hers.fill('input[name="slug"]', `${slug}-on`);
        const isReadAgain = saved(documentId);
        await letGo();
        await isReadAgain;
        await hers.fill('input[name="slug"]', `${slug}-later`);
        await hers.getByRole('button', { name: 'Save', exact: true, disabled: false }).waitFor();
        expect(await valueOf(hers, 'name')).toBe('Sent and typed on');
        expect((await stored(documentId)).name).toBe('Sent');
        expect(await save(hers)).toBe(200);
        expect(await stored(documentId)).toMatchObject({
          name: 'Sent and typed on',
          slug: `${slug}-later`,
        });
      },
    );

    it('lose none of it when the save is refused, by a colleague’s or for another reason', async () => {
      const { documentId, updatedAt, slug } = await deskOf(marta).create();
      await visit(hers, documentId);
      await hers.fill('input[name="name"]', 'Sent');
      await hers.fill('input[name="slug"]', `${slug}-sent`);
      const away = await holdSaves(documentId, 503);
      const isRefused = sent(documentId);
      const refused = save(hers);
      await isRefused;
      await hers.fill('input[name="slug"]', `${slug}-on`);
      await away();
      expect(await refused).toBe(503);
      await hers.getByRole('button', { name: 'Save', exact: true, disabled: false }).waitFor();
      await until(
        () => valueOf(hers, 'slug'),
        (value) => value === `${slug}-on`,
      );
      await until(
        () => valueOf(hers, 'name'),
        (value) => value === 'Sent',
      );

      await deskOf(antonio).save(documentId, { name: 'Suyo', baseVersion: updatedAt });
      const letGo = await holdSaves(documentId);
      const isSent = sent(documentId);
      const answered = save(hers);
      await isSent;
      await hers.fill('input[name="name"]', 'Typed on');
      await hers.fill('input[name="slug"]', `${slug}-later`);
      await letGo();
      expect(await answered).toBe(409);
      const dialog = hers.getByRole('dialog');
      await dialog.getByText('Typed on').waitFor();
      await dialog.getByRole('radio', { name: 'Use theirs' }).click();
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await until(
        () => valueOf(hers, 'name'),
        (value) => value === 'Suyo',
      );
      expect(await valueOf(hers, 'slug')).toBe(`${slug}-later`);
      expect(await save(hers)).toBe(200);
      expect(await stored(documentId)).toMatchObject({ name: 'Suyo', slug: `${slug}-later` });
    });

    it('are offered it in the form of the entry that was made meanwhile', async () => {
      await visit(hers, 'create');
      const unique = Date.now().toString(36);
      await hers.fill('input[name="name"]', `Made ${unique}`);
      await hers.fill('input[name="slug"]', `made-${unique}`);
      const creates = `**/${CATEGORY}?*`;
      await hers.route(creates, async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        const response = await route.fetch();
        await hers.fill('input[name="name"]', 'Typed on');
        return route.fulfill({ response });
      });
      await hers.getByRole('button', { name: 'Save', exact: true }).first().click();
      await hers.getByRole('button', { name: 'Restore changes' }).click();
      await hers.unrouteAll({ behavior: 'wait' });
      await until(
        () => valueOf(hers, 'name'),
        (value) => value === 'Typed on',
      );
      expect(await save(hers)).toBe(200);
    });
  });

  it('are offered what they had typed, in another browser as well', async () => {
    const { documentId } = await deskOf(marta).create();
    await visit(his, documentId);
    await type(his, 'name', 'No guardado');
    await his.close({ runBeforeUnload: false });
    await browserOf(1).close();
    browsers[1] = await openBrowser();
    his = await openPanel(browsers[1], app.url, antonio);
    await his.evaluate("localStorage.setItem('strapi-admin-language', 'es')");
    await open(his, documentId);
    const offer = his.getByRole('alertdialog');
    await offer.getByText('Cambios sin guardar').waitFor();
    await look(his, 'typed-es');
    // In a narrow window the panels are drawn elsewhere; the offer is not requested again.
    await his.route(`**${TYPED}**`, (route) => route.abort());
    for (const width of [1000, 1400]) {
      const panel = await his.getByText('Editores').elementHandle();
      await his.setViewportSize({ width, height: 1000 });
      await his.waitForFunction('(panel) => !panel.isConnected', panel);
      await offer.getByText('Cambios sin guardar').waitFor();
    }
    await his.unroute(`**${TYPED}**`);
    await offer.getByRole('button', { name: 'Restaurar cambios' }).click();
    await until(
      () => valueOf(his, 'name'),
      (value) => value === 'No guardado',
    );
    expect(await save(his)).toBe(200);
    await open(his, documentId);
    expect(await his.getByRole('alertdialog').count()).toBe(0);
    expect((await stored(documentId)).name).toBe('No guardado');
  });

  it('are offered what they had typed into an entry that was deleted, once it is back', async () => {
    const { documentId } = await deskOf(marta).create();
    await visit(hers, documentId);
    await type(hers, 'name', 'Hers');
    expect((await deskOf(antonio).remove(documentId)).status).toBe(200);
    // Marta leaves between the moment at which the form takes back what she has typed and the moment at which React
    // draws it. An entry that is read again, and no longer there, closes the form as well.
    const list = `/admin/content-manager/collection-types/${CATEGORY}`;
    let letRead = (): void => undefined;
    const hasLeft = new Promise<void>((resolve) => (letRead = resolve));
    await hers.route(`**${EXPLORER}/${CATEGORY}/${documentId}?*`, async (route) => {
      if (route.request().method() === 'GET') await hasLeft;
      if (route.request().method() !== 'PUT') return route.continue();
      const response = await route.fetch();
      await hers.evaluate(`{
        const { setTimeout } = window;
        window.setTimeout = (act, delay, ...rest) =>
          setTimeout((...given) => {
            act(...given);
            if (delay !== 100) return;
            window.setTimeout = setTimeout;
            history.pushState({ idx: history.length }, '', '${list}');
            dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
          }, delay, ...rest);
      }`);
      return route.fulfill({ response });
    });
    expect(await save(hers)).toBe(404);
    await hers.locator('input[name="name"]').waitFor({ state: 'detached' });
    letRead();
    await hers.unrouteAll({ behavior: 'wait' });
    const { body } = await antonio.get('/history/bin');
    const { deletions } = body.data as { deletions: { id: string; documentId: string }[] };
    const deletion = deletions.find((one) => one.documentId === documentId);
    const back = await antonio.post(`/history/bin/${deletion?.id}`, { publish: false });
    expect(back.status).toBe(200);
    await open(hers, documentId);
    await hers.getByRole('button', { name: 'Restore changes' }).click();
    await until(
      () => valueOf(hers, 'name'),
      (value) => value === 'Hers',
    );
    expect(await save(hers)).toBe(200);
    expect((await stored(documentId)).name).toBe('Hers');
  });

  it('are offered what they had typed into an entry that was never saved', async () => {
    await visit(hers, 'create');
    await type(hers, 'name', 'A new one');
    await open(hers, 'create');
    const offer = hers.getByRole('alertdialog');
    await offer.getByText('Unsaved changes').waitFor();
    await look(hers, 'typed-en');
    await offer.getByRole('button', { name: 'Restore changes' }).click();
    await until(
      () => valueOf(hers, 'name'),
      (value) => value === 'A new one',
    );
  });

  const signInAgain = async (): Promise<void> => {
    await hers.waitForURL((at) => at.pathname.includes('/auth/login'));
    await hers.fill('input[name="email"]', marta.email);
    await hers.fill('input[name="password"]', marta.password);
    await hers.click('button[type="submit"]');
    await hers.waitForURL((at) => !at.pathname.includes('/auth/'));
  };

  /** The ways in which a user learns that the session has ended. */
  const ends: Record<string, () => Promise<void>> = {
    'when they save': async () => {
      expect(await save(hers)).toBe(401);
    },
    'because they sign out in another window': async () => {
      const signOut = "new StorageEvent('storage', { key: 'isLoggedIn', newValue: null })";
      await hers.evaluate(`window.dispatchEvent(${signOut})`);
      const told = hers.getByRole('alertdialog');
      await told.getByText('Your changes are kept').waitFor();
      await look(hers, 'session-en');
      await told.getByRole('button').last().click();
    },
  };

  it.each(Object.entries(ends))(
    'are offered what they had typed when their session ends, %s, once they have signed in again',
    async (_, end) => {
      const { documentId } = await deskOf(marta).create();
      await open(hers, documentId);
      await type(hers, 'name', 'Before the end');
      const ended = await marta.delete('/admin/users/me/sessions?keepCurrent=true');
      expect(ended.status).toBe(200);
      await hers.fill('input[name="name"]', 'After the end');
      await end();
      await signInAgain();
      await open(hers, documentId);
      await hers.getByRole('button', { name: 'Restore changes' }).click();
      await until(
        () => valueOf(hers, 'name'),
        (value) => value === 'After the end',
      );
      expect(await save(hers)).toBe(200);
      expect((await stored(documentId)).name).toBe('After the end');
    },
  );

  const PAGE = 'api::platform-page.platform-page';

  const asked = {
    en: { changed: 'Conflicting changes', mine: 'Keep mine', goOn: 'Continue' },
    es: { changed: 'Cambios en conflicto', mine: 'Conservar mi versión', goOn: 'Continuar' },
  } as const;

  checkWords(asked);

  describe('of marketing, at a page', () => {
    let laura: Admin;
    let luis: Admin;
    let page: Page;
    let documentId: string;

    beforeAll(async () => {
      laura = await signInAs(app, 'marketing', 'Laura');
      luis = await signInAs(app, 'marketing', 'Luis');
      const line = await documentsOf(app, 'api::vertical.vertical').create({
        data: { name: 'Medicina', slug: 'medicina' },
      });
      const { status, body } = await laura.post(`${EXPLORER}/${PAGE}?locale=es`, {
        vertical: line.documentId,
        middleTitle: 'As it was',
      });
      expect([status, body.error]).toEqual([201, undefined]);
      ({ documentId } = body.data as { documentId: string });
      page = await openPanel(browserOf(0), app.url, laura);
      page.on('dialog', (dialog) => void dialog.accept());
    });

    it.each(languagesOfRun)(
      'are asked when the network was gone and both have changed it, in "%s"',
      async (language) => {
        const { changed, mine, goOn } = asked[language];
        const at = `${EXPLORER}/${PAGE}/${documentId}?locale=es`;
        const titleNow = async (): Promise<Record<string, string>> =>
          (await luis.get(at)).body.data as Record<string, string>;
        await page.evaluate(`localStorage.setItem('strapi-admin-language', '${language}')`);
        await open(page, documentId, PAGE, 'middleTitle');
        await type(page, 'middleTitle', `Hers in ${language}`);
        await browserOf(0).context.setOffline(true);
        const { updatedAt } = await titleNow();
        const his = { middleTitle: `His in ${language}`, baseVersion: updatedAt };
        expect((await luis.put(at, his)).status).toBe(200);
        await browserOf(0).context.setOffline(false);
        expect(await save(page)).toBe(409);
        expect((await titleNow()).middleTitle).toBe(his.middleTitle);

        const dialog = page.getByRole('dialog');
        await dialog.getByText(changed).waitFor();
        await dialog.getByText(his.middleTitle).waitFor();
        await dialog.getByText(/^Luis marketing, /).waitFor();
        await look(page, `conflict-of-marketing-${language}`);
        await dialog.getByRole('radio', { name: mine }).click();
        await dialog.getByRole('button', { name: goOn }).click();
        await until(
          () => valueOf(page, 'middleTitle'),
          (value) => value === `Hers in ${language}`,
        );
        expect(await save(page)).toBe(200);
        expect((await titleNow()).middleTitle).toBe(`Hers in ${language}`);
      },
    );
  });
});
