import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getDocumentService } from '#platform/strapi/documents';
import { allowFailures, describeInBrowser } from '../support/browser';
import { type DemoPanel, startDemoPanel } from '../support/demo-panel';

const PRODUCT = 'api::product.product';
const HOME = 'api::home-page.home-page';

describeInBrowser('Requests of the admin panel', () => {
  let demo: DemoPanel;

  beforeAll(async () => {
    demo = await startDemoPanel('administrator');
  });

  afterAll(() => demo.stop());

  const formOf = async (uid: string): Promise<string> => {
    const [entry] = await getDocumentService(demo.app, uid).findMany({ locale: 'es', limit: 1 });
    return `/content-manager/collection-types/${uid}/${entry?.documentId ?? ''}?plugins[i18n][locale]=es`;
  };

  const pages: readonly [string, () => Promise<string> | string][] = [
    ['home', () => '/'],
    ['a list', () => `/content-manager/collection-types/${PRODUCT}?plugins[i18n][locale]=es`],
    ['the form of a product', () => formOf(PRODUCT)],
    ['the form of a page', () => formOf(HOME)],
    ['the form of a type with one locale', () => formOf('api::channel.channel')],
    ['a new entry', () => `/content-manager/collection-types/${PRODUCT}/create`],
    ['the profile of the user', () => '/me'],
    ['Site', () => '/plugins/site'],
    ['To do', () => '/plugins/to-do'],
    ['the bin', () => '/plugins/history-bin'],
    ['order', () => '/plugins/order'],
    ['import and export', () => '/plugins/import-export'],
  ];

  it.each(['br', 'gzip', null])(
    'receives scripts in the accepted content coding: %s',
    async (coding) => {
      const { text } = await demo.app.request.get('/admin/');
      const script = /src="\/admin\/([^"]+\.js)"/.exec(text)?.[1] ?? '';
      const answer = await fetch(`${demo.app.url}/admin/${script}`, {
        headers: { 'Accept-Encoding': coding ?? 'identity' },
      });
      expect(answer.headers.get('content-encoding')).toBe(coding);
      expect(answer.headers.get('content-type')).toMatch(/^application\/javascript/);
      expect(answer.headers.get('cache-control')).toContain('immutable');
      expect(answer.headers.get('vary')).toContain('Accept-Encoding');
      const built = path.resolve(__dirname, '../../dist/build', script);
      expect((await answer.text()) === readFileSync(built, 'utf8')).toBe(true);
    },
  );

  describe.each(['catalogue editor', 'administrator'] as const)('as %s', (role) => {
    beforeAll(async () => {
      await demo.become(role);
      await demo.open('es');
    });

    // `describeInBrowser` fails on a response of 400 or more and on script errors.
    it.each(pages)('succeeds on %s', async (_, address) => {
      await demo.visit(await address());
    });
  });

  it('starts without adapters whose requests Strapi has renamed', async () => {
    const adapters = path.resolve(__dirname, '../../src/platform/strapi/admin/requests.ts');
    const verbs = 'create|clone|update|publish|unpublish|discard|delete|search|get';
    const names = [
      ...readFileSync(adapters, 'utf8').matchAll(new RegExp(`'((?:${verbs})[A-Z]\\w*)'`, 'g')),
    ].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(15);
    const missing = new Set<string>();
    demo.page.on('console', (message) => {
      const [, name] = /There is no request (\w+)Renamed\./.exec(message.text()) ?? [];
      if (name !== undefined) missing.add(name);
    });
    // Strapi names its endpoints by keys, and the adapters by texts.
    const texts = new RegExp(`(["'\`])(${names.join('|')})\\1`, 'g');
    await demo.page.route('**/admin/*.js', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(texts, '$1$2Renamed$1');
      await route.fulfill({ response: answer, body });
    });
    // The panel asks for licensed features again.
    allowFailures(/\/ai-/);
    await demo.open('es', await formOf(PRODUCT));
    await demo.page.locator('[name="title"]').waitFor();
    // The panel still loads scripts in the background, which the end of the page would interrupt.
    await demo.page.unrouteAll({ behavior: 'wait' });
    expect([...missing].sort()).toEqual([...new Set(names)].sort());
  });
});
