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
        // This endpoint receives no request, because there is no event.
        url: 'https://www.example.com/hook',
        events: ['content.published'],
        types: ['api::product.product'],
        languages: [],
      });
    });

    afterAll(() => remove(admin, endpoint.documentId));

    const listActions = (user: Admin): readonly [string, () => Promise<AdminAnswer>][] => {
      const { documentId } = endpoint;
      return [
        ['list', () => user.get(`${EXPLORER}/${ENDPOINT}`)],
        ['read', () => user.get(`${EXPLORER}/${ENDPOINT}/${documentId}`)],
        ['create', () => user.post(`${EXPLORER}/${ENDPOINT}`, { name: 'Mine' })],
        ['write', () => user.put(`${EXPLORER}/${ENDPOINT}/${documentId}`, { name: 'Mine' })],
        ['log', () => user.get(`${EXPLORER}/${DELIVERY}`)],
        ['secrets', () => user.get(`${EXPLORER}/plugin::webhooks.secret`)],
        ['choices', () => user.get('/webhooks/choices')],
        ['latest', () => user.get(`/webhooks/endpoints/${documentId}/deliveries`)],
        ['show the secret', () => user.get(`/webhooks/endpoints/${documentId}/secret`)],
        ['new secret', () => user.post(`/webhooks/endpoints/${documentId}/secret`, {})],
        ['test', () => user.post(`/webhooks/endpoints/${documentId}/test`, {})],
        ['send again', () => user.post('/webhooks/deliveries/none/send', {})],
      ];
    };

    // Strapi grants its own roles every type, but an endpoint receives the orders of all customers.
    it.each(['catalogue-editor', 'marketing', 'strapi-editor', 'strapi-author'])(
      '%s – has no access',
      async (role) => {
        const editor = await signIn(app, role);
        for (const [actionName, call] of listActions(editor)) {
          expect([actionName, (await call()).status]).toEqual([actionName, 403]);
        }
      },
    );

    it('role with read and update permission – does not access the secrets', async () => {
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
      const secretActions = ['secrets', 'show the secret', 'new secret', 'test', 'send again'];
      for (const [actionName, call] of listActions(editor).filter(([action]) =>
        secretActions.includes(action),
      )) {
        expect([actionName, (await call()).status]).toEqual([actionName, 403]);
      }
    });

    it('anonymous callers – are rejected', async () => {
      for (const [actionName, call] of listActions({
        ...admin,
        get: async (path) => await app.request.get(path),
        post: async (path, body) => await app.request.post(path).send(body ?? {}),
        put: async (path, body) => await app.request.put(path).send(body ?? {}),
      })) {
        expect([actionName, (await call()).status]).toEqual([actionName, 401]);
      }
    });

    it('secrets – are shown only on request', async () => {
      for (const [actionName, call] of listActions(admin).filter(
        ([action]) => !action.includes('secret'),
      )) {
        const { text } = await call();
        expect([actionName, text.includes('whsec_'), text.includes('v1:')]).toEqual([
          actionName,
          false,
          false,
        ]);
      }
      expect(endpoint.secret).toMatch(/^whsec_[\w+/]{43}=$/);
    });

    it('secrets and deliveries – are not writable', async () => {
      for (const type of [DELIVERY, 'plugin::webhooks.secret']) {
        const answer = await admin.post(`${EXPLORER}/${type}`, { endpointId: 'x', event: 'y' });
        expect([type, answer.status]).toEqual([type, 403]);
      }
    });

    it('choices – have labels in both languages', async () => {
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
    ])('unknown %s – is not saved', async (field, value) => {
      const { status, body } = await admin.put(`${EXPLORER}/${ENDPOINT}/${endpoint.documentId}`, {
        [field]: [value],
      });
      expect(status).toBe(400);
      expect(body.error).toMatchObject({
        details: { code: 'WEBHOOK_CHOICE_UNKNOWN', errors: [{ path: [field] }] },
      });
    });

    it('unknown endpoint or delivery – responds with its error code', async () => {
      for (const path of [
        '/webhooks/endpoints/none/secret',
        '/webhooks/endpoints/none/deliveries',
      ]) {
        expect((await admin.get(path)).body.error).toMatchObject({
          details: { code: 'WEBHOOK_NOT_FOUND' },
        });
      }
      const sendResponse = await admin.post('/webhooks/deliveries/none/send', {});
      expect(sendResponse.body.error).toMatchObject({
        details: { code: 'WEBHOOK_DELIVERY_NOT_FOUND' },
      });
    });
  });
};
