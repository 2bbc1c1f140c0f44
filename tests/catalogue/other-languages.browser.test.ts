import type { Page } from 'playwright-core';
import { getDocumentService } from '#platform/strapi/documents';
import type { App } from '../support/app';
import { describeInBrowser, waitForButtons } from '../support/browser';
import { type DemoPanel, startDemoPanel } from '../support/demo-panel';
import { checkWords, languagesOfRun } from '../support/languages';
import { until } from '../support/until';

const EPISODE = 'api::episode.episode';

const words = {
  en: {
    texts: 'In other languages',
    noTexts: 'No entry yet. Click to add one.',
    language: 'Language',
    save: 'Save',
  },
  es: {
    texts: 'En otros idiomas',
    noTexts: 'Todavía no hay ningún elemento. Haz clic para añadir uno.',
    language: 'Idioma',
    save: 'Guardar',
  },
} as const;

type Texts = { texts: { language: string; name: string | null }[] };

describeInBrowser('translations in the panel', () => {
  checkWords(words);

  let panel: DemoPanel;
  let app: App;
  let page: Page;
  let documentId: string;

  beforeAll(async () => {
    panel = await startDemoPanel('catalogue editor');
    ({ app, page } = panel);
    const [episode] = await getDocumentService(app, EPISODE).findMany({ status: 'draft' });
    if (episode === undefined) throw new Error('The sample has no episode.');
    ({ documentId } = episode);
  });

  afterAll(() => panel.stop());

  const readTexts = async (): Promise<Texts['texts']> => {
    const draft = await getDocumentService(app, EPISODE).findOne({
      documentId,
      status: 'draft',
      populate: { texts: true },
    });
    return (draft as Texts | null)?.texts ?? [];
  };

  it.each(languagesOfRun)(
    'entry – offers the languages except the default one, and saves a translation, in "%s"',
    async (language) => {
      const { texts, noTexts, language: field, save } = words[language];
      await getDocumentService(app, EPISODE).update({ documentId, data: { texts: [] } });
      await panel.open(language, `/content-manager/collection-types/${EPISODE}/${documentId}`);
      await page.getByText(texts, { exact: false }).first().waitFor();
      await page.getByRole('button', { name: noTexts }).last().click();
      const choice = page.getByRole('combobox', { name: field }).last();
      await choice.click();
      const options = page.getByRole('option');
      await options.filter({ hasText: 'English' }).waitFor();
      expect(await options.filter({ hasText: 'Español' }).count()).toBe(0);
      await options.filter({ hasText: 'English' }).click();
      await page.locator('input[name="texts.0.name"]').fill('In English');
      await panel.picture(`texts-${language}`);
      await waitForButtons(page);
      await page.getByRole('button', { name: save, exact: true }).click();
      const [row] = await until(readTexts, (rows) => rows.length > 0);
      expect(row).toMatchObject({ language: 'en', name: 'In English' });
    },
  );
});
