import { getDocumentService } from '#platform/strapi/documents';
import { course, store } from '../rights/support';
import { describeInBrowser } from '../support/browser';
import { startDemoPanel, type DemoPanel } from '../support/demo-panel';
import { checkWords, languagesOfRun } from '../support/languages';
import { until } from '../support/until';

const PRODUCT = 'api::product.product';
const PROTAGONIST = 'api::protagonist.protagonist';

const panels = {
  en: {
    protagonists: /^Protagonists/,
    products: /· \d+ products? ·/,
    none: /· 0 products/,
    save: 'Save',
  },
  es: {
    protagonists: /^Protagonistas/,
    products: /· \d+ productos? ·/,
    none: /· 0 productos/,
    save: 'Guardar',
  },
} as const;

/** The height of an option with a name and a line below it. */
const THREE_LINES = 72;

type Entry = { documentId: string; name: string };

describeInBrowser('Relation picker, in the admin panel', () => {
  checkWords({
    en: { ...panels.en, products: /^\d products$/, none: /^\d products$/ },
    es: { ...panels.es, products: /^\d productos$/, none: /^\d productos$/ },
  });

  let demo: DemoPanel;

  beforeAll(async () => {
    demo = await startDemoPanel('catalogue editor');
  });

  afterAll(() => demo.stop());

  describe.each(languagesOfRun)('in "%s"', (language) => {
    const words = panels[language];

    it('shows details that distinguish two teachers with one name', async () => {
      const [teacher] = (await getDocumentService(demo.app, PROTAGONIST).findMany({
        sort: ['name:asc', 'documentId:asc'],
        locale: 'es',
        populate: ['products'],
        filters: { products: { documentId: { $notNull: true } } },
      })) as unknown as Entry[];
      const namesake = await getDocumentService(demo.app, PROTAGONIST).create({
        locale: 'es',
        data: { name: teacher?.name, slug: `namesake-${language}`, cv: 'x', order: 99 },
      });
      // Each language uses another entry: unsaved changes are offered in the other language and would be outdated.
      const documentId = await store(demo.app, PRODUCT, course());
      await demo.open(
        language,
        `/content-manager/collection-types/${PRODUCT}/${documentId}?plugins[i18n][locale]=es`,
      );
      await demo.page.setViewportSize({ width: 1280, height: 1000 });
      const box = demo.page.getByRole('combobox', { name: words.protagonists });
      await box.scrollIntoViewIfNeeded();
      await box.click();
      await box.pressSequentially(teacher?.name ?? '');
      const options = demo.page.getByRole('option').filter({ hasText: teacher?.name ?? '?' });
      const texts = await until(
        () => options.allTextContents(),
        (options) => options.length >= 2,
      );
      expect(new Set(texts).size).toBe(texts.length);
      expect(texts.every((text) => words.products.test(text))).toBe(true);
      await until(
        () => options.locator('svg[style*="url"]').count(),
        (pictures) => pictures > 0,
      );
      const heights: number[] = await demo.page.evaluate(
        `[...document.querySelectorAll('[role="option"]')].map((one) => one.getBoundingClientRect().height)`,
      );
      expect(Math.max(...heights)).toBeLessThan(THREE_LINES);
      // The list closes when the window is resized.
      await demo.picture(`relation-picker-${language}`);
      await box.fill('');
      await box.pressSequentially('Medicina');
      await until(
        () => demo.page.getByRole('option').filter({ hasText: '·' }).allTextContents(),
        (texts) => texts.length > 0 && texts.every((text) => text.includes('Medicina')),
      );
      // Chooses an entry without products in two clicks: on the field, and on the entry.
      await box.fill('');
      await box.pressSequentially(teacher?.name ?? '');
      await options.filter({ hasText: words.none }).first().click();
      expect(await demo.clicks()).toBe(2);
      const save = demo.page.getByRole('button', { name: words.save, exact: true });
      await save.click();
      // Until the save is done, the form keeps unsaved changes and offers them to the next user.
      await until(
        () => save.isDisabled(),
        (isDisabled) => isDisabled,
      );
      const readStored = async (): Promise<readonly Entry[]> => {
        const entry = await getDocumentService(demo.app, PRODUCT).findOne({
          documentId,
          locale: 'es',
          populate: ['protagonists'],
        });
        return (entry?.protagonists ?? []) as Entry[];
      };
      const [chosen] = await until(readStored, (all) => all.length > 0);
      expect(chosen?.documentId).toBe(namesake.documentId);
      await getDocumentService(demo.app, PRODUCT).delete({ documentId });
      await getDocumentService(demo.app, PROTAGONIST).delete({ documentId: namesake.documentId });
    });
  });
});
