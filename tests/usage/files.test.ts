import { stopQuietly } from '../support/app';
import { sendDuring } from '../support/send-during';
import { pictureFile } from '../support/content';
import {
  HOME,
  MAIL,
  PRODUCT,
  PROTAGONIST,
  STILL_USED,
  VERTICAL,
  errorsOf,
  refusal,
  startDesk,
  store,
  type Desk,
} from './support';
import type { UsesOf } from '#catalogue/references/uses';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});

afterAll(() => stopQuietly(desk.app));

const upload = async (): Promise<number> => (await desk.admin.upload(pictureFile)).id;

const folderWith = async (...fileIds: number[]): Promise<number> => {
  const created = await desk.admin.post('/upload/folders', {
    name: `Folder ${Math.random()}`,
    parent: null,
  });
  const { id } = created.body.data as { id: number };
  await desk.admin.post('/upload/actions/bulk-move', { fileIds, destinationFolderId: id });
  return id;
};

const isThere = async (id: number): Promise<boolean> =>
  (await desk.admin.get(`/upload/files/${id}`)).status === 200;

/** Every endpoint that deletes a file. */
const deletions: [string, (id: number, force: string) => Promise<Parameters<typeof refusal>[0]>][] =
  [
    ['one by one', (id, force) => desk.admin.delete(`/upload/files/${id}${force}`)],
    [
      'in a selection',
      async (id, force) =>
        desk.admin.post(`/upload/actions/bulk-delete${force}`, { fileIds: [id, await upload()] }),
    ],
    [
      'with its folder',
      async (id, force) =>
        desk.admin.post(`/upload/actions/bulk-delete${force}`, {
          folderIds: [await folderWith(id)],
        }),
    ],
    [
      'with an API token',
      async (id, force) =>
        await desk.app.request
          .delete(`/api/upload/files/${id}${force}`)
          .set('Authorization', `Bearer ${desk.apiToken}`),
    ],
  ];

describe.each(deletions)('delete a file %s', (_, remove) => {
  it('shown by a published entry – returns 409, and succeeds with force=true', async () => {
    const file = await upload();
    const course = await store(desk, PRODUCT, { cardImage: file });
    const answer = await remove(file, '');
    expect([refusal(answer), errorsOf(answer)]).toEqual([STILL_USED, [course]]);
    expect(await isThere(file)).toBe(true);
    expect((await remove(file, '?force=true')).status).toBe(200);
    expect(await isThere(file)).toBe(false);
  });

  it('shown only by a draft – succeeds', async () => {
    const file = await upload();
    await store(desk, PRODUCT, { cardImage: file }, 'draft');
    expect((await remove(file, '')).status).toBe(200);
    expect(await isThere(file)).toBe(false);
  });
});

describe('references of a file', () => {
  it('DELETE file – shown by an entry published during the deletion – returns 409', async () => {
    const [file, other] = [await upload(), await upload()];
    const course = await store(desk, PRODUCT, { cardImage: other });
    const refused = await sendDuring(
      desk.app,
      (transaction) =>
        transaction('files_related_mph').where({ file_id: other }).update({ file_id: file }),
      () => desk.admin.delete(`/upload/files/${file}`),
    );
    expect([refusal(refused), errorsOf(refused)]).toEqual([STILL_USED, [course]]);
    expect(await isThere(file)).toBe(true);
  });

  it('POST /usage/files – file in a component and a relation – returns both entries', async () => {
    const file = await upload();
    const home = await store(desk, HOME, {
      vertical: await store(desk, VERTICAL),
      seo: { author: 'Autor', image: file },
    });
    const course = await store(desk, PRODUCT, { cardImage: file }, 'draft');
    const { body } = await desk.admin.post('/usage/files', { fileIds: [file], folderIds: [] });
    const [usage] = body.data as UsesOf[];
    expect(usage?.uses.map(({ documentId, hinders }) => [documentId, hinders])).toEqual([
      [home, true],
      [course, false],
    ]);
  });

  it('POST /usage/files – URL of the file in texts – finds entries with any of its sizes', async () => {
    const [file, other] = [await desk.admin.upload(pictureFile), await upload()];
    const size = file.url.replace(/([^/]+)$/, 'small_$1');
    const teacher = await store(desk, PROTAGONIST, {
      image: other,
      cv: `Before ![x](https://cdn.example.com${size}) after`,
    });
    const mail = await store(desk, MAIL, { body: `![x](${file.url})` });
    const { body } = await desk.admin.post('/usage/files', { fileIds: [file.id], folderIds: [] });
    const [usage] = body.data as UsesOf[];
    expect(usage?.uses.map(({ documentId }) => documentId).toSorted()).toEqual(
      [teacher, mail].toSorted(),
    );
    const refused = await desk.admin.delete(`/upload/files/${file.id}`);
    expect([refusal(refused), errorsOf(refused).toSorted()]).toEqual([
      STILL_USED,
      [teacher, mail].toSorted(),
    ]);
    expect((await desk.admin.delete(`/upload/files/${file.id}?force=true`)).status).toBe(200);
  });

  it('DELETE file – URL in the text of a component – returns 409', async () => {
    const file = await desk.admin.upload(pictureFile);
    const home = await store(desk, HOME, {
      vertical: await store(desk, VERTICAL),
      seo: { author: 'Autor', description: `Seen at ${file.url}` },
    });
    const refused = await desk.admin.delete(`/upload/files/${file.id}`);
    expect([refusal(refused), errorsOf(refused)]).toEqual([STILL_USED, [home]]);
  });

  it('DELETE file – required by a published entry – returns 409, also with force=true', async () => {
    const image = await upload();
    await store(desk, PROTAGONIST, { image });
    expect(refusal(await desk.admin.delete(`/upload/files/${image}?force=true`))).toEqual([
      409,
      'MEDIA_IN_USE',
    ]);
  });
});
