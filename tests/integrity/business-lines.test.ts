import { type Admin, signIn } from '../support/admin';
import { startApp, stopQuietly, type App } from '../support/app';
import { addPicture } from '../support/content';
import { refusalIn } from './refusal';

const VERTICAL = 'api::vertical.vertical';
const LIVE = 'api::live.live';
const TEMPLATE = 'api::email-template.email-template';

let app: App;
let admin: Admin;

beforeAll(async () => {
  app = await startApp();
  admin = await signIn(app);
});

afterAll(() => stopQuietly(app));

const remove = (documentId: string) =>
  admin.delete(`/content-manager/collection-types/${VERTICAL}/${documentId}`);

describe('DELETE business line', () => {
  it('published live in it – returns 409, alone and in a bulk deletion', async () => {
    const line = (slug: string) =>
      app.strapi.documents(VERTICAL).create({ data: { name: slug, slug } } as never);
    const [used, free] = [await line('medicina'), await line('psicologia')];
    const image = await addPicture(app);
    const { documentId } = await app.strapi.documents(LIVE).create({
      data: { title: 'En directo', slug: 'en-directo', image, vertical: used.documentId },
    } as never);
    await app.strapi.documents(LIVE).publish({ documentId });

    const refused = await remove(used.documentId);
    expect(refused.status).toBe(409);
    const { message, details } = refusalIn(refused);
    expect(message).toContain('“En directo”');
    expect(details).toMatchObject({
      code: 'ENTRY_IN_USE',
      entries: [{ uid: LIVE, documentId, title: 'En directo' }],
    });
    const selection = { documentIds: [free.documentId, used.documentId] };
    const many = await admin.post(
      `/content-manager/collection-types/${VERTICAL}/actions/bulkDelete`,
      selection,
    );
    expect(many.status).toBe(409);
    expect(await app.strapi.documents(VERTICAL).count({})).toBe(2);

    await app.strapi.documents(LIVE).unpublish({ documentId });
    expect((await remove(used.documentId)).status).toBe(200);
    expect((await remove(free.documentId)).status).toBe(200);
  });

  it('published e-mail for it – returns 409', async () => {
    const slug = 'with-mails';
    const line = await app.strapi
      .documents(VERTICAL)
      .create({ data: { name: slug, slug } } as never);
    const { documentId } = await app.strapi.documents(TEMPLATE).create({
      data: { kind: 'purchase', subject: 'Gracias', body: 'Hola', vertical: line.documentId },
      status: 'published',
    } as never);
    const refused = await remove(line.documentId);
    expect(refused.status).toBe(409);
    expect(refusalIn(refused).details).toMatchObject({
      code: 'ENTRY_IN_USE',
      entries: [{ uid: TEMPLATE, documentId, title: 'Gracias' }],
    });
    await app.strapi.documents(TEMPLATE).unpublish({ documentId });
    expect((await remove(line.documentId)).status).toBe(200);
  });
});
