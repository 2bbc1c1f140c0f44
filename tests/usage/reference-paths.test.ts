import { documentsOf } from '../../src/platform/strapi/documents';
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

/** A teacher of a published course. */
const used = async (): Promise<{ teacher: string; course: string }> => {
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

/** Every way to remove an entry. */
const ways: Record<string, (id: string, force: string) => Promise<AdminAnswer>> = {
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

describe.each(Object.entries(ways))('%s', (_, remove) => {
  it('should be refused for what is used, and done for who insists', async () => {
    const { teacher } = await used();
    expect(refusal(await remove(teacher, ''))).toEqual(STILL_USED);
    expect(await exists(desk, PROTAGONIST, teacher, 'published')).toBe(true);
    expect(refusal(await remove(teacher, '&force=false'))).toEqual(STILL_USED);
    expect([200, 204]).toContain((await remove(teacher, '&force=true')).status);
    expect(await exists(desk, PROTAGONIST, teacher, 'published')).toBe(false);
  });

  it('should be done for what nothing uses', async () => {
    const teacher = await store(desk, PROTAGONIST);
    expect([200, 204]).toContain((await remove(teacher, '')).status);
    expect(await exists(desk, PROTAGONIST, teacher, 'published')).toBe(false);
  });
});

describe('the content API', () => {
  it('should refuse any other value of the parameter, and the parameter where nothing is deleted', async () => {
    const { teacher } = await used();
    const path = `/api/protagonists/${teacher}`;
    expect((await send(desk.apiToken, 'delete', `${path}?force=yes`)).status).toBe(400);
    expect((await desk.app.request.get(`${path}?force=true`)).status).toBe(400);
  });
});

describe('the service itself', () => {
  it('should not be asked', async () => {
    const { teacher } = await used();
    await documentsOf(desk.app, PROTAGONIST).unpublish({ documentId: teacher, locale: 'es' });
    await documentsOf(desk.app, PROTAGONIST).delete({ documentId: teacher, locale: '*' });
    expect(await exists(desk, PROTAGONIST, teacher)).toBe(false);
  });
});

describe('a selection', () => {
  it('should be refused as a whole, with all that is used of it', async () => {
    const [one, other] = [await used(), await used()];
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

describe('a refusal', () => {
  it.each([
    ['en', 'This entry or file is in use.', 'Spanish'],
    ['es', 'Esta entrada o archivo está en uso.', 'español'],
  ])('should be in the language of who asks: %s', async (language, text, spanish) => {
    const { teacher } = await used();
    const { body } = (await desk.app.request
      .delete(`/api/protagonists/${teacher}?locale=es`)
      .set('Authorization', `Bearer ${desk.apiToken}`)
      .set('Accept-Language', language)) as { body: { error: { message: string } } };
    expect(body.error.message).toContain(text);
    expect(body.error.message).toMatch(new RegExp(`“Course \\d+” · Medicina · ${spanish}`));
  });

  it('should name what shows it, with its lines and languages', async () => {
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

describe('what is used often', () => {
  const queriesOf = (work: () => Promise<unknown>): Promise<number> =>
    countRequestQueries(desk.app, work);

  it('should be looked up in as many queries as what is used once', async () => {
    const [once, often] = [await store(desk, PROTAGONIST), await store(desk, PROTAGONIST)];
    await store(desk, PRODUCT, { protagonists: [once] });
    for (let at = 0; at < 8; at += 1) await store(desk, PRODUCT, { protagonists: [often] });
    const asking = (id: string) => () => usesOf(desk.admin, PROTAGONIST, [id]);
    await asking(once)();
    expect(await queriesOf(asking(often))).toBe(await queriesOf(asking(once)));
    const refused = (id: string) => () => desk.admin.delete(entry(id, '?locale=*'));
    await refused(once)();
    expect(await queriesOf(refused(often))).toBe(await queriesOf(refused(once)));
  });

  it('should be named fifty times, and counted from there', async () => {
    const line = await store(desk, VERTICAL);
    const teacher = await store(desk, PROTAGONIST);
    for (let at = 0; at < 53; at += 1) {
      await store(desk, PRODUCT, { protagonists: [teacher], verticals: [line] }, 'draft');
    }
    const [found] = await usesOf(desk.admin, PROTAGONIST, [teacher]);
    expect(found?.uses).toHaveLength(50);
    expect(found?.unnamed).toMatchObject([{ uid: PRODUCT, isPublished: false, count: 3 }]);
  });

  it('should cost one query more where nothing uses it', async () => {
    const [asked, forced] = [await store(desk, PROTAGONIST), await store(desk, PROTAGONIST)];
    const remove = (id: string, force: string) => () =>
      desk.admin.delete(entry(id, `?locale=*${force}`));
    await remove(await store(desk, PROTAGONIST), '')();
    const withoutAsking = await queriesOf(remove(forced, '&force=true'));
    // Includes the transaction of the read.
    expect((await queriesOf(remove(asked, ''))) - withoutAsking).toBeLessThanOrEqual(3);
  });
});

describe('what goes along with it', () => {
  it('should hinder nobody', async () => {
    const line = await store(desk, VERTICAL);
    const home = await store(desk, HOME, { vertical: line });
    expect(
      (await desk.admin.post(at(HOME, '/actions/bulkDelete?locale=es'), { documentIds: [home] }))
        .status,
    ).toBe(200);
  });
});
