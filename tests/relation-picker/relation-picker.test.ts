import type { EntryDetails } from '#plugins/tables/relation-picker/describe';
import { getDocumentService } from '#platform/strapi/documents';
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

type Option = { documentId: string; name: string; status: string; about: EntryDetails | null };

describe('Options of a relation picker', () => {
  let app: App;
  let school: School;

  beforeAll(async () => {
    app = await startApp();
    school = await openSchool(app);
  });

  afterAll(() => app.stop());

  let teacherCount = 0;

  const teacher = async (name: string, changes: object = {}): Promise<string> => {
    teacherCount += 1;
    return store(app, PROTAGONIST, {
      name,
      slug: `t-${teacherCount}`,
      cv: 'x',
      order: teacherCount,
      ...changes,
    });
  };

  const readOptions = async (search: string, who: Admin = school.all): Promise<Option[]> => {
    const query = `_q=${encodeURIComponent(search)}&locale=es&pageSize=50`;
    const { status, body } = await who.get(`${RELATIONS}/protagonists?${query}`);
    expect(status).toBe(200);
    return body.results as Option[];
  };

  it('have picture, business lines, products and locales for entries with one name', async () => {
    const picture = await addPicture(app);
    const [one, other] = [await teacher('Ana Gil', { image: picture }), await teacher('Ana Gil')];
    for (const verticals of [[school.medicina.documentId], [school.psicologia.documentId]]) {
      await store(app, PRODUCT, course({ verticals, protagonists: [one] }));
    }
    await getDocumentService(app, PROTAGONIST).update({
      documentId: one,
      locale: 'en',
      data: { name: 'Ana Gil', slug: 'ana-gil-en' },
    });
    const options = await readOptions('Ana Gil');
    expect(options.find(({ documentId }) => documentId === one)?.about).toEqual({
      picture: '/uploads/picture.png',
      lines: ['Medicina', 'Psicología'],
      products: 2,
      languages: [
        { locale: 'es', state: 'draft' },
        { locale: 'en', state: 'draft' },
      ],
    });
    expect(options.find(({ documentId }) => documentId === other)?.about).toMatchObject({
      picture: null,
      lines: [],
      products: 0,
    });
  });

  it('are found by their business line and by their name', async () => {
    const [inLine, elsewhere] = [await teacher('Berta'), await teacher('Carla')];
    const lineOf = (id: string, line: { documentId: string }) =>
      store(app, PRODUCT, course({ verticals: [line.documentId], protagonists: [id] }));
    await lineOf(inLine, school.medicina);
    await lineOf(elsewhere, school.psicologia);
    const ids = (await readOptions('medicina')).map(({ documentId }) => documentId);
    expect(ids).toContain(inLine);
    expect(ids).not.toContain(elsewhere);
    expect((await readOptions('Berta')).map(({ documentId }) => documentId)).toEqual([inLine]);
  });

  it('have these details also for selected entries', async () => {
    const id = await teacher('Diana');
    const product = await store(
      app,
      PRODUCT,
      course({ verticals: [school.medicina.documentId], protagonists: [id] }),
    );
    const { body } = await school.all.get(`${RELATIONS}/${product}/protagonists?locale=es`);
    expect((body.results as Option[])[0]?.about).toMatchObject({
      products: 1,
      lines: ['Medicina'],
    });
  });

  it('do not include selected entries', async () => {
    const [selected, other] = [await teacher('Fátima Ríos'), await teacher('Fátima Rius')];
    const product = await store(
      app,
      PRODUCT,
      course({ verticals: [school.medicina.documentId], protagonists: [selected] }),
    );
    const { status, body } = await school.all.get(
      `${RELATIONS}/protagonists?id=${product}&_q=F%C3%A1tima&locale=es&pageSize=10&page=1`,
    );
    expect(status).toBe(200);
    expect((body.results as Option[]).map(({ documentId }) => documentId)).toEqual([other]);
  });

  it('count only products that the user may read', async () => {
    const id = await teacher('Elena');
    for (const line of [school.medicina, school.psicologia]) {
      const verticals = [line.documentId];
      await store(app, PRODUCT, course({ verticals, protagonists: [id] }));
    }
    const [all] = await readOptions('Elena');
    expect(all?.about?.products).toBe(2);
    const [readable] = await readOptions('Elena', school.ana);
    expect(readable?.about).toMatchObject({ products: 1, lines: ['Medicina'] });
  });

  it('run as many SQL statements for many entries as for one', async () => {
    const count = (search: string): Promise<number> =>
      countRequestQueries(app, () => readOptions(search));
    await teacher('Only one');
    for (let at = 0; at < 12; at += 1) await teacher(`One of many ${at}`);
    const statements = await count('Only one');
    expect(await count('One of many')).toBe(statements);
  });

  it('have these details for another relation', async () => {
    const category = await store(app, CATEGORY, { name: 'Cirugía', slug: 'cirugia', order: 1 });
    const { body } = await school.all.get(`${RELATIONS}/categories?_q=Cirug&locale=es`);
    expect((body.results as Option[])[0]).toMatchObject({
      documentId: category,
      name: 'Cirugía',
      about: { products: 0 },
    });
  });
});
