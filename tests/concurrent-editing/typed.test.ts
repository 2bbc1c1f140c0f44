import { signInAs, type Admin } from '../support/admin';
import { startApp, type App } from '../support/app';
import { ensureLanguages } from '../support/content';
import { CATEGORY, deskOf, EXPLORER } from './support';

let app: App;
let marta: Admin;
let antonio: Admin;

beforeAll(async () => {
  app = await startApp();
  await ensureLanguages(app);
  marta = await signInAs(app, 'strapi-super-admin', 'Marta');
  antonio = await signInAs(app, 'strapi-super-admin', 'Antonio');
});

afterAll(() => app.stop());

const typing = (mine: string) => ({ fields: { name: { mine, base: 'Before' } }, at: 1 });

const at = (documentId: string): string =>
  `/concurrent-editing/typed/${CATEGORY}/${documentId}?locale=es`;

describe('Unsaved text', () => {
  it('is stored for its author only', async () => {
    expect((await marta.put(at('one'), typing('Hers'))).status).toBe(200);
    expect((await antonio.get(at('one'))).body.data).toBeNull();
    await antonio.put(at('one'), typing('His'));
    await antonio.delete(at('one'));
    expect((await marta.get(at('one'))).body.data).toEqual(typing('Hers'));
  });

  it('is deleted when its author saves, publishes or discards', async () => {
    const desk = deskOf(marta);
    const { documentId } = await desk.create();
    const writes = [
      () => desk.save(documentId, { name: 'Saved' }),
      () => desk.publish(documentId, { name: 'Published' }),
      () => desk.discard(documentId),
    ];
    for (const act of writes) {
      await marta.put(at(documentId), typing('Hers'));
      await antonio.put(at(documentId), typing('His'));
      expect((await act()).status).toBe(200);
      expect((await marta.get(at(documentId))).body.data).toBeNull();
      expect((await antonio.get(at(documentId))).body.data).toEqual(typing('His'));
    }
  });

  it.each(['create', 'publish'] as const)(
    'is deleted when its author creates the entry by "%s"',
    async (act) => {
      await marta.put(at('create'), typing('Hers'));
      await antonio.put(at('create'), typing('His'));
      const slug = `made-by-${act}`;
      const path = act === 'create' ? '' : '/actions/publish';
      const response = await marta.post(`${EXPLORER}/${CATEGORY}${path}?locale=es`, {
        name: slug,
        slug,
        order: 0,
      });
      expect([response.status, response.body.error]).toEqual([
        act === 'create' ? 201 : 200,
        undefined,
      ]);
      expect((await marta.get(at('create'))).body.data).toBeNull();
      expect((await antonio.get(at('create'))).body.data).toEqual(typing('His'));
    },
  );

  it('is refused when another user has signed in meanwhile', async () => {
    const { id } = (await marta.get('/admin/users/me')).body.data as { id: number };
    const otherUserPath = `${at('late')}&user=${id}`;
    const refused = await antonio.put(otherUserPath, typing('Hers'));
    expect([refused.status, refused.body.error]).toMatchObject([
      403,
      { details: { code: 'NOT_SIGNED_IN_ANY_MORE' } },
    ]);
    expect((await antonio.get(at('late'))).body.data).toBeNull();
    expect((await marta.put(otherUserPath, typing('Hers'))).status).toBe(200);
  });

  it('does not change the draft, and is deleted with it', async () => {
    const desk = deskOf(marta);
    const { documentId, name } = await desk.create();
    await marta.put(at(documentId), typing('Hers'));
    expect((await desk.open(documentId)).name).toBe(name);
    await desk.remove(documentId);
    expect((await marta.get(at(documentId))).body.data).toBeNull();
  });

  it('is limited in size and number', async () => {
    const refused = await marta.put(at('large'), typing('x'.repeat(600_000)));
    expect(refused.status).toBe(413);
    for (let form = 0; form < 55; form += 1) await marta.put(at(`form-${form}`), typing('Hers'));
    expect((await marta.get(at('form-0'))).body.data).toBeNull();
    expect((await marta.get(at('form-54'))).body.data).toEqual(typing('Hers'));
  });

  it('is refused without the right to write the type, and without sign-in', async () => {
    const author = await signInAs(app, 'strapi-author', 'Reader');
    const endpoint = '/concurrent-editing/typed/plugin::checkout.order/one';
    expect((await author.put(endpoint, typing('x'))).status).toBe(403);
    expect((await author.get(endpoint)).status).toBe(403);
    expect((await app.request.get(at('one'))).status).toBe(401);
  });
});

describe('Editors present at an entry', () => {
  const announce = (person: Admin, form: string, takesOver = false) =>
    person.post(`/concurrent-editing/present/${CATEGORY}/shared?locale=es`, { form, takesOver });

  it('are listed to each other, the one who took over first', async () => {
    await announce(marta, 'window-of-marta');
    const second = await announce(antonio, 'window-of-antonio');
    expect(second.body.data).toMatchObject([
      { name: expect.stringContaining('Marta'), isSelf: false },
      { name: expect.stringContaining('Antonio'), isSelf: true },
    ]);
    const takeOver = await announce(antonio, 'window-of-antonio', true);
    expect(takeOver.body.data).toMatchObject([{ isSelf: true }, { isSelf: false }]);
    expect((await announce(marta, 'window-of-marta')).body.data).toMatchObject([
      { name: expect.stringContaining('Antonio'), isSelf: false },
      { isSelf: true },
    ]);
  });

  it('are listed to a read-only user, who is not listed', async () => {
    const reader = await signInAs(app, 'marketing', 'Laura');
    await announce(marta, 'window-of-marta');
    const editors = (await announce(reader, 'window-of-laura', true)).body.data as {
      name: string;
    }[];
    expect(editors).toEqual((await announce(reader, 'window-of-laura')).body.data);
    expect(editors.length).toBeGreaterThan(0);
    expect(editors.some(({ name }) => name.includes('Laura'))).toBe(false);
  });

  it('are removed when the form is closed, or after a time without requests', async () => {
    await antonio.delete(
      `/concurrent-editing/present/${CATEGORY}/shared?locale=es&form=window-of-antonio`,
    );
    expect((await announce(marta, 'window-of-marta')).body.data).toHaveLength(1);
    await announce(antonio, 'window-of-antonio');
    await app.strapi.db.connection.raw(
      "UPDATE editing.presence SET seen_at = now() - interval '2 minutes' WHERE form = 'window-of-antonio'",
    );
    expect((await announce(marta, 'window-of-marta')).body.data).toHaveLength(1);
  });
});
