import type { EntryDetails } from '../../src/plugins/tables/relation-picker/entry-details';
import { documentsOf } from '../../src/platform/strapi/documents';
import {
  CATEGORY,
  course,
  openSchool,
  PRODUCT,
  PROTAGONIST,
  store,
  type School,
} from '../rights/support';
import type { Admin } from '../support/admin';
import { type App, startApp } from '../support/app';
import { addPicture } from '../support/content';
import { countRequestQueries } from '../support/queries';

const RELATIONS = `/content-manager/relations/${PRODUCT}`;

type Found = { documentId: string; name: string; status: string; about: EntryDetails | null };

describe('The entries that a relation offers', () => {
  let app: App;
  let school: School;

  beforeAll(async () => {
    app = await startApp();
    school = await openSchool(app);
  });

  afterAll(() => app.stop());

  let made = 0;

  const teacher = async (name: string, changes: object = {}): Promise<string> => {
    made += 1;
    return store(app, PROTAGONIST, { name, slug: `t-${made}`, cv: 'x', order: made, ...changes });
  };

  const offered = async (search: string, who: Admin = school.all): Promise<Found[]> => {
    const query = `_q=${encodeURIComponent(search)}&locale=es&pageSize=50`;
    const { status, body } = await who.get(`${RELATIONS}/protagonists?${query}`);
    expect(status).toBe(200);
    return body.results as Found[];
  };

  it('are told apart where two have one name: by picture, business line, products and languages', async () => {
    const picture = await addPicture(app);
    const [one, other] = [await teacher('Ana Gil', { image: picture }), await teacher('Ana Gil')];
    for (const verticals of [[school.medicina.documentId], [school.psicologia.documentId]]) {
      await store(app, PRODUCT, course({ verticals, protagonists: [one] }));
    }
    await documentsOf(app, PROTAGONIST).update({
      documentId: one,
      locale: 'en',
      data: { name: 'Ana Gil', slug: 'ana-gil-en' },
    });
    const found = await offered('Ana Gil');
    expect(found.find(({ documentId }) => documentId === one)?.about).toEqual({
      picture: '/uploads/picture.png',
      lines: ['Medicina', 'Psicología'],
      products: 2,
      languages: [
        { locale: 'es', state: 'draft' },
        { locale: 'en', state: 'draft' },
      ],
    });
    expect(found.find(({ documentId }) => documentId === other)?.about).toMatchObject({
      picture: null,
      lines: [],
      products: 0,
    });
  });

  it('are found by their business line as well as by their name', async () => {
    const [inLine, elsewhere] = [await teacher('Berta'), await teacher('Carla')];
    const lineOf = (id: string, line: { documentId: string }) =>
      store(app, PRODUCT, course({ verticals: [line.documentId], protagonists: [id] }));
    await lineOf(inLine, school.medicina);
    await lineOf(elsewhere, school.psicologia);
    const ids = (await offered('medicina')).map(({ documentId }) => documentId);
    expect(ids).toContain(inLine);
    expect(ids).not.toContain(elsewhere);
    expect((await offered('Berta')).map(({ documentId }) => documentId)).toEqual([inLine]);
  });

  it('say the same where an entry names them already', async () => {
    const id = await teacher('Diana');
    const product = await store(
      app,
      PRODUCT,
      course({ verticals: [school.medicina.documentId], protagonists: [id] }),
    );
    const { body } = await school.all.get(`${RELATIONS}/${product}/protagonists?locale=es`);
    expect((body.results as Found[])[0]?.about).toMatchObject({ products: 1, lines: ['Medicina'] });
  });

  it('are those that the entry does not name yet', async () => {
    const [named, other] = [await teacher('Fátima Ríos'), await teacher('Fátima Rius')];
    const product = await store(
      app,
      PRODUCT,
      course({ verticals: [school.medicina.documentId], protagonists: [named] }),
    );
    const { status, body } = await school.all.get(
      `${RELATIONS}/protagonists?id=${product}&_q=F%C3%A1tima&locale=es&pageSize=10&page=1`,
    );
    expect(status).toBe(200);
    expect((body.results as Found[]).map(({ documentId }) => documentId)).toEqual([other]);
  });

  it('count no product that the user may not read', async () => {
    const id = await teacher('Elena');
    for (const line of [school.medicina, school.psicologia]) {
      const verticals = [line.documentId];
      await store(app, PRODUCT, course({ verticals, protagonists: [id] }));
    }
    const [all] = await offered('Elena');
    expect(all?.about?.products).toBe(2);
    const [anas] = await offered('Elena', school.ana);
    expect(anas?.about).toMatchObject({ products: 1, lines: ['Medicina'] });
  });

  it('ask the database no more often for many than for one', async () => {
    const count = (search: string): Promise<number> =>
      countRequestQueries(app, () => offered(search));
    await teacher('Only one');
    for (let at = 0; at < 12; at += 1) await teacher(`One of many ${at}`);
    const one = await count('Only one');
    expect(await count('One of many')).toBe(one);
  });

  it('leave other relations as they are', async () => {
    const category = await store(app, CATEGORY, { name: 'Cirugía', slug: 'cirugia', order: 1 });
    const { body } = await school.all.get(`${RELATIONS}/categories?_q=Cirug&locale=es`);
    expect((body.results as Found[])[0]).toMatchObject({
      documentId: category,
      name: 'Cirugía',
      about: { products: 0 },
    });
  });
});
