import { describeInBrowser, selectRow } from '../support/browser';
import { signIn } from '../support/admin';
import { startDemoPanel, type DemoPanel } from '../support/demo-panel';
import { checkWords, languagesOfRun } from '../support/languages';
import { until } from '../support/until';

const LIST = '/content-manager/collection-types/api::category.category';

const panels = {
  en: {
    compare: 'Show changes',
    confirm: 'Confirm translation',
    close: 'Close',
    stale: /, stale: /,
    all: 'Confirm translations',
  },
  es: {
    compare: 'Ver cambios',
    confirm: 'Confirmar traducción',
    close: 'Cerrar',
    stale: /, desactualizado: /,
    all: 'Confirmar traducciones',
  },
} as const;

describeInBrowser('A stale translation', () => {
  checkWords(panels);

  let demo: DemoPanel;

  beforeAll(async () => {
    demo = await startDemoPanel('catalogue editor');
  });

  afterAll(() => demo.stop());

  it.each(languagesOfRun)(
    'should be marked in the list and beside its form, in "%s"',
    async (language) => {
      const { app, page } = demo;
      const words = panels[language];
      const admin = await signIn(app);
      const { body } = await admin.get(`${LIST}?locale=es&sort=name:ASC`);
      const [category] = (body as unknown as { results: { documentId: string; name: string }[] })
        .results;
      const address = `${LIST}/${category?.documentId ?? ''}`;
      const name = category?.name ?? '';
      // The sample was stored without users: the history begins with this translation.
      await admin.put(`${address}?locale=en`, { name: `English ${language}` });
      await admin.put(`${address}?locale=es`, { name: `${name} y más` });

      await demo.open(language, `${LIST}?plugins[i18n][locale]=es`);
      await page.getByRole('img', { name: words.stale }).first().waitFor();
      await demo.picture(`stale-list-${language}`);
      await demo.open(language, `${address}?plugins[i18n][locale]=en`);
      const notice = page.locator('[data-stale-translations]');
      await notice.waitFor();
      await notice.getByRole('button', { name: words.compare }).click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('mark', { hasText: 'más' }).waitFor();
      expect(await demo.clicks()).toBe(1);
      await demo.picture(`stale-${language}`);
      // During its fade-in, its contrast is too low.
      await demo.isAccessible(`'[role="dialog"]'`);
      await dialog.getByRole('button', { name: words.close, exact: true }).last().click();
      await notice.getByRole('button', { name: words.confirm }).click();
      await until(
        () => notice.count(),
        (count) => count === 0,
      );

      await admin.put(`${address}?locale=es`, { name: `${name} y aún más` });
      await demo.open(language, `${LIST}?plugins[i18n][locale]=es&question=older-translation`);
      const row = page.locator('tbody tr').filter({ hasText: 'y aún más' });
      const button = page.getByRole('button', { name: words.all, exact: true });
      await selectRow(row, button);
      await demo.picture(`stale-selected-${language}`);
      await button.click();
      await row.waitFor({ state: 'detached' });
    },
  );
});
