import { type Admin, type AdminAnswer, signIn } from '../support/admin';
import type { App } from '../support/app';
import { createEndpoint, DELIVERY, type Endpoint, ENDPOINT, remove, type Shared } from './support';

const EXPLORER = '/content-manager/collection-types';

/** Tests the panel's permissions for webhooks. */
export const describePanel = (shared: () => Shared): void => {
  describe('webhooks in the admin panel', () => {
    let app: App;
    let admin: Admin;
    let endpoint: Endpoint;

    beforeAll(async () => {
      ({ app, admin } = shared());
      endpoint = await createEndpoint(admin, {
        // Receives no request, because there is no event.
        url: 'https://www.example.com/hook',
        events: ['content.published'],
        types: ['api::product.product'],
        languages: [],
      });
    });

    afterAll(() => remove(admin, endpoint.documentId));

    const everything = (by: Admin): readonly [string, () => Promise<AdminAnswer>][] => {
      const { documentId } = endpoint;
      return [
        ['list', () => by.get(`${EXPLORER}/${ENDPOINT}`)],
        ['read', () => by.get(`${EXPLORER}/${ENDPOINT}/${documentId}`)],
        ['create', () => by.post(`${EXPLORER}/${ENDPOINT}`, { name: 'Mine' })],
        ['write', () => by.put(`${EXPLORER}/${ENDPOINT}/${documentId}`, { name: 'Mine' })],
        ['log', () => by.get(`${EXPLORER}/${DELIVERY}`)],
        ['secrets', () => by.get(`${EXPLORER}/plugin::webhooks.secret`)],
        ['choices', () => by.get('/webhooks/choices')],
        ['latest', () => by.get(`/webhooks/endpoints/${documentId}/deliveries`)],
        ['show the secret', () => by.get(`/webhooks/endpoints/${documentId}/secret`)],
        ['new secret', () => by.post(`/webhooks/endpoints/${documentId}/secret`, {})],
        ['test', () => by.post(`/webhooks/endpoints/${documentId}/test`, {})],
        ['send again', () => by.post('/webhooks/deliveries/none/send', {})],
      ];
    };

    // Strapi grants its own roles every type; an endpoint receives the orders of all customers.
    it.each(['catalogue-editor', 'marketing', 'strapi-editor', 'strapi-author'])(
      'should be nothing that %s can see or do',
      async (role) => {
        const editor = await signIn(app, role);
        for (const [what, call] of everything(editor)) {
          expect([what, (await call()).status]).toEqual([what, 403]);
        }
      },
    );

    it('should keep their secrets from a role that may read and write them', async () => {
      const code = 'webhook-editor';
      const roles = app.strapi.db.query('admin::role');
      const { id } = (await roles.create({ data: { name: code, code } })) as { id: number };
      for (const name of ['read', 'update']) {
        const action = `plugin::content-manager.explorer.${name}`;
        const data = { action, subject: ENDPOINT, role: id };
        await app.strapi.db.query('admin::permission').create({ data });
      }
      const editor = await signIn(app, code);
      expect((await editor.get(`${EXPLORER}/${ENDPOINT}`)).status).toBe(200);
      const kept = ['secrets', 'show the secret', 'new secret', 'test', 'send again'];
      for (const [what, call] of everything(editor).filter(([one]) => kept.includes(one))) {
        expect([what, (await call()).status]).toEqual([what, 403]);
      }
    });

    it('should be closed to anonymous callers', async () => {
      for (const [what, call] of everything({
        ...admin,
        get: async (path) => await app.request.get(path),
        post: async (path, body) => await app.request.post(path).send(body ?? {}),
        put: async (path, body) => await app.request.put(path).send(body ?? {}),
      })) {
        expect([what, (await call()).status]).toEqual([what, 401]);
      }
    });

    it('should show secrets only where they are asked for', async () => {
      for (const [what, call] of everything(admin).filter(([one]) => !one.includes('secret'))) {
        const { text } = await call();
        expect([what, text.includes('whsec_'), text.includes('v1:')]).toEqual([what, false, false]);
      }
      expect(endpoint.secret).toMatch(/^whsec_[\w+/]{43}=$/);
    });

    it('should have secrets and deliveries that nobody writes by hand', async () => {
      for (const type of [DELIVERY, 'plugin::webhooks.secret']) {
        const answer = await admin.post(`${EXPLORER}/${type}`, { endpointId: 'x', event: 'y' });
        expect([type, answer.status]).toEqual([type, 403]);
      }
    });

    it('should offer what there is to choose, in each of its languages', async () => {
      const { body } = await admin.get('/webhooks/choices');
      expect(body.data).toMatchObject({
        events: expect.arrayContaining([
          {
            value: 'content.published',
            label: { en: 'An entry is published', es: 'Se publica una entrada' },
          },
        ]),
        types: expect.arrayContaining([
          { value: 'api::product.product', label: { en: 'Product', es: 'Producto' } },
          { value: 'plugin::upload.file', label: { en: 'Media', es: 'Archivos' } },
        ]),
        languages: expect.arrayContaining([expect.objectContaining({ value: 'en' })]),
      });
    });

    it.each([
      ['events', 'content.gone'],
      ['types', 'api::nothing.nothing'],
      ['languages', 'xx'],
    ])('should not be saved with %s that there are not', async (field, value) => {
      const { status, body } = await admin.put(`${EXPLORER}/${ENDPOINT}/${endpoint.documentId}`, {
        [field]: [value],
      });
      expect(status).toBe(400);
      expect(body.error).toMatchObject({
        details: { code: 'WEBHOOK_CHOICE_UNKNOWN', errors: [{ path: [field] }] },
      });
    });

    it('should say that something is not there', async () => {
      for (const path of [
        '/webhooks/endpoints/none/secret',
        '/webhooks/endpoints/none/deliveries',
      ]) {
        expect((await admin.get(path)).body.error).toMatchObject({
          details: { code: 'WEBHOOK_NOT_FOUND' },
        });
      }
      const again = await admin.post('/webhooks/deliveries/none/send', {});
      expect(again.body.error).toMatchObject({ details: { code: 'WEBHOOK_DELIVERY_NOT_FOUND' } });
    });
  });
};
