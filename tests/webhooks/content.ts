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

    const listed = async (uid: string, query: string): Promise<Entry[]> => {
      const { body } = await admin.get(`/content-manager/collection-types/${uid}?${query}`);
      return body.results as Entry[];
    };

    const expectDone = ({ status, body }: AdminAnswer): void => {
      if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
    };

    const at = (uid: string, { documentId }: Entry, action = ''): string =>
      `/content-manager/collection-types/${uid}/${documentId}${action}?locale=es`;

    const save = async (uid: string, entry: Entry, data: object): Promise<void> =>
      expectDone(await admin.put(at(uid, entry), data));

    const publish = async (uid: string, entry: Entry, data: object): Promise<void> => {
      await save(uid, entry, data);
      expectDone(await admin.post(at(uid, entry, '/actions/publish'), {}));
    };

    const unpublish = async (uid: string, entry: Entry): Promise<void> =>
      expectDone(await admin.post(`${at(uid, entry, '/actions/unpublish')}&force=true`, {}));

    /** Returns the messages of an endpoint, the earliest first. */
    const told = async (name: string): Promise<(Message & { data: Content })[]> => {
      const endpoint = endpoints.get(name);
      if (endpoint === undefined) throw new Error(`There is no ${name}`);
      const requests = await receiver.received();
      return requests
        .filter(({ path }) => path === `/${name}`)
        .map((request) => verified(endpoint, request) as Message & { data: Content });
    };

    /** Returns the first message about a type. */
    const toldOf = async (name: string, uid: string) => {
      const messages = await until(
        () => told(name),
        (all) => all.some(({ data }) => data.document?.type === uid),
      );
      const found = messages.find(({ data }) => data.document?.type === uid);
      if (found === undefined) throw new Error('nothing was told');
      return found;
    };

    const endpoint = async (name: string, choice: object = {}): Promise<void> => {
      endpoints.set(
        name,
        await createEndpoint(admin, { name, url: `${receiver.url}/${name}`, ...choice }),
      );
    };

    const lineNamed = async (slug: string): Promise<Entry> => {
      const [line] = await listed('api::vertical.vertical', `filters[slug][$eq]=${slug}`);
      if (line === undefined) throw new Error(`There is no ${slug}`);
      return line;
    };

    let product: Entry;

    beforeAll(async () => {
      ({ app, admin, receiver } = shared());
      const psychology = await lineNamed('psicologia');
      await endpoint('all');
      await endpoint('lives', { types: [LIVE] });
      await endpoint('english', { languages: ['en'] });
      await endpoint('gone', { events: ['content.unpublished'] });
      await endpoint('psychology', {
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
      it('should say what has changed, with the tags of the answers that show it', async () => {
        const address = `${app.url}/api/products/productBySlug/${product.slug}/es`;
        const shown = await fetch(address);
        const tags = shown.headers.get('cache-tag')?.split(',') ?? [];
        expect(tags).toContain('all');

        await publish(PRODUCT, product, { title: 'Renamed' });
        const message = await toldOf('all', PRODUCT);
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
        // Sent after the commit: a request at that time sees the change.
        expect(await (await fetch(address)).text()).toContain('Renamed');
      });

      it('should not be sent for a draft', async () => {
        await save(PRODUCT, product, { title: 'Only a draft' });
        await publish(PROTAGONIST, await anyProtagonist(), { name: 'Somebody' });
        await toldOf('all', PROTAGONIST);
        const messages = await told('all');
        expect(messages.filter(({ data }) => data.document?.type === PRODUCT)).toEqual([]);
      });

      it('should say of an address where it was and where it is', async () => {
        const slug = `${product.slug}-moved`;
        await publish(PRODUCT, product, { slug });
        const { data } = await toldOf('all', PRODUCT);
        expect(data.slugs).toEqual({ before: product.slug, after: slug });
        product = { ...product, slug };
      });

      it('should go to those who have chosen what it is about, and to nobody else', async () => {
        await publish(PRODUCT, product, { title: 'Only for some' });
        await publish(PROTAGONIST, await anyProtagonist(), { name: 'Somebody else' });
        await toldOf('all', PROTAGONIST);
        // A product of medicine in Spanish; then a protagonist, who belongs to no line.
        await toldOf('psychology', PROTAGONIST);
        const typesTold = async (name: string) =>
          (await told(name)).map(({ data }) => data.document?.type);
        expect(await typesTold('all')).toContain(PRODUCT);
        expect(await typesTold('psychology')).toEqual([PROTAGONIST]);
        expect([await told('lives'), await told('english'), await told('gone')]).toEqual([
          [],
          [],
          [],
        ]);
      });

      it('should say of what has no language, and whose line nothing is selected by, the line', async () => {
        const [live] = await listed(LIVE, 'sort=id:ASC&populate=vertical');
        if (live === undefined) throw new Error('There is no live');
        await publish(LIVE, live, { title: 'Tonight' });
        const { data } = await toldOf('lives', LIVE);
        expect(data).toMatchObject({
          language: null,
          lines: [expect.stringMatching(/^[a-z]+$/)],
          slugs: { before: live.slug, after: live.slug },
        });
        // Endpoints with chosen languages also receive entries without languages.
        await toldOf('english', LIVE);
      });

      it('should say that something is not there any more', async () => {
        await unpublish(PRODUCT, product);
        const { type, data } = await toldOf('gone', PRODUCT);
        expect([type, data.slugs]).toEqual([
          'content.unpublished',
          { before: product.slug, after: null },
        ]);
        await publish(PRODUCT, product, { title: 'Back' });
        const messages = await until(
          () => told('all'),
          (all) => all.some((message) => message.type === 'content.published'),
        );
        const back = messages.find((message) => message.type === 'content.published');
        expect(back?.data.slugs).toEqual({ before: null, after: product.slug });
      });
    });

    const anyProtagonist = async (): Promise<Entry> => {
      const [found] = await listed(PROTAGONIST, 'locale=es&sort=id:ASC');
      if (found === undefined) throw new Error('There is nobody');
      return found;
    };
  });
};
