import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Admin, signIn, signInAs } from '../support/admin';
import { startApp, stopQuietly, type App } from '../support/app';
import { addPicture, pictureFile } from '../support/content';
import { sendDuring } from '../support/send-during';
import { until } from '../support/until';
import { refusalIn } from './refusal';

const PROTAGONIST = 'api::protagonist.protagonist';
const VERTICAL = 'api::vertical.vertical';
const LIVE = 'api::live.live';
const TEMPLATE = 'api::email-template.email-template';

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

const removeLine = (documentId: string) =>
  admin.delete(`/content-manager/collection-types/${VERTICAL}/${documentId}`);

const createLine = (slug: string) =>
  app.strapi.documents(VERTICAL).create({ data: { name: slug, slug } } as never);

beforeAll(async () => {
  app = await startApp();
  admin = await signIn(app);
});

afterAll(() => stopQuietly(app));

describe('DELETE business line', () => {
  it('published live in it – returns 409, alone and in a bulk deletion', async () => {
    const [used, free] = [await createLine('medicina'), await createLine('psicologia')];
    const image = await addPicture(app);
    const { documentId } = await app.strapi.documents(LIVE).create({
      data: { title: 'En directo', slug: 'en-directo', image, vertical: used.documentId },
    } as never);
    await app.strapi.documents(LIVE).publish({ documentId });

    const refused = await removeLine(used.documentId);
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
    expect((await removeLine(used.documentId)).status).toBe(200);
    expect((await removeLine(free.documentId)).status).toBe(200);
  });

  it('published e-mail for it – returns 409', async () => {
    const line = await createLine('with-mails');
    const { documentId } = await app.strapi.documents(TEMPLATE).create({
      data: { kind: 'purchase', subject: 'Gracias', body: 'Hola', vertical: line.documentId },
      status: 'published',
    } as never);
    const refused = await removeLine(line.documentId);
    expect(refused.status).toBe(409);
    expect(refusalIn(refused).details).toMatchObject({
      code: 'ENTRY_IN_USE',
      entries: [{ uid: TEMPLATE, documentId, title: 'Gracias' }],
    });
    await app.strapi.documents(TEMPLATE).unpublish({ documentId });
    expect((await removeLine(line.documentId)).status).toBe(200);
  });

  it('live published in it during the deletion – returns 409', async () => {
    const [line, other] = [await createLine('during'), await createLine('before')];
    const { documentId, id } = await app.strapi.documents(LIVE).create({
      data: {
        title: 'Durante',
        slug: 'durante',
        image: await addPicture(app),
        vertical: other.documentId,
      },
      status: 'published',
    } as never);
    const refused = await sendDuring(
      app,
      (transaction) =>
        transaction('lives_vertical_lnk').where({ live_id: id }).update({ vertical_id: line.id }),
      () => removeLine(line.documentId),
    );
    expect(refused.status).toBe(409);
    expect(refusalIn(refused).details).toMatchObject({
      code: 'ENTRY_IN_USE',
      entries: [{ uid: LIVE, documentId, title: 'Durante' }],
    });
  });
});

describe('PUT entry', () => {
  it.each([
    ['verticals', 'vertical', () => createLine('deleted-meanwhile')],
    ['files', 'image', async () => ({ id: await addPicture(app), documentId: '' })],
  ] as const)(
    'reference to a row of %s deleted meanwhile – returns 409 and logs the constraint',
    async (table, field, create) => {
      const warnings = jest.spyOn(app.strapi.log, 'warn').mockClear();
      const live = await app.strapi
        .documents(LIVE)
        .create({ data: { title: 'Draft', slug: `draft-${field}` } } as never);
      const { id, documentId } = await create();
      const value = field === 'image' ? id : { connect: [{ documentId }] };
      const refused = await sendDuring(
        app,
        (transaction) => transaction(table).where({ id }).delete(),
        () =>
          admin.put(`/content-manager/collection-types/${LIVE}/${live.documentId}`, {
            [field]: value,
          }),
      );
      expect(refused.status).toBe(409);
      expect(refusalIn(refused).details.code).toBe('DELETED_MEANWHILE');
      expect(JSON.stringify(warnings.mock.calls)).toMatch(/\(23503 \w+fk\): \/content-manager\//);
    },
  );
});

describe('DELETE folder', () => {
  const createFolder = async (name: string) => {
    const { body } = await admin.post('/upload/folders', { name, parent: null });
    return (body as { data: { id: number; path: string } }).data;
  };

  const deleteFolder = (id: number) =>
    admin.post('/upload/actions/bulk-delete', { folderIds: [id] });

  it('file moved into it during the deletion – is at the top, and not deleted with a later folder', async () => {
    const [folder, file] = [await createFolder('Deleted'), await upload()];
    const deleted = await sendDuring(
      app,
      async (transaction) => {
        await transaction('files_folder_lnk').insert({ file_id: file.id, folder_id: folder.id });
        await transaction('files').where({ id: file.id }).update({ folder_path: folder.path });
      },
      () => deleteFolder(folder.id),
    );
    expect(deleted.status).toBe(200);
    const later = await createFolder('Later');
    expect(later.path).toBe(folder.path);
    expect((await deleteFolder(later.id)).status).toBe(200);
    expect((await admin.get(`/upload/files/${file.id}`)).body).toMatchObject({ folderPath: '/' });
    expect(isStored(file.url)).toBe(true);
  });

  it('file that is being stored in another folder – stays there', async () => {
    const [folder, other] = [await createFolder('Deleted'), await createFolder('Other')];
    const file = await upload();
    // Strapi stores the path of a file before its folder.
    const row = app.strapi.db.connection('files').where({ id: file.id });
    await row.clone().update({ folder_path: other.path });
    expect((await deleteFolder(folder.id)).status).toBe(200);
    expect(await row.clone().first('folder_path')).toEqual({ folder_path: other.path });
  });
});

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

  const deleteSelection = (selection: object) =>
    admin.post('/upload/actions/bulk-delete?force=true', selection);

  it.each<[string, (id: number) => Promise<Awaited<ReturnType<typeof remove>>>]>([
    ['one file', (id) => admin.delete(`/upload/files/${id}?force=true`)],
    ['a selection', (id) => deleteSelection({ fileIds: [id] })],
    [
      'a folder',
      async (id) => {
        const created = await admin.post('/upload/folders', { name: 'Running', parent: null });
        const { id: destinationFolderId } = (created.body as { data: { id: number } }).data;
        await admin.post('/upload/actions/bulk-move', { fileIds: [id], destinationFolderId });
        return deleteSelection({ folderIds: [destinationFolderId] });
      },
    ],
  ])(
    'required by an entry published during the deletion of %s – returns 409 and keeps the stored file',
    async (selection, deleteFile) => {
      const [file, other] = [await upload(), await upload()];
      const { id } = await createProtagonist(other.id, 'published', selection.replace(' ', '-'));
      const refused = await sendDuring(
        app,
        (transaction) =>
          transaction('files_related_mph')
            .where({ related_id: id, related_type: PROTAGONIST, field: 'image' })
            .update({ file_id: file.id }),
        () => deleteFile(file.id),
      );
      expect([refused.status, refusalIn(refused).details.code]).toEqual([409, 'MEDIA_IN_USE']);
      expect(isStored(file.url)).toBe(true);
      expect(
        await app.strapi.db.connection('files_related_mph').where({ file_id: file.id }),
      ).toEqual([expect.objectContaining({ related_id: id })]);
    },
  );

  it('more files than connections, in use by another client – other requests are answered meanwhile', async () => {
    const { connection } = app.strapi.db;
    const ids: number[] = [];
    while (ids.length < 20) ids.push(await addPicture(app));
    const transaction = await connection.transaction();
    await transaction('files').whereIn('id', ids).forUpdate().select('id');
    const deletion = deleteSelection({ fileIds: ids });
    await until(
      async () =>
        (
          await transaction.raw<{ rows: unknown[] }>(
            `SELECT FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity
             WHERE datname = current_database())`,
          )
        ).rows.length,
      (waiting) => waiting > 0,
      'a deletion that waits for a lock',
    );
    const answer = await admin.get('/upload/folders');
    await transaction.commit();
    expect((await deletion).status).toBe(200);
    expect(answer.status).toBe(200);
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
    const vertical = await app.strapi.documents(VERTICAL).create({
      data: { name: 'Campus', slug: 'campus', isDefault: false, defaultLang: 'es', order: 0 },
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
