import type { Admin, AdminAnswer } from '../support/admin';
import type { App } from '../support/app';
import type { StandIn } from '../support/stand-in';
import { until } from '../support/until';
import {
  createEndpoint,
  type Endpoint,
  type Message,
  remove,
  type Shared,
  verified,
} from './support';

const PRODUCT = 'api::product.product';
const LIVE = 'api::live.live';
const PROTAGONIST = 'api::protagonist.protagonist';

type Content = { document: { type: string } | null; tags: string[] } & Record<string, unknown>;

/** Tests messages about content changes, from the edit in the panel to the message. */
export const describeContent = (shared: () => Shared): void => {
  describe('content', () => {
    let app: App;
    let admin: Admin;
    let receiver: StandIn;
    const endpoints = new Map<string, Endpoint>();

    type Entry = { documentId: string; slug: string };

    const listEntries = async (uid: string, query: string): Promise<Entry[]> => {
      const { body } = await admin.get(`/content-manager/collection-types/${uid}?${query}`);
      return body.results as Entry[];
    };

    const expectSuccess = ({ status, body }: AdminAnswer): void => {
      if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
    };

    const entryPath = (uid: string, { documentId }: Entry, action = ''): string =>
      `/content-manager/collection-types/${uid}/${documentId}${action}?locale=es`;

    const save = async (uid: string, entry: Entry, data: object): Promise<void> =>
      expectSuccess(await admin.put(entryPath(uid, entry), data));

    const publish = async (uid: string, entry: Entry, data: object): Promise<void> => {
      await save(uid, entry, data);
      expectSuccess(await admin.post(entryPath(uid, entry, '/actions/publish'), {}));
    };

    const unpublish = async (uid: string, entry: Entry): Promise<void> =>
      expectSuccess(
        await admin.post(`${entryPath(uid, entry, '/actions/unpublish')}&force=true`, {}),
      );

    /** Returns the messages of an endpoint, the earliest first. */
    const listMessages = async (name: string): Promise<(Message & { data: Content })[]> => {
      const endpoint = endpoints.get(name);
      if (endpoint === undefined) throw new Error(`There is no ${name}`);
      const requests = await receiver.received();
      return requests
        .filter(({ path }) => path === `/${name}`)
        .map((request) => verified(endpoint, request) as Message & { data: Content });
    };

    /** Returns the first message about a type. */
    const waitForMessage = async (name: string, uid: string) => {
      const messages = await until(
        () => listMessages(name),
        (all) => all.some(({ data }) => data.document?.type === uid),
      );
      const message = messages.find(({ data }) => data.document?.type === uid);
      if (message === undefined) throw new Error('nothing was told');
      return message;
    };

    const addEndpoint = async (name: string, choice: object = {}): Promise<void> => {
      endpoints.set(
        name,
        await createEndpoint(admin, { name, url: `${receiver.url}/${name}`, ...choice }),
      );
    };

    const findLine = async (slug: string): Promise<Entry> => {
      const [line] = await listEntries('api::vertical.vertical', `filters[slug][$eq]=${slug}`);
      if (line === undefined) throw new Error(`There is no ${slug}`);
      return line;
    };

    let product: Entry;

    beforeAll(async () => {
      ({ app, admin, receiver } = shared());
      const psychology = await findLine('psicologia');
      await addEndpoint('all');
      await addEndpoint('lives', { types: [LIVE] });
      await addEndpoint('english', { languages: ['en'] });
      await addEndpoint('gone', { events: ['content.unpublished'] });
      await addEndpoint('psychology', {
        verticals: { connect: [{ documentId: psychology.documentId }] },
      });
      const courses = await fetch(`${app.url}/api/products/courses?lang=es&vertical=medicina`);
      const { data } = (await courses.json()) as { data: Entry[] };
      if (data[0] === undefined) throw new Error('There is no course of medicine');
      [product] = data as [Entry];
    });

    beforeEach(() => receiver.empty());

    afterAll(async () => {
      for (const { documentId } of endpoints.values()) await remove(admin, documentId);
    });

    describe('a webhook about content', () => {
      it('published change – is sent with the cache tags of its responses', async () => {
        const address = `${app.url}/api/products/productBySlug/${product.slug}/es`;
        const response = await fetch(address);
        const tags = response.headers.get('cache-tag')?.split(',') ?? [];
        expect(tags).toContain('all');

        await publish(PRODUCT, product, { title: 'Renamed' });
        const message = await waitForMessage('all', PRODUCT);
        expect(message).toMatchObject({
          type: 'content.updated',
          timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          data: {
            sequence: expect.stringMatching(/^\d+$/),
            document: { type: PRODUCT, documentId: product.documentId },
            language: 'es',
            lines: expect.arrayContaining(['medicina']),
            slugs: { before: product.slug, after: product.slug },
          },
        });
        expect(tags.filter((tag) => message.data.tags.includes(tag))).not.toEqual([]);
        expect(message.data.tags).not.toContain('all');
        // The message is sent after the commit: a request at that time returns the change.
        expect(await (await fetch(address)).text()).toContain('Renamed');
      });

      it('draft – is not sent', async () => {
        await save(PRODUCT, product, { title: 'Only a draft' });
        await publish(PROTAGONIST, await anyProtagonist(), { name: 'Somebody' });
        await waitForMessage('all', PROTAGONIST);
        const messages = await listMessages('all');
        expect(messages.filter(({ data }) => data.document?.type === PRODUCT)).toEqual([]);
      });

      it('changed slug – is sent with the former and the new slug', async () => {
        const slug = `${product.slug}-moved`;
        await publish(PRODUCT, product, { slug });
        const { data } = await waitForMessage('all', PRODUCT);
        expect(data.slugs).toEqual({ before: product.slug, after: slug });
        product = { ...product, slug };
      });

      it('endpoint with a filter – gets matching messages only', async () => {
        await publish(PRODUCT, product, { title: 'Only for some' });
        await publish(PROTAGONIST, await anyProtagonist(), { name: 'Somebody else' });
        await waitForMessage('all', PROTAGONIST);
        // A product of medicine in Spanish; then a protagonist, which belongs to no line.
        await waitForMessage('psychology', PROTAGONIST);
        const listTypes = async (name: string) =>
          (await listMessages(name)).map(({ data }) => data.document?.type);
        expect(await listTypes('all')).toContain(PRODUCT);
        expect(await listTypes('psychology')).toEqual([PROTAGONIST]);
        expect([
          await listMessages('lives'),
          await listMessages('english'),
          await listMessages('gone'),
        ]).toEqual([[], [], []]);
      });

      it('entry without a locale – is sent with its business line', async () => {
        const [live] = await listEntries(LIVE, 'sort=id:ASC&populate=vertical');
        if (live === undefined) throw new Error('There is no live');
        await publish(LIVE, live, { title: 'Tonight' });
        const { data } = await waitForMessage('lives', LIVE);
        expect(data).toMatchObject({
          language: null,
          lines: [expect.stringMatching(/^[a-z]+$/)],
          slugs: { before: live.slug, after: live.slug },
        });
        // Endpoints with chosen locales also receive entries without a locale.
        await waitForMessage('english', LIVE);
      });

      it('unpublished entry – is sent without a new slug', async () => {
        await unpublish(PRODUCT, product);
        const { type, data } = await waitForMessage('gone', PRODUCT);
        expect([type, data.slugs]).toEqual([
          'content.unpublished',
          { before: product.slug, after: null },
        ]);
        await publish(PRODUCT, product, { title: 'Back' });
        const messages = await until(
          () => listMessages('all'),
          (all) => all.some((message) => message.type === 'content.published'),
        );
        const publishedMessage = messages.find((message) => message.type === 'content.published');
        expect(publishedMessage?.data.slugs).toEqual({ before: null, after: product.slug });
      });
    });

    const anyProtagonist = async (): Promise<Entry> => {
      const [protagonist] = await listEntries(PROTAGONIST, 'locale=es&sort=id:ASC');
      if (protagonist === undefined) throw new Error('There is nobody');
      return protagonist;
    };
  });
};
