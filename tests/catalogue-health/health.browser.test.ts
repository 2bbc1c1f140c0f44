import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { describeInBrowser } from '../support/browser';
import { startDemoPanel, type DemoPanel } from '../support/demo-panel';
import { until } from '../support/until';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const PRODUCT = 'api::product.product';

const panels = {
  en: {
    title: 'Health',
    again: 'Look again now',
    mend: 'Has to be mended',
    above: 'The price to pay is above the full price.',
    show: 'Show only',
    unused: 'Nothing uses this file.',
    all: 'Select all of this page',
    remove: /^Delete/,
    sure: 'Delete for good',
    none: 'There is no such file any more.',
    widget: 'What has to be mended',
    found: /(\d+) entr(?:y|ies) found/,
  },
  es: {
    title: 'Salud',
    again: 'Revisar ahora',
    mend: 'Hay que arreglarlo',
    above: 'El precio a pagar supera el precio completo.',
    show: 'Mostrar solo',
    unused: 'Nada usa este archivo.',
    all: 'Seleccionar toda esta página',
    remove: /^Eliminar/,
    sure: 'Eliminar para siempre',
    none: 'Ya no hay ningún archivo así.',
    widget: 'Lo que hay que arreglar',
    found: /(\d+) entradas? encontradas?/,
  },
} as const;

describeInBrowser('The health of the catalogue, in the panel', () => {
  let demo: DemoPanel;

  beforeAll(async () => {
    demo = await startDemoPanel('catalogue editor');
    const { strapi } = demo.app;
    const [first, second] = await strapi.documents(PRODUCT).findMany({ locale: 'es', limit: 2 });
    for (const one of [first, second]) {
      await strapi.documents(PRODUCT).update({
        documentId: one?.documentId ?? '',
        locale: 'es',
        data: { fullPrice: 10, tuitionPrice: 20 },
      });
    }
  }, 300_000);

  afterAll(() => demo.stop());

  describe.each(['en', 'es'] as const)('in "%s"', (language) => {
    const words = panels[language];

    const finding = (code: string): Locator => demo.page.locator(`[data-finding="${code}"]`);

    const lookAgain = async (): Promise<void> => {
      await demo.open(language, '/plugins/health');
      await demo.page.getByRole('heading', { name: words.title, level: 1 }).waitFor();
      await demo.page.getByRole('button', { name: words.again }).click();
      await demo.page.locator('[data-looking="true"]').waitFor();
      await demo.page.locator('[data-looking="false"]').waitFor();
    };

    it('should lead to exactly the entries of which something is said, in one click', async () => {
      await lookAgain();
      await demo.page.getByRole('heading', { name: words.mend }).waitFor();
      const said = finding('PRICE_ABOVE_FULL');
      await said.getByText(words.above).waitFor();
      await demo.picture(`health-${language}`, [1400, 1024]);
      await demo.page.evaluate(AXE);
      const violations = await demo.page.evaluate<string[]>(
        `axe.run('main').then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
      );
      expect(violations).toEqual([]);
      await said.getByRole('link').first().click();
      const found = await until(
        async () => words.found.exec((await demo.page.getByRole('main').textContent()) ?? '')?.[1],
        (count) => count === '2',
      );
      expect(found).toBe('2');
      const box = demo.page.getByRole('combobox', { name: words.show, exact: true });
      await until(
        () => box.inputValue(),
        (value) => value === words.above,
      );
      await demo.picture(`health-list-${language}`);
    });

    it('should delete files that nothing uses', async () => {
      const { strapi } = demo.app;
      await strapi.db.query('plugin::upload.file').create({
        data: {
          name: 'nobody-uses-me.jpg',
          hash: `nobody_${language}`,
          ext: '.jpg',
          mime: 'image/jpeg',
          size: 12,
          url: '/uploads/nobody.jpg',
          provider: 'local',
          folderPath: '/',
          documentId: `nobody${language}`,
        },
      });
      await lookAgain();
      const said = finding('FILE_UNUSED');
      await said.getByText(words.unused).waitFor();
      await said.getByRole('link').click();
      await demo.page.getByText('nobody-uses-me.jpg').waitFor();
      await demo.picture(`health-files-${language}`);
      await demo.page.getByRole('checkbox', { name: words.all }).click();
      await demo.page.getByRole('button', { name: words.remove }).click();
      await demo.page.getByRole('button', { name: words.sure }).click();
      await demo.page.getByText(words.none).waitFor();
    });

    it('should say on the home page what has to be mended', async () => {
      await demo.open(language, '/');
      await demo.page.getByText(words.widget).first().waitFor();
      await finding('PRICE_ABOVE_FULL').waitFor();
      await demo.picture(`health-home-${language}`);
    });
  });
});
