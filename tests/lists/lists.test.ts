import { getDocumentService } from '#platform/strapi/documents';
import type { Related, Row, Rows, Views } from '#plugins/tables/lists/lists';
import {
  EXPLORER,
  PROTAGONIST,
  VERTICAL,
  refusal,
  store,
  openSchool,
  type School,
} from '../rights/support';
import { PRODUCT, sellable, startDesk, type Desk } from '../publishing-rules/support';
import { signInAs, type Admin, type AdminAnswer } from '../support/admin';
import { countRequestQueries } from '../support/queries';

type ListAnswer = {
  results: { documentId: string; title: string }[];
  pagination: { total: number };
};

describe('Lists of entries in the admin panel', () => {
  let desk: Desk;
  let school: School;

  beforeAll(async () => {
    desk = await startDesk();
    school = await openSchool(desk.app);
  });

  afterAll(() => desk.stop());

  const product = (changes: object = {}): Promise<string> =>
    store(desk.app, PRODUCT, {
      ...sellable(desk, { verticals: [school.medicina.documentId] }),
      ...changes,
    });

  const inEnglish = (documentId: string): Promise<unknown> =>
    getDocumentService(desk.app, PRODUCT).update({
      documentId,
      locale: 'en',
      data: { title: `English ${documentId}`, slug: `english-${documentId}` },
    });

  const publish = (documentId: string, locale = 'es'): Promise<unknown> =>
    getDocumentService(desk.app, PRODUCT).publish({ documentId, locale });

  const requestList = (query: string, who: Admin = desk.admin): Promise<AdminAnswer> =>
    who.get(`${EXPLORER}/${PRODUCT}?locale=es&pageSize=100&${query}`);

  /** Returns the entries of a list, and its total. */
  const readList = async (query: string, who?: Admin): Promise<string[]> => {
    const { status, body } = await requestList(query, who);
    expect(status).toBe(200);
    const { results, pagination } = body as unknown as ListAnswer;
    expect(pagination.total).toBe(results.length);
    return results.map(({ documentId }) => documentId);
  };

  const rowsOf = async (
    documents: readonly string[],
    who = desk.admin,
  ): Promise<readonly Row[]> => {
    const { status, body } = await who.get(
      `/lists/${PRODUCT}/rows?locale=es&documents=${documents.join(',')}`,
    );
    expect(status).toBe(200);
    return (body.data as Rows).rows;
  };

  it('quick filter without-picture – lists entries without a picture', async () => {
    const [without, pictured] = [await product(), await product({ cardImage: desk.picture })];
    const results = await readList('question=without-picture');
    expect(results).toContain(without);
    expect(results).not.toContain(pictured);
  });

  it('quick filter without-language – lists entries missing in a locale', async () => {
    const [spanish, both] = [await product(), await product()];
    await inEnglish(both);
    const results = await readList('question=without-language:en');
    expect(results).toContain(spanish);
    expect(results).not.toContain(both);
  });

  it('quick filters modified and never-published – list entries by state', async () => {
    const [draft, published, modified] = [await product(), await product(), await product()];
    await publish(published);
    await publish(modified);
    await getDocumentService(desk.app, PRODUCT).update({
      documentId: modified,
      locale: 'es',
      data: { title: 'Another title' },
    });
    const modifiedResults = await readList('question=modified');
    expect(modifiedResults).toContain(modified);
    expect(modifiedResults).not.toContain(draft);
    expect(modifiedResults).not.toContain(published);
    const unpublishedResults = await readList('question=never-published');
    expect(unpublishedResults).toContain(draft);
    expect(unpublishedResults).not.toContain(published);
    expect(unpublishedResults).not.toContain(modified);
  });

  it('quick filter payment-unknown – lists entries that no payment account sells', async () => {
    const [sold, unsold] = [await product(), await product({ payID: 'prod_nowhere_at_all' })];
    expect(await readList('question=payment-unknown')).toEqual([unsold]);
    expect(await readList('')).toContain(sold);
  });

  it('quick filter of a teacher – is found by a part of the name, and lists the related entries', async () => {
    const ana = await store(desk.app, PROTAGONIST, {
      name: 'Ana Ruiz',
      slug: 'ana-ruiz',
      order: 1,
    });
    const other = await store(desk.app, PROTAGONIST, {
      name: 'Eva Ruiz',
      slug: 'eva-ruiz',
      order: 2,
    });
    const hers = await product({ protagonists: [ana] });
    await product({ protagonists: [other] });
    const { body } = await desk.admin.get(`/lists/${PRODUCT}/questions?q=ana%20r`);
    const { related } = body.data as { related: Related[] };
    expect(related).toMatchObject([{ name: 'Ana Ruiz', uid: PROTAGONIST, count: 1 }]);
    expect(await readList(`question=${related[0]?.value ?? ''}`)).toEqual([hers]);
    const later = await desk.admin.get(
      `/lists/${PRODUCT}/questions?chosen=${related[0]?.value ?? ''}`,
    );
    expect(later.body.data).toMatchObject({ related: [{ name: 'Ana Ruiz' }] });
  });

  it('GET /lists/:uid/questions – user without permission for the relation or its names – offers no relation', async () => {
    const { body } = await desk.admin.post('/admin/roles', { name: 'Clerk', description: '' });
    const { id, code } = body.data as { id: number; code: string };
    const clerk = await signInAs(desk.app, code, 'Clerk');
    const findRelated = async (fields: readonly string[], names: readonly string[]) => {
      const permissions = [
        { subject: PRODUCT, fields },
        { subject: PROTAGONIST, fields: names },
      ].map(({ subject, fields: readable }) => ({
        ...{ action: 'plugin::content-manager.explorer.read', subject, conditions: [] },
        properties: { fields: readable, locales: ['es'] },
      }));
      await desk.admin.put(`/admin/roles/${id}/permissions`, { permissions });
      const answer = await clerk.get(`/lists/${PRODUCT}/questions?q=ana%20r`);
      return (answer.body.data as { related: Related[] }).related.map(({ name }) => name);
    };
    expect(await findRelated(['title', 'protagonists'], ['name'])).toEqual(['Ana Ruiz']);
    expect(await findRelated(['title'], ['name'])).toEqual([]);
    expect(await findRelated(['title', 'protagonists'], ['slug'])).toEqual([]);
  });

  it('GET /lists/:uid/questions – title of an entry of the same type – offers no relation', async () => {
    await product({ title: 'Oncología práctica' });
    const { status, body } = await desk.admin.get(`/lists/${PRODUCT}/questions?q=oncolog`);
    expect({ status, body }).toMatchObject({ status: 200, body: { data: { related: [] } } });
  });

  it('combine quick filter, filter and search', async () => {
    const matching = await product({ title: 'Wanted by all' });
    await product({ title: 'Wanted by all', cardImage: desk.picture });
    const query = 'question=without-picture&_q=Wanted&filters[$and][0][type][$eq]=Curso corto';
    expect(await readList(query)).toEqual([matching]);
    expect(await readList(query.replace('Curso corto', 'Libro'))).toEqual([]);
  });

  it('show only entries that the user may read', async () => {
    const ownId = await product();
    const foreign = await product({ verticals: [school.psicologia.documentId] });
    const results = await readList('question=without-picture', school.ana);
    expect(results).toContain(ownId);
    expect(results).not.toContain(foreign);
    expect(
      (await rowsOf([ownId, foreign], school.ana)).map(({ documentId }) => documentId),
    ).toEqual([ownId]);
  });

  it.each(['nonsense', 'of:title:abc', 'of:nothing:abc', 'constructor', ''])(
    'refuse the unknown quick filter "%s"',
    async (question) => {
      expect(refusal(await requestList(`question=${question}`))).toEqual([400, 'NO_SUCH_QUESTION']);
    },
  );

  it('refuse a quick filter of another type', async () => {
    const answer = await desk.admin.get(`${EXPLORER}/${VERTICAL}?question=payment-unknown`);
    expect(refusal(answer)).toEqual([400, 'NO_SUCH_QUESTION']);
  });

  it('show the picture, the business lines and the state of each locale', async () => {
    const documentId = await product({
      cardImage: desk.picture,
      verticals: [school.psicologia.documentId, school.medicina.documentId],
    });
    await inEnglish(documentId);
    await publish(documentId);
    const [row] = await rowsOf([documentId]);
    expect(row).toMatchObject({
      documentId,
      picture: expect.stringMatching(/^\/uploads\//) as string,
      lines: ['Medicina', 'Psicología'],
    });
    expect(row?.languages).toEqual(
      expect.arrayContaining([
        { locale: 'es', state: 'published', olderSince: null },
        { locale: 'en', state: 'draft', olderSince: null },
      ]),
    );
  });

  describe('with columns of relations', () => {
    const EPISODE = 'api::episode.episode';
    const SERIES = 'api::series.series';

    const readRelated = async (
      uid: string,
      documentId: string,
      relations: string,
      who = desk.admin,
    ): Promise<Row['named'] | undefined> => {
      const { status, body } = await who.get(
        `/lists/${uid}/rows?documents=${documentId}&relations=${relations}`,
      );
      expect(status).toBe(200);
      return (body.data as Rows).rows[0]?.named;
    };

    it('show the titles of related entries in order, once for all locales', async () => {
      const names = ['Beta', 'Alfa'];
      const teachers: string[] = [];
      for (const [index, name] of names.entries()) {
        const slug = `listed-${name.toLowerCase()}`;
        const documentId = await store(desk.app, PROTAGONIST, { name, slug, order: index });
        await getDocumentService(desk.app, PROTAGONIST).update({
          documentId,
          locale: 'en',
          data: { name: `${name} in English`, slug },
        });
        teachers.push(documentId);
      }
      const documentId = await product({ protagonists: teachers });
      expect(await readRelated(PRODUCT, documentId, 'protagonists,channels')).toMatchObject({
        protagonists: { names, count: 2 },
        channels: { count: expect.any(Number) as number },
      });
      const episode = await store(desk.app, EPISODE, {
        ...{ name: 'Listed', slug: 'listed', language: 'es', protagonists: teachers },
      });
      const series = await store(desk.app, SERIES, {
        ...{ name: 'Sueño', slug: 'listed-sueno', order: 1, episodes: [episode] },
      });
      await getDocumentService(desk.app, SERIES).update({
        documentId: series,
        locale: 'en',
        data: { name: 'Sleep', slug: 'listed-sleep', episodes: [episode] },
      });
      expect(await readRelated(EPISODE, episode, 'series,protagonists')).toEqual({
        series: { names: ['Sueño'], count: 1 },
        protagonists: { names, count: 2 },
      });
    });

    it('ignore columns that are no relations, or not readable', async () => {
      const documentId = await product();
      expect(await readRelated(PRODUCT, documentId, 'title,nothing,createdBy')).toEqual({});
      expect(await readRelated(PRODUCT, documentId, 'protagonists', school.ana)).toBeDefined();
    });

    it('run as many SQL statements for many rows as for one', async () => {
      const documents = [await product(), await product(), await product(), await product()];
      const countStatements = (documentIds: readonly string[]): Promise<number> =>
        countRequestQueries(desk.app, () =>
          desk.admin.get(
            `/lists/${PRODUCT}/rows?locale=es&documents=${documentIds.join(',')}&relations=protagonists,channels,categories`,
          ),
        );
      await countStatements(documents);
      expect(await countStatements(documents)).toBe(await countStatements(documents.slice(0, 1)));
    });
  });

  describe('saved as views', () => {
    const address = `/lists/${PRODUCT}/views`;

    const viewsOf = async (who: Admin): Promise<Views> =>
      (await who.get(address)).body.data as Views;

    const namesFor = async (who: Admin): Promise<string[]> =>
      (await viewsOf(who)).views.map(({ name }) => name);

    it('are visible to their owner only, until shared with a role', async () => {
      const { roles } = await viewsOf(school.ana);
      const [role] = roles;
      const query = 'question=modified&sort=title%3AASC';
      expect((await school.ana.post(address, { name: 'Mine', query })).status).toBe(200);
      expect(await namesFor(school.ana)).toEqual(['Mine']);
      expect(await namesFor(school.both)).toEqual([]);
      await school.ana.post(address, { name: 'Ours', query, role: role?.id });
      expect(await namesFor(school.ana)).toEqual(['Mine', 'Ours']);
      expect((await viewsOf(school.both)).views).toMatchObject([
        { name: 'Ours', query, isMine: false, role: role?.name },
      ]);
    });

    it('are replaced by a view with the same name', async () => {
      await school.both.post(address, { name: 'Twice', query: 'sort=title' });
      await school.both.post(address, { name: 'Twice', query: 'sort=SKU' });
      const ownViews = (await viewsOf(school.both)).views.filter(({ isMine }) => isMine);
      expect(ownViews).toMatchObject([{ name: 'Twice', query: 'sort=SKU' }]);
    });

    it('are renamed by their owner only, and stay shared', async () => {
      const idOf = async (label: string): Promise<string> =>
        (await viewsOf(school.ana)).views.find(({ name }) => name === label)?.id ?? '';
      const ours = await idOf('Ours');
      const renamed = await school.ana.put(`${address}/${ours}`, { name: ' Everybody’s ' });
      expect(renamed.status).toBe(200);
      expect(await namesFor(school.ana)).toEqual(['Everybody’s', 'Mine']);
      expect((await viewsOf(school.both)).views).toMatchObject([
        { name: 'Everybody’s', isMine: false, query: 'question=modified&sort=title%3AASC' },
        { name: 'Twice', isMine: true },
      ]);
      expect(refusal(await school.ana.put(`${address}/${ours}`, { name: 'Mine' }))).toEqual([
        409,
        'VIEW_NAME_TAKEN',
      ]);
      expect(refusal(await school.both.put(`${address}/${ours}`, { name: 'Stolen' }))).toEqual([
        404,
        'NOT_YOUR_VIEW',
      ]);
      expect((await school.ana.put(`${address}/${ours}`, { name: ' ' })).status).toBe(400);
      expect((await school.ana.put(`${address}/${ours}`, { name: 'Ours' })).status).toBe(200);
    });

    it('are deleted by their owner only, and shared with own roles only', async () => {
      const { views } = await viewsOf(school.ana);
      const foreign = await school.both.delete(`${address}/${views[0]?.id ?? ''}`);
      expect(refusal(foreign)).toEqual([404, 'NOT_YOUR_VIEW']);
      const { roles } = await viewsOf(desk.admin);
      const shared = { name: 'Foreign', query: '', role: roles[0]?.id };
      expect(refusal(await school.ana.post(address, shared))).toEqual([403, 'NOT_YOUR_ROLE']);
      expect((await school.ana.delete(`${address}/${views[0]?.id ?? ''}`)).status).toBe(200);
      expect(await namesFor(school.ana)).toEqual(['Ours']);
    });

    it('are limited to 50 for each list, also for simultaneous requests', async () => {
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          desk.admin.post(address, { name: `View ${index}`, query: '' }),
        ),
      );
      const refused = answers.filter(({ status }) => status !== 200).map(refusal);
      expect(refused).toEqual(Array.from({ length: 10 }, () => [409, 'TOO_MANY_VIEWS']));
      expect((await viewsOf(desk.admin)).views).toHaveLength(50);
    });
  });
});
