import {
  createAdminToken,
  type Desk,
  PRODUCT,
  sellable,
  startDesk,
  unsellable,
} from '../readiness/support';
import { startApp } from '../support/app';

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
      token = await createAdminToken(desk);
    }, 180_000);

    afterAll(() => desk.stop());

    const send = (method: string, params: object, key: string) =>
      desk.app.request
        .post('/mcp')
        .set('Accept', 'application/json, text/event-stream')
        .set('Authorization', `Bearer ${key}`)
        .send({ jsonrpc: '2.0', id: 1, method, params });

    /** Answers come as an event of a stream. */
    const ask = async (method: string, params: object): Promise<Result> => {
      const { text } = await send(method, params, token).expect(200);
      const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
      const { result, error } = JSON.parse(data) as Message;
      expect(error).toBeUndefined();
      return result ?? {};
    };

    const names = async (): Promise<string[]> =>
      ((await ask('tools/list', {})).tools ?? []).map(({ name }) => name);

    const call = async (action: string, args: object): Promise<Result> => {
      const name = (await names()).find((one) => new RegExp(`^${action}_.*product$`).test(one));
      return ask('tools/call', { name, arguments: args });
    };

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
  });
});
