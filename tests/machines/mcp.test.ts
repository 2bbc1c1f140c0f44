import {
  createProductToken,
  type Desk,
  PRODUCT,
  sellable,
  startDesk,
  unsellable,
} from '../publishing-rules/support';
import { getDocumentService } from '#platform/strapi/documents';
import { openSchool } from '../rights/support';
import { createAdminToken } from '../support/admin';
import { mcpOf } from './support';

const PROTAGONIST = 'api::protagonist.protagonist';

const LOCALE = 'en';

describe('Strapi’s MCP server', () => {
  describe('where it is wanted', () => {
    let desk: Desk;
    let token: string;
    let mcp: ReturnType<typeof mcpOf>;

    beforeAll(async () => {
      desk = await startDesk({ MCP_ENABLED: 'true' });
      mcp = mcpOf(desk.app);
      token = await createProductToken(desk);
    });

    afterAll(() => desk.stop());

    const call = (action: string, args: object, key = token) =>
      mcp.call(new RegExp(`^${action}_.*product$`), args, key);

    const documents = () => desk.app.strapi.documents(PRODUCT);

    const store = async (changes: object = {}): Promise<string> =>
      (await documents().create({ locale: LOCALE, data: sellable(desk, changes) as never }))
        .documentId;

    const isPublished = async (documentId: string): Promise<boolean> =>
      (await documents().findOne({ documentId, locale: LOCALE, status: 'published' })) !== null;

    it('tools/list – without an admin token – returns 401', async () => {
      for (const key of ['', 'wrong', desk.admin.token]) {
        const { status, text } = await mcp.send('tools/list', {}, key);
        expect([status, text.includes('tools')]).toEqual([401, false]);
      }
    });

    it('tools/list – contains only tools that the token permits', async () => {
      const toolNames = await mcp.names(token);
      expect(toolNames.filter((name) => name.endsWith('product'))).not.toEqual([]);
      expect(toolNames.filter((name) => /delete|protagonist|order|user/.test(name))).toEqual([]);
    });

    it('publish – valid product – publishes it', async () => {
      const documentId = await store();
      const answer = await call('publish', { documentId, locale: LOCALE });
      expect([answer.isError ?? false, mcp.textOf(answer)]).toEqual([false, expect.any(String)]);
      expect(await isPublished(documentId)).toBe(true);
    });

    it('publish – product with errors – returns them and publishes nothing', async () => {
      const documentId = await store(unsellable);
      const answer = await call('publish', { documentId, locale: LOCALE });
      expect([answer.isError, await isPublished(documentId)]).toEqual([true, false]);
      expect(mcp.textOf(answer)).toContain('has errors and cannot be published');
    });

    it('tools/list – added or deleted locale – is effective at once', async () => {
      const locales = desk.app.strapi.plugin('i18n').service<{
        create: (language: object) => Promise<{ id: number }>;
        delete: (language: { id: number }) => Promise<unknown>;
      }>('locales');
      const { id } = await locales.create({ code: 'pt', name: 'Portuguese (pt)' });
      const key = await createAdminToken(desk.admin, {
        type: PRODUCT,
        actions: ['create', 'read', 'update'],
        fields: Object.keys(sellable(desk)),
        languages: ['en', 'pt'],
      });
      const update = /^update_.*product$/;
      expect(await mcp.languages(key, update)).toEqual(['en', 'pt']);
      expect(await mcp.languages(token, update)).toEqual(['en', 'es']);
      const documentId = await store();
      const write = (by: string) => {
        const data = sellable(desk, { title: 'Em português', verticals: undefined });
        return call('update', { documentId, locale: 'pt', data }, by);
      };
      expect((await write(token)).isError).toBe(true);
      const written = await write(key);
      expect([written.isError ?? false, mcp.textOf(written)]).toEqual([false, expect.any(String)]);
      expect(await documents().findOne({ documentId, locale: 'pt' })).toMatchObject({
        title: 'Em português',
      });

      await documents().delete({ documentId, locale: 'pt' });
      await locales.delete({ id });
      expect(await mcp.languages(key, update)).toEqual(['en']);
      expect((await write(key)).isError).toBe(true);
    });

    it('update – invalid price – is refused', async () => {
      const documentId = await store();
      const data = sellable(desk, { tuitionPrice: 39.999, verticals: undefined });
      const answer = await call('update', { documentId, locale: LOCALE, data });
      expect(answer.isError).toBe(true);
      expect(mcp.textOf(answer)).toMatch(/two decimals/);
      expect(await documents().findOne({ documentId, locale: LOCALE })).toMatchObject({
        tuitionPrice: 49,
      });
    });

    it('delete – used entry – is refused until it is unused', async () => {
      const teachers = getDocumentService(desk.app, PROTAGONIST);
      const { documentId } = await teachers.create({
        locale: LOCALE,
        data: { name: 'Ana', slug: 'ana', cv: 'cv', image: desk.picture, seo: { author: 'A' } },
        status: 'published',
      });
      const course = await store({ protagonists: [documentId] });
      await documents().publish({ documentId: course, locale: LOCALE } as never);
      const actions = ['read', 'delete'];
      const key = await createAdminToken(desk.admin, {
        type: PROTAGONIST,
        actions,
        fields: ['name'],
      });
      const remove = () => mcp.call(/^delete_.*protagonist$/, { documentId, locale: LOCALE }, key);
      const answer = await remove();
      expect(answer.isError).toBe(true);
      expect(mcp.textOf(answer)).toContain('in use');
      expect(await teachers.findOne({ documentId, locale: LOCALE })).not.toBeNull();

      await documents().delete({ documentId: course, locale: '*' } as never);
      expect((await remove()).isError ?? false).toBe(false);
      expect(await teachers.findOne({ documentId, locale: LOCALE })).toBeNull();
    });

    it('update – token of one business line – changes only its entries, in every locale', async () => {
      const { medicina, psicologia, ana } = await openSchool(desk.app);
      const { roles } = (await desk.app.strapi.db.query('admin::user').findOne({
        where: { email: ana.email },
        populate: { roles: true },
      })) as { roles: { id: number }[] };
      for (const action of ['access', 'create', 'read']) {
        await desk.app.strapi.db.query('admin::permission').create({
          data: { action: `admin::admin-tokens.${action}`, role: roles[0]?.id },
        });
      }
      const key = await createProductToken(desk, ana);
      const [ofOwnLine, ofOtherLine] = [
        await store({ verticals: [medicina.documentId] }),
        await store({ verticals: [psicologia.documentId] }),
      ];
      const title = 'By a program';
      const write = (documentId: string, locale = LOCALE) => {
        const data = sellable(desk, { title, verticals: undefined });
        return call('update', { documentId, locale, data }, key);
      };
      const titleOf = async (documentId: string) =>
        (await documents().findOne({ documentId, locale: LOCALE }))?.title;

      const written = await write(ofOwnLine);
      expect([written.isError ?? false, mcp.textOf(written)]).toEqual([false, expect.any(String)]);
      expect(await titleOf(ofOwnLine)).toBe(title);

      const refused = await write(ofOtherLine);
      expect(refused.isError).toBe(true);
      expect(mcp.textOf(refused)).toMatch(/entries of another business line/);
      expect(await titleOf(ofOtherLine)).not.toBe(title);
      expect((await write(ofOwnLine, 'xx')).isError).toBe(true);

      // The router ignores case and a slash at the end.
      const updating = /^update_.*product$/;
      const offered = await mcp.languages(key, updating);
      expect(offered).toContain(LOCALE);
      expect(await mcpOf(desk.app, '/MCP/').languages(key, updating)).toEqual(offered);
    });
  });
});
