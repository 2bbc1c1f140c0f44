import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { getDocumentService } from '#platform/strapi/documents';
import { type Admin, signInAs } from '../support/admin';
import { startApp, type App } from '../support/app';
import {
  allowFailures,
  describeInBrowser,
  forgetTyping,
  leavePanel,
  navigate,
  openBrowser,
  openPanel,
  waitForButtons,
  type Browser,
} from '../support/browser';
import { ensureLanguages } from '../support/content';
import { checkWords, languagesOfRun } from '../support/languages';
import { until } from '../support/until';
import { CATEGORY, deskOf, EXPLORER, type Category } from './support';

/** The folder for screenshots of the panel. */
const pictures = process.env.PANEL_PICTURES;

const TYPED = '/concurrent-editing/typed/';

describeInBrowser('Two editors of one entry', () => {
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
    // The suite tests conflicts, an outage and ended sessions.
    allowFailures(/^(?:401|404|409|503) /);
    browsers = [await openBrowser(), await openBrowser()];
    hers = await openPanel(browserOf(0), app.url, marta);
    // Leaving with unsaved changes opens a dialog.
    hers.on('dialog', (dialog) => void dialog.accept());
    his = await openPanel(browserOf(1), app.url, antonio);
    await his.evaluate("localStorage.setItem('strapi-admin-language', 'es')");
    await antonio.put('/admin/users/me', { preferedLanguage: 'es' });
  });

  afterAll(async () => {
    for (const browser of browsers) await browser.close();
    await app.stop();
  });

  const takePicture = async (page: Page, name: string): Promise<void> => {
    if (pictures === undefined) return;
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: path.join(pictures, `${name}.png`) });
  };

  type Form = { documentId: string; uid?: string; field?: string };

  const addressOf = ({ documentId, uid = CATEGORY }: Form): string =>
    `/admin/content-manager/collection-types/${uid}/${documentId}?plugins[i18n][locale]=es`;

  /** Shows a form, and waits until it has requested unsaved changes. */
  const show = async (page: Page, form: Form, go: () => Promise<unknown>): Promise<void> => {
    const { documentId, uid = CATEGORY, field = 'name' } = form;
    const unsavedRead = page.waitForResponse(
      (answer) =>
        answer.request().method() === 'GET' &&
        answer.url().includes(`${TYPED}${uid}/${documentId}?`),
    );
    await go();
    await unsavedRead;
    await page.locator(`input[name="${field}"]`).waitFor();
  };

  /** Loads the panel with a form. */
  const open = (page: Page, documentId: string, uid?: string, field?: string): Promise<void> => {
    const form = { documentId, uid, field };
    return show(page, form, () => page.goto(`${app.url}${addressOf(form)}`));
  };

  /** Opens a form by a link in the open panel. Loads the page if no panel is open, or if the panel would ask to stay. */
  const visit = async (page: Page, documentId: string): Promise<void> => {
    const unsaved = page.getByRole('button', { name: /^(Save|Guardar)$/, disabled: false });
    const isFree = page.url().includes('/admin/') && (await unsaved.count()) === 0;
    if (!isFree) return open(page, documentId);
    await show(page, { documentId }, () => navigate(page, addressOf({ documentId })));
  };

  /** Leaves a form for the list and opens it again, without loading the panel. */
  const visitAgain = async (page: Page, documentId: string): Promise<void> => {
    await navigate(page, `/admin/content-manager/collection-types/${CATEGORY}`);
    await page.locator('input[name="name"]').waitFor({ state: 'detached' });
    await visit(page, documentId);
  };

  const save = async (page: Page): Promise<number> => {
    await waitForButtons(page);
    const response = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().includes('/content-manager/'),
    );
    await page
      .getByRole('button', { name: /^(Save|Guardar)$/ })
      .first()
      .click();
    return (await response).status();
  };

  const valueOf = (page: Page, field: string): Promise<string> =>
    page.locator(`input[name="${field}"]`).inputValue();

  /** Types, and waits until the text is stored. A request with an earlier text may still be running. */
  const type = async (page: Page, field: string, value: string): Promise<void> => {
    const stored = page.waitForResponse(
      (answer) =>
        answer.url().includes(TYPED) &&
        answer.request().method() === 'PUT' &&
        answer
          .request()
          .postData()
          ?.includes(`"mine":${JSON.stringify(value)}`) === true,
    );
    await page.fill(`input[name="${field}"]`, value);
    await stored;
  };

  const stored = (documentId: string): Promise<Category> => deskOf(marta).open(documentId);

  it('saves several times in a row without a conflict', async () => {
    const { documentId } = await deskOf(marta).create();
    await open(hers, documentId);
    for (const name of ['First', 'Second', 'Third']) {
      await hers.fill('input[name="name"]', name);
      expect(await save(hers)).toBe(200);
    }
    expect((await stored(documentId)).name).toBe('Third');
  });

  it('two editors – see each other, and take over', async () => {
    const { documentId } = await deskOf(marta).create();
    await visit(hers, documentId);
    await hers.locator('[data-alone="true"]').waitFor({ state: 'attached' });
    await open(his, documentId);
    await his.getByText(/^Marta .* está editando esta entrada desde las \d/).waitFor();
    await takePicture(his, 'present-es');
    await hers.evaluate("window.dispatchEvent(new Event('focus'))");
    await hers.getByText(/^You are editing this entry\. Also open for: Antonio/).waitFor();
    await his.getByRole('button', { name: 'Tomar el relevo' }).click();
    await his.getByText(/^Estás editando esta entrada/).waitFor();
    await hers.evaluate("window.dispatchEvent(new Event('focus'))");
    await hers.getByText(/^Antonio .* took over at \d/).waitFor();
    await takePicture(hers, 'taken-over-en');
  });

  it('is not shown a take-over after an editor closed one of two windows', async () => {
    const { documentId } = await deskOf(marta).create();
    await visit(hers, documentId);
    await hers.locator('[data-alone="true"]').waitFor({ state: 'attached' });
    await visit(his, documentId);
    const second = await hers.context().newPage();
    await open(second, documentId);
    await second.getByText(/^You are editing this entry\. Also open for: Antonio/).waitFor();
    const leaves = hers.waitForResponse(
      (response) =>
        response.request().method() === 'DELETE' &&
        response.url().includes('/concurrent-editing/present/'),
    );
    await hers.getByRole('link', { name: 'Back' }).first().click();
    await leaves;
    await second.evaluate("window.dispatchEvent(new Event('focus'))");
    await second.getByText(/^Antonio .* has been editing this entry since \d/).waitFor();
    // A closed window is removed at once, not after its timeout.
    await leavePanel(second, app.url);
    await until(
      () =>
        app.strapi.db
          .connection('editing.presence')
          .where({ document_id: documentId })
          .count({ windows: '*' }),
      (rows) => Number(rows[0]?.windows) === 1,
    );
    await his.evaluate("window.dispatchEvent(new Event('focus'))");
    await his.locator('[data-alone="true"]').waitFor({ state: 'attached' });
    await second.close();
  });

  it('resolves a conflict field by field after a save without network', async () => {
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
    await takePicture(hers, 'conflict-en');
    expect(await dialog.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true);
    // The dialog cannot be closed without a decision, by button or keyboard.
    expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['Copy mine', 'Continue']);
    await hers.keyboard.press('Escape');
    await browserOf(0).context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog.getByRole('button', { name: 'Copy mine' }).click();
    await dialog.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await hers.evaluate('navigator.clipboard.readText()')).toBe('Hers');
    await dialog.getByRole('radio', { name: 'Keep mine' }).click();
    // In a narrow window Strapi renders the panels in another place.
    for (const width of [1000, 1400]) {
      await hers.setViewportSize({ width, height: 1000 });
      await dialog.getByText('Conflicting changes').waitFor();
      expect(await dialog.getByRole('radio', { name: 'Keep mine' }).isChecked()).toBe(true);
      await takePicture(hers, `conflict-${width}-en`);
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

  it('uses the version of the other editor in a conflict, in Spanish', async () => {
    const { documentId } = await deskOf(marta).create();
    await visit(his, documentId);
    await visit(hers, documentId);
    await hers.fill('input[name="name"]', 'Hers');
    expect(await save(hers)).toBe(200);
    await his.fill('input[name="name"]', 'Suyo');
    expect(await save(his)).toBe(409);
    const dialog = his.getByRole('dialog');
    await dialog.getByText('Cambios en conflicto').waitFor();
    await takePicture(his, 'conflict-es');
    await dialog.getByRole('radio', { name: 'Usar su versión' }).click();
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await until(
      () => valueOf(his, 'name'),
      (value) => value === 'Hers',
    );
  });

  it('restores unsaved changes after a save failed without network', async () => {
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
    ['en', 0, 'Save', /^The connection was lost while saving/],
    ['es', 1, 'Guardar', /^La conexión se ha perdido al guardar/],
  ] as const)(
    'keeps the text in the form after a save failed, and saves it later, in "%s"',
    async (_, index, button, message) => {
      const page = [hers, his][index] ?? hers;
      const { context } = browserOf(index);
      const { documentId } = await deskOf(marta).create();
      await visit(page, documentId);
      await type(page, 'name', 'Typed in a tunnel');
      await context.setOffline(true);
      const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'PUT');
      await page.getByRole('button', { name: button, exact: true }).first().click();
      await failed;
      await page.getByText(message).first().waitFor();
      expect(await valueOf(page, 'name')).toBe('Typed in a tunnel');
      await context.setOffline(false);
      expect(await save(page)).toBe(200);
      expect((await stored(documentId)).name).toBe('Typed in a tunnel');
    },
  );

  describe('with a save whose response is lost', () => {
    /** Lets the next save reach the service, and drops its response. */
    const dropResponse = async (method: string): Promise<void> => {
      let isLost = false;
      await hers.route(`**${EXPLORER}/${CATEGORY}**`, async (route) => {
        if (isLost || route.request().method() !== method) return route.fallback();
        isLost = true;
        await route.fetch();
        await route.abort('connectionreset');
      });
    };

    const failToSave = async (method: string): Promise<void> => {
      // A notification of an earlier test may still be shown, and the panel cancels reads when it leaves a form.
      const lost = hers.waitForEvent(
        'requestfailed',
        (request) =>
          request.method() === method && request.url().includes(`${EXPLORER}/${CATEGORY}`),
      );
      await waitForButtons(hers);
      await hers.getByRole('button', { name: 'Save', exact: true }).first().click();
      await lost;
      await hers
        .getByText(/^The connection was lost while saving/)
        .first()
        .waitFor();
    };

    afterEach(() => hers.unrouteAll({ behavior: 'wait' }));

    it('saves again without a conflict with their own changes', async () => {
      const { documentId } = await deskOf(marta).create();
      await visit(hers, documentId);
      await type(hers, 'name', 'Saved unheard');
      await dropResponse('PUT');
      await failToSave('PUT');
      expect((await stored(documentId)).name).toBe('Saved unheard');
      expect(await save(hers)).toBe(200);
      await hers.fill('input[name="name"]', 'Saved once more');
      expect(await save(hers)).toBe(200);
      expect((await stored(documentId)).name).toBe('Saved once more');
    });

    it('is redirected to the entry that the first save created', async () => {
      await visit(hers, 'create');
      const { name, slug } = deskOf(marta).unmade();
      // Other content would create another entry: the panel fills in the position after the name was typed.
      const filled = hers.waitForResponse((answer) => {
        const typed = answer.request().postData() ?? '';
        return answer.url().includes(TYPED) && typed.includes(slug) && typed.includes('"order":');
      });
      await hers.fill('input[name="name"]', name);
      await hers.fill('input[name="slug"]', slug);
      await filled;
      await dropResponse('POST');
      await failToSave('POST');
      await hers.getByRole('button', { name: 'Save', exact: true }).first().click();
      await hers.waitForURL((at) => !at.pathname.endsWith('/create'));
      await hers.locator('input[name="name"]').waitFor();
      expect(await valueOf(hers, 'name')).toBe(name);
      const created = await getDocumentService(app, CATEGORY).findMany({
        locale: 'es',
        status: 'draft',
        filters: { slug: { $startsWith: slug } },
      });
      expect(created.map(({ documentId }) => documentId)).toEqual([
        new URL(hers.url()).pathname.split('/').at(-1),
      ]);
    });
  });

  describe('typing during a save', () => {
    /** The path at which the form reads and saves. Unsaved changes have another path, with the same type and entry. */
    const formOf = (documentId: string): string => `${EXPLORER}/${CATEGORY}/${documentId}`;

    /** Holds the responses to saves of the entry until they are released. */
    const holdSaves = async (
      documentId: string,
      refusal?: number,
    ): Promise<() => Promise<void>> => {
      const address = new RegExp(`${formOf(documentId)}(/actions/publish)?[?]`);
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      await hers.route(address, async (route) => {
        if (route.request().method() === 'GET') return route.continue();
        const response = refusal === undefined ? await route.fetch() : undefined;
        await released;
        return response === undefined
          ? route.fulfill({
              status: refusal ?? 500,
              json: { error: { status: refusal, name: 'Away' } },
            })
          : route.fulfill({ response });
      });
      return async () => {
        release();
        // Without waiting, pending requests would be sent again.
        await hers.unrouteAll({ behavior: 'wait' });
      };
    };

    const waitForSave = (documentId: string): Promise<unknown> =>
      hers.waitForRequest(
        (request) => request.url().includes(formOf(documentId)) && request.method() !== 'GET',
      );

    const waitForRead = (documentId: string): Promise<unknown> =>
      hers.waitForResponse(
        (response) =>
          response.url().includes(formOf(documentId)) && response.request().method() === 'GET',
      );

    it.each(['Save', 'Publish'])(
      'keeps the text typed before the response to "%s"',
      async (button) => {
        const { documentId, slug } = await deskOf(marta).create();
        await visit(hers, documentId);
        await hers.fill('input[name="name"]', 'Sent');
        const release = await holdSaves(documentId);
        const saveSent = waitForSave(documentId);
        await waitForButtons(hers);
        await hers.getByRole('button', { name: button, exact: true }).first().click();
        await saveSent;
        await hers.fill('input[name="name"]', 'Sent and typed on');
        await hers.fill('input[name="slug"]', `${slug}-on`);
        const entryRead = waitForRead(documentId);
        await release();
        await entryRead;
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

    it('keeps the text typed before a failed save or a conflict', async () => {
      const { documentId, updatedAt, slug } = await deskOf(marta).create();
      await visit(hers, documentId);
      await hers.fill('input[name="name"]', 'Sent');
      await hers.fill('input[name="slug"]', `${slug}-sent`);
      const releaseError = await holdSaves(documentId, 503);
      const failedSaveSent = waitForSave(documentId);
      const failedSave = save(hers);
      await failedSaveSent;
      await hers.fill('input[name="slug"]', `${slug}-on`);
      await releaseError();
      expect(await failedSave).toBe(503);
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
      const release = await holdSaves(documentId);
      const saveSent = waitForSave(documentId);
      const response = save(hers);
      await saveSent;
      await hers.fill('input[name="name"]', 'Typed on');
      await hers.fill('input[name="slug"]', `${slug}-later`);
      await release();
      expect(await response).toBe(409);
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

    it('is offered the text in the form of the created entry', async () => {
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
      await waitForButtons(hers);
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

  it('is offered their unsaved changes in another browser', async () => {
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
    await takePicture(his, 'typed-es');
    // In a narrow window Strapi renders the panels in another place; the offer is not requested again.
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
    await visitAgain(his, documentId);
    expect(await his.getByRole('alertdialog').count()).toBe(0);
    expect((await stored(documentId)).name).toBe('No guardado');
  });

  it('is offered their unsaved changes after a deleted entry was restored', async () => {
    const { documentId } = await deskOf(marta).create();
    await visit(hers, documentId);
    await type(hers, 'name', 'Hers');
    expect((await deskOf(antonio).remove(documentId)).status).toBe(200);
    // Marta leaves after the form restored her text and before React renders it. A form whose entry is deleted closes
    // when the entry is read again.
    const list = `/admin/content-manager/collection-types/${CATEGORY}`;
    let releaseRead = (): void => undefined;
    const pageLeft = new Promise<void>((resolve) => (releaseRead = resolve));
    await hers.route(`**${EXPLORER}/${CATEGORY}/${documentId}?*`, async (route) => {
      if (route.request().method() === 'GET') await pageLeft;
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
    releaseRead();
    await hers.unrouteAll({ behavior: 'wait' });
    const { body } = await antonio.get('/history/bin');
    const { deletions } = body.data as { deletions: { id: string; documentId: string }[] };
    const deletion = deletions.find((candidate) => candidate.documentId === documentId);
    const restored = await antonio.post(`/history/bin/${deletion?.id}`, { publish: false });
    expect(restored.status).toBe(200);
    await open(hers, documentId);
    await hers.getByRole('button', { name: 'Restore changes' }).click();
    await until(
      () => valueOf(hers, 'name'),
      (value) => value === 'Hers',
    );
    expect(await save(hers)).toBe(200);
    expect((await stored(documentId)).name).toBe('Hers');
  });

  const signInAgain = async (): Promise<void> => {
    await hers.waitForURL((at) => at.pathname.includes('/auth/login'));
    await hers.fill('input[name="email"]', marta.email);
    await hers.fill('input[name="password"]', marta.password);
    await hers.click('button[type="submit"]');
    await hers.waitForURL((at) => !at.pathname.includes('/auth/'));
  };

  /** Events at which the panel learns that the session has ended. */
  const endings: Record<string, () => Promise<void>> = {
    'when they save': async () => {
      expect(await save(hers)).toBe(401);
    },
    'because they sign out in another window': async () => {
      const signOut = "new StorageEvent('storage', { key: 'isLoggedIn', newValue: null })";
      await hers.evaluate(`window.dispatchEvent(${signOut})`);
      const warning = hers.getByRole('alertdialog');
      await warning.getByText('Your changes are kept').waitFor();
      await takePicture(hers, 'session-en');
      await warning.getByRole('button').last().click();
    },
  };

  it.each(Object.entries(endings))(
    'is offered their unsaved changes after an ended session (%s) and a new sign-in',
    async (_, end) => {
      const { documentId } = await deskOf(marta).create();
      await visit(hers, documentId);
      await type(hers, 'name', 'Before the end');
      // The form announces its user every few seconds and stores its text, and would learn of the end first.
      await hers.route('**/concurrent-editing/**', (route) => route.abort());
      const ended = await marta.delete('/admin/users/me/sessions?keepCurrent=true');
      expect(ended.status).toBe(200);
      await hers.fill('input[name="name"]', 'After the end');
      await end();
      await hers.unrouteAll({ behavior: 'wait' });
      await signInAgain();
      await visitAgain(hers, documentId);
      await hers.getByRole('button', { name: 'Restore changes' }).click();
      await until(
        () => valueOf(hers, 'name'),
        (value) => value === 'After the end',
      );
      expect(await save(hers)).toBe(200);
      expect((await stored(documentId)).name).toBe('After the end');
    },
  );

  it('is offered their unsaved changes of a new entry', async () => {
    // Those of an earlier test would be offered first, and nothing would be stored meanwhile.
    await forgetTyping(hers, marta, [CATEGORY]);
    await visit(hers, 'create');
    await type(hers, 'name', 'A new one');
    await open(hers, 'create');
    const offer = hers.getByRole('alertdialog');
    await offer.getByText('Unsaved changes').waitFor();
    await takePicture(hers, 'typed-en');
    await offer.getByRole('button', { name: 'Restore changes' }).click();
    await until(
      () => valueOf(hers, 'name'),
      (value) => value === 'A new one',
    );
  });

  const PAGE = 'api::platform-page.platform-page';

  const conflictTexts = {
    en: { changed: 'Conflicting changes', mine: 'Keep mine', goOn: 'Continue' },
    es: { changed: 'Cambios en conflicto', mine: 'Conservar mi versión', goOn: 'Continuar' },
  } as const;

  checkWords(conflictTexts);

  describe('Marketing, editing a page', () => {
    let laura: Admin;
    let luis: Admin;
    let page: Page;
    let documentId: string;

    beforeAll(async () => {
      laura = await signInAs(app, 'marketing', 'Laura');
      luis = await signInAs(app, 'marketing', 'Luis');
      const line = await getDocumentService(app, 'api::vertical.vertical').create({
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
      'resolves a conflict after a save without network, in "%s"',
      async (language) => {
        const { changed, mine, goOn } = conflictTexts[language];
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
        await takePicture(page, `conflict-of-marketing-${language}`);
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
