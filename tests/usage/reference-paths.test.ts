import { getDocumentService } from '#platform/strapi/documents';
import { type AdminAnswer, createAdminToken } from '../support/admin';
import { stopQuietly } from '../support/app';
import { countRequestQueries } from '../support/queries';
import {
  HOME,
  PRODUCT,
  PROTAGONIST,
  STILL_USED,
  VERTICAL,
  at,
  detailsOf,
  exists,
  errorsOf,
  refusal,
  startDesk,
  store,
  usesOf,
  type Desk,
} from './support';

let desk: Desk;
let adminToken: string;

/** Creates a teacher of a published course. */
const storeUsedTeacher = async (): Promise<{ teacher: string; course: string }> => {
  const teacher = await store(desk, PROTAGONIST);
  return { teacher, course: await store(desk, PRODUCT, { protagonists: [teacher] }) };
};

const send = async (
  token: string,
  method: 'post' | 'delete',
  path: string,
  data: object = {},
): Promise<AdminAnswer> => {
  const call = desk.app.request[method](path).set('Authorization', `Bearer ${token}`);
  return await (method === 'post' ? call.send(data) : call);
};

beforeAll(async () => {
  desk = await startDesk();
  adminToken = await createAdminToken(desk.admin, {
    type: PROTAGONIST,
    actions: ['read', 'publish', 'delete'],
    fields: ['name'],
  });
});

afterAll(() => stopQuietly(desk.app));

const entry = (id: string, query: string): string => at(PROTAGONIST, `/${id}${query}`);
const list = (action: string): string => at(PROTAGONIST, `/actions/${action}`);

/** Every endpoint that deletes or unpublishes an entry. */
const removals: Record<string, (id: string, force: string) => Promise<AdminAnswer>> = {
  'deleting in the form': (id, force) => desk.admin.delete(entry(id, `?locale=*${force}`)),
  'deleting one language': (id, force) => desk.admin.delete(entry(id, `?locale=es${force}`)),
  'unpublishing in the form': (id, force) =>
    desk.admin.post(entry(id, `/actions/unpublish?locale=es${force}`), {}),
  'unpublishing and discarding the draft': (id, force) =>
    desk.admin.post(entry(id, `/actions/unpublish?locale=es${force}`), { discardDraft: true }),
  'deleting a selection': (id, force) =>
    desk.admin.post(`${list('bulkDelete')}?locale=es${force}`, { documentIds: [id] }),
  'unpublishing a selection': (id, force) =>
    desk.admin.post(`${list('bulkUnpublish')}?locale=es${force}`, { documentIds: [id] }),
  'unpublishing several languages': (id, force) =>
    desk.admin.post(`${list('bulkUnpublish')}?x=1${force}`, {
      documentIds: [id],
      locale: ['es', 'en'],
    }),
  'an API token that deletes': (id, force) =>
    send(desk.apiToken, 'delete', `/api/protagonists/${id}?locale=es${force}`),
  'an admin token that deletes': (id, force) =>
    send(adminToken, 'delete', entry(id, `?locale=*${force}`)),
  'an admin token that unpublishes': (id, force) =>
    send(adminToken, 'post', entry(id, `/actions/unpublish?locale=es${force}`)),
};

describe.each(Object.entries(removals))('%s', (_, remove) => {
  it('used entry – returns 409, and succeeds with force=true', async () => {
    const { teacher } = await storeUsedTeacher();
    expect(refusal(await remove(teacher, ''))).toEqual(STILL_USED);
    expect(await exists(desk, PROTAGONIST, teacher, 'published')).toBe(true);
    expect(refusal(await remove(teacher, '&force=false'))).toEqual(STILL_USED);
    expect([200, 204]).toContain((await remove(teacher, '&force=true')).status);
    expect(await exists(desk, PROTAGONIST, teacher, 'published')).toBe(false);
  });

  it('unused entry – succeeds', async () => {
    const teacher = await store(desk, PROTAGONIST);
    expect([200, 204]).toContain((await remove(teacher, '')).status);
    expect(await exists(desk, PROTAGONIST, teacher, 'published')).toBe(false);
  });
});

describe('content API', () => {
  it('force – invalid value, or another method than DELETE – returns 400', async () => {
    const { teacher } = await storeUsedTeacher();
    const path = `/api/protagonists/${teacher}`;
    expect((await send(desk.apiToken, 'delete', `${path}?force=yes`)).status).toBe(400);
    expect((await desk.app.request.get(`${path}?force=true`)).status).toBe(400);
  });
});

describe('document service', () => {
  it('unpublish and delete – used entry – succeed', async () => {
    const { teacher } = await storeUsedTeacher();
    await getDocumentService(desk.app, PROTAGONIST).unpublish({
      documentId: teacher,
      locale: 'es',
    });
    await getDocumentService(desk.app, PROTAGONIST).delete({ documentId: teacher, locale: '*' });
    expect(await exists(desk, PROTAGONIST, teacher)).toBe(false);
  });
});

describe('selection', () => {
  it('bulkDelete – some entries are used – returns 409 with all of them and deletes nothing', async () => {
    const [one, other] = [await storeUsedTeacher(), await storeUsedTeacher()];
    const free = await store(desk, PROTAGONIST);
    const documentIds = [free, one.teacher, other.teacher];
    const answer = await desk.admin.post(`${list('bulkDelete')}?locale=es`, { documentIds });
    expect(refusal(answer)).toEqual(STILL_USED);
    expect(
      detailsOf(answer)
        .uses?.map(({ id }) => id)
        .toSorted(),
    ).toEqual([one.teacher, other.teacher].toSorted());
    expect(errorsOf(answer).toSorted()).toEqual([one.course, other.course].toSorted());
    expect(await exists(desk, PROTAGONIST, free)).toBe(true);
  });
});

describe('error response', () => {
  it.each([
    ['en', 'This entry or file is in use.', 'Spanish'],
    ['es', 'Esta entrada o archivo está en uso.', 'español'],
  ])('is in the caller’s language: %s', async (language, text, spanish) => {
    const { teacher } = await storeUsedTeacher();
    const { body } = (await desk.app.request
      .delete(`/api/protagonists/${teacher}?locale=es`)
      .set('Authorization', `Bearer ${desk.apiToken}`)
      .set('Accept-Language', language)) as { body: { error: { message: string } } };
    expect(body.error.message).toContain(text);
    expect(body.error.message).toMatch(new RegExp(`“Course \\d+” · Medicina · ${spanish}`));
  });

  it('contains the references with their business lines and locales', async () => {
    const teacher = await store(desk, PROTAGONIST);
    const course = await store(desk, PRODUCT, { protagonists: [teacher] });
    const answer = await desk.admin.delete(entry(teacher, '?locale=*'));
    expect(detailsOf(answer)).toMatchObject({
      removal: 'delete',
      uses: [
        {
          id: teacher,
          uses: [
            {
              uid: PRODUCT,
              type: 'Product',
              documentId: course,
              locale: 'es',
              lines: ['Medicina'],
              isPublished: true,
              how: 'shows',
              hinders: true,
            },
          ],
          unnamed: [],
        },
      ],
    });
  });
});

describe('query count', () => {
  const queriesOf = (work: () => Promise<unknown>): Promise<number> =>
    countRequestQueries(desk.app, work);

  it('entry with many references – needs as many queries as one with a single reference', async () => {
    const [once, often] = [await store(desk, PROTAGONIST), await store(desk, PROTAGONIST)];
    await store(desk, PRODUCT, { protagonists: [once] });
    for (let at = 0; at < 8; at += 1) await store(desk, PRODUCT, { protagonists: [often] });
    const readUses = (id: string) => () => usesOf(desk.admin, PROTAGONIST, [id]);
    await readUses(once)();
    expect(await queriesOf(readUses(often))).toBe(await queriesOf(readUses(once)));
    const deleteUsed = (id: string) => () => desk.admin.delete(entry(id, '?locale=*'));
    await deleteUsed(once)();
    expect(await queriesOf(deleteUsed(often))).toBe(await queriesOf(deleteUsed(once)));
  });

  it('53 references – lists 50 and counts the others', async () => {
    const line = await store(desk, VERTICAL);
    const teacher = await store(desk, PROTAGONIST);
    for (let at = 0; at < 53; at += 1) {
      await store(desk, PRODUCT, { protagonists: [teacher], verticals: [line] }, 'draft');
    }
    const [usage] = await usesOf(desk.admin, PROTAGONIST, [teacher]);
    expect(usage?.uses).toHaveLength(50);
    expect(usage?.unnamed).toMatchObject([{ uid: PRODUCT, isPublished: false, count: 3 }]);
  });

  it('DELETE – unused entry – needs at most three queries more than with force=true', async () => {
    const [checked, forced] = [await store(desk, PROTAGONIST), await store(desk, PROTAGONIST)];
    const remove = (id: string, force: string) => () =>
      desk.admin.delete(entry(id, `?locale=*${force}`));
    await remove(await store(desk, PROTAGONIST), '')();
    const forcedQueries = await queriesOf(remove(forced, '&force=true'));
    // Includes the transaction of the read.
    expect((await queriesOf(remove(checked, ''))) - forcedQueries).toBeLessThanOrEqual(3);
  });
});

describe('business line', () => {
  it('delete a page – relation to its business line – does not block', async () => {
    const line = await store(desk, VERTICAL);
    const home = await store(desk, HOME, { vertical: line });
    expect(
      (await desk.admin.post(at(HOME, '/actions/bulkDelete?locale=es'), { documentIds: [home] }))
        .status,
    ).toBe(200);
  });
});
