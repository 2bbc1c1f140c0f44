import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Admin, signIn, signInAs } from '../support/admin';
import { startApp, stopQuietly, type App } from '../support/app';
import { pictureFile } from '../support/content';
import { refusalIn } from './refusal';

const PROTAGONIST = 'api::protagonist.protagonist';

let app: App;
let admin: Admin;

const isStored = (url: string): boolean => existsSync(path.join(app.database.publicDir, url));

const upload = () => admin.upload(pictureFile);

const remove = (id: number) => admin.delete(`/upload/files/${id}`);

const createProtagonist = async (image: number, status: 'draft' | 'published', slug = 'ana') =>
  app.strapi.documents(PROTAGONIST).create({
    data: { name: 'Ana Ruiz', slug, cv: 'cv', image, order: 0, seo: { author: 'Campus' } },
    status,
  });

beforeAll(async () => {
  app = await startApp();
  admin = await signIn(app);
});

afterAll(() => stopQuietly(app));

describe('DELETE file', () => {
  it('required by a published entry – returns 409 and keeps the stored file', async () => {
    const file = await upload();
    const { documentId } = await createProtagonist(file.id, 'published');
    const answer = await remove(file.id);
    expect(answer.status).toBe(409);
    const { message, details } = refusalIn(answer);
    expect(message).toContain('“Ana Ruiz”');
    expect(details).toMatchObject({
      code: 'MEDIA_IN_USE',
      entries: [{ uid: PROTAGONIST, documentId, title: 'Ana Ruiz' }],
    });
    expect(isStored(file.url)).toBe(true);

    await app.strapi.documents(PROTAGONIST).unpublish({ documentId });
    expect((await remove(file.id)).status).toBe(200);
    expect(isStored(file.url)).toBe(false);
  });

  it('author without read permission – returns 409 without the titles of the entries', async () => {
    const author = await signInAs(app, 'strapi-author', 'Author');
    const { id } = await author.upload(pictureFile);
    await createProtagonist(id, 'published', 'sofia');
    const answer = await author.delete(`/upload/files/${id}`);
    expect(answer.status).toBe(409);
    const { message, details } = refusalIn(answer);
    expect(message).not.toContain('Ana Ruiz');
    expect(details).toMatchObject({ code: 'MEDIA_IN_USE', entries: [], unnamed: 1 });
  });

  it('file in a selection or folder – returns 409 for all', async () => {
    const used = await upload();
    const free = await upload();
    await createProtagonist(used.id, 'published', 'eva');
    const selection = await admin.post('/upload/actions/bulk-delete', {
      fileIds: [free.id, used.id],
    });
    expect(selection.status).toBe(409);
    expect(isStored(free.url)).toBe(true);

    const createdFolder = await admin.post('/upload/folders', { name: 'Retratos', parent: null });
    const { id: folder } = (createdFolder.body as { data: { id: number } }).data;
    await admin.post('/upload/actions/bulk-move', {
      fileIds: [free.id, used.id],
      destinationFolderId: folder,
    });
    const folders = await admin.post('/upload/actions/bulk-delete', { folderIds: [folder] });
    expect(folders.status).toBe(409);
    expect(isStored(free.url)).toBe(true);
  });

  it('required by a component of a published entry – returns 409', async () => {
    const file = await upload();
    const vertical = await app.strapi.documents('api::vertical.vertical').create({
      data: { name: 'Medicina', slug: 'medicina', isDefault: false, defaultLang: 'es', order: 0 },
    });
    const page = await app.strapi.documents('api::home-page.home-page').create({
      data: {
        vertical: vertical.documentId,
        carouselMedia: [{ description: 'd', link: '/', backgroundMedia: file.id, icon: file.id }],
        seo: { author: 'Campus' },
      } as never,
      status: 'published',
    });
    const answer = await remove(file.id);
    expect(answer.status).toBe(409);
    expect(refusalIn(answer).details.entries?.[0]?.documentId).toBe(page.documentId);
  });

  it('force=true, used only by drafts or optional fields – deletes the file', async () => {
    const file = await upload();
    await createProtagonist(file.id, 'draft', 'borrador');
    await app.strapi.documents('api::product.product').create({
      data: { title: 'Curso', slug: 'curso', SKU: 'C-1', order: 0, payID: 'p', cardImage: file.id },
      status: 'published',
    });
    expect((await admin.delete(`/upload/files/${file.id}?force=true`)).status).toBe(200);
  });

  it('database query – required by a published entry – is rejected', async () => {
    const file = await upload();
    await createProtagonist(file.id, 'published', 'luz');
    await expect(
      app.strapi.db.query('plugin::upload.file').deleteMany({ where: { id: { $gt: 0 } } }),
    ).rejects.toMatchObject({ status: 409 });
  });
});
