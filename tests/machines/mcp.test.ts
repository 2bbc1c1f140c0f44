import {
  createProductToken,
  type Desk,
  PRODUCT,
  sellable,
  startDesk,
  unsellable,
} from '../readiness/support';
import { documentsOf } from '../../src/strapi/documents';
import { openSchool } from '../rights/support';
import { createAdminToken } from '../support/admin';
import { startApp } from '../support/app';

const PROTAGONIST = 'api::protagonist.protagonist';

/** It learns of languages when the service starts; this one is there from the first start. */
const LOCALE = 'en';

type Tool = { name: string };

type Result = {
  tools?: Tool[];
  isError?: boolean;
  content?: { type: string; text: string }[];
  structuredContent?: { data?: { documentId?: string } };
};

type Message = { result?: Result; error?: { message: string } };

describe('Strapi’s MCP server', () => {
  it('should not be there unless it is wanted', async () => {
    const app = await startApp();
    try {
      const { status } = await app.request.post('/mcp').send({});
      expect([404, 405]).toContain(status);
    } finally {
      await app.stop();
    }
  }, 120_000);

  describe('where it is wanted', () => {
    let desk: Desk;
    let token: string;

    beforeAll(async () => {
      desk = await startDesk({ MCP_ENABLED: 'true' });
      token = await createProductToken(desk);
    }, 180_000);

    afterAll(() => desk.stop());

    const send = (method: string, params: object, key: string) =>
      desk.app.request
        .post('/mcp')
        .set('Accept', 'application/json, text/event-stream')
        .set('Authorization', `Bearer ${key}`)
        .send({ jsonrpc: '2.0', id: 1, method, params });

    /** Answers come as an event of a stream. */
    const ask = async (method: string, params: object, key = token): Promise<Result> => {
      const { text } = await send(method, params, key).expect(200);
      const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
      const { result, error } = JSON.parse(data) as Message;
      expect(error).toBeUndefined();
      return result ?? {};
    };

    const names = async (key = token): Promise<string[]> =>
      ((await ask('tools/list', {}, key)).tools ?? []).map(({ name }) => name);

    const callOf = async (tool: RegExp, args: object, key: string): Promise<Result> => {
      const name = (await names(key)).find((one) => tool.test(one));
      expect(name).toBeDefined();
      return ask('tools/call', { name, arguments: args }, key);
    };

    const call = (action: string, args: object, key = token): Promise<Result> =>
      callOf(new RegExp(`^${action}_.*product$`), args, key);

    const textOf = ({ content = [] }: Result): string => content.map(({ text }) => text).join();

    const documents = () => desk.app.strapi.documents(PRODUCT);

    const store = async (changes: object = {}): Promise<string> =>
      (await documents().create({ locale: LOCALE, data: sellable(desk, changes) as never }))
        .documentId;

    const isPublished = async (documentId: string): Promise<boolean> =>
      (await documents().findOne({ documentId, locale: LOCALE, status: 'published' })) !== null;

    it('should let in nobody without an admin token', async () => {
      for (const key of ['', 'wrong', desk.admin.token]) {
        const { status, text } = await send('tools/list', {}, key);
        expect([status, text.includes('tools')]).toEqual([401, false]);
      }
    });

    it('should offer only what the token permits', async () => {
      const offered = await names();
      expect(offered.filter((name) => name.endsWith('product'))).not.toEqual([]);
      expect(offered.filter((name) => /delete|protagonist|order|user/.test(name))).toEqual([]);
    });

    it('should publish what is ready', async () => {
      const documentId = await store();
      const answer = await call('publish', { documentId, locale: LOCALE });
      expect([answer.isError ?? false, textOf(answer)]).toEqual([false, expect.any(String)]);
      expect(await isPublished(documentId)).toBe(true);
    });

    it('should be told why something cannot be published', async () => {
      const documentId = await store(unsellable);
      const answer = await call('publish', { documentId, locale: LOCALE });
      expect([answer.isError, await isPublished(documentId)]).toEqual([true, false]);
      expect(textOf(answer)).toContain('not ready to be published');
    });

    it('should be refused a price that a form would refuse', async () => {
      const documentId = await store();
      const data = sellable(desk, { tuitionPrice: 39.999, verticals: undefined });
      const answer = await call('update', { documentId, locale: LOCALE, data });
      expect(answer.isError).toBe(true);
      expect(textOf(answer)).toMatch(/two decimals/);
      expect(await documents().findOne({ documentId, locale: LOCALE })).toMatchObject({
        tuitionPrice: 49,
      });
    });

    it('should be refused to take away what visitors see somewhere', async () => {
      const teachers = documentsOf(desk.app, PROTAGONIST);
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
      const remove = () => callOf(/^delete_.*protagonist$/, { documentId, locale: LOCALE }, key);
      const answer = await remove();
      expect(answer.isError).toBe(true);
      expect(textOf(answer)).toContain('still used');
      expect(await teachers.findOne({ documentId, locale: LOCALE })).not.toBeNull();

      await documents().delete({ documentId: course, locale: '*' } as never);
      expect((await remove()).isError ?? false).toBe(false);
      expect(await teachers.findOne({ documentId, locale: LOCALE })).toBeNull();
    });

    it('should change nothing of a business line that the token’s owner does not have', async () => {
      const { psicologia, ana } = await openSchool(desk.app);
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
      const elsewhere = await store({ verticals: [psicologia.documentId] });
      const title = 'Taken over';
      const answer = await call(
        'update',
        { documentId: elsewhere, locale: LOCALE, data: { title } },
        key,
      );
      expect(answer.isError).toBe(true);
      const found = await documents().findOne({ documentId: elsewhere, locale: LOCALE });
      expect(found?.title).not.toBe(title);
    });
  });
});
