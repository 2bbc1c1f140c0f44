import { documentsOf } from '../../src/platform/strapi/documents';
import type { Related, Row, Rows, Views } from '../../src/plugins/tables/lists/lists';
import { EXPLORER, PROTAGONIST, VERTICAL, refusal, store } from '../rights/support';
import { openSchool, type School } from '../rights/support';
import { PRODUCT, sellable, startDesk, type Desk } from '../publishing-rules/support';
import type { Admin, AdminAnswer } from '../support/admin';
import { countRequestQueries } from '../support/queries';

type Listed = { results: { documentId: string; title: string }[]; pagination: { total: number } };

describe('Lists of entries in the panel', () => {
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
    documentsOf(desk.app, PRODUCT).update({
      documentId,
      locale: 'en',
      data: { title: `English ${documentId}`, slug: `english-${documentId}` },
    });

  const publish = (documentId: string, locale = 'es'): Promise<unknown> =>
    documentsOf(desk.app, PRODUCT).publish({ documentId, locale });

  const ask = (query: string, who: Admin = desk.admin): Promise<AdminAnswer> =>
    who.get(`${EXPLORER}/${PRODUCT}?locale=es&pageSize=100&${query}`);

  /** Returns the entries of a list, and its total. */
  const listed = async (query: string, who?: Admin): Promise<string[]> => {
    const { status, body } = await ask(query, who);
    expect(status).toBe(200);
    const { results, pagination } = body as unknown as Listed;
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

  it('are narrowed to what has no picture', async () => {
    const [without, pictured] = [await product(), await product({ cardImage: desk.picture })];
    const found = await listed('question=without-picture');
    expect(found).toContain(without);
    expect(found).not.toContain(pictured);
  });

  it('are narrowed to what is missing in a language', async () => {
    const [spanish, both] = [await product(), await product()];
    await inEnglish(both);
    const found = await listed('question=without-language:en');
    expect(found).toContain(spanish);
    expect(found).not.toContain(both);
  });

  it('are narrowed to what was modified, and to what was never published', async () => {
    const [draft, published, modified] = [await product(), await product(), await product()];
    await publish(published);
    await publish(modified);
    await documentsOf(desk.app, PRODUCT).update({
      documentId: modified,
      locale: 'es',
      data: { title: 'Another title' },
    });
    const changed = await listed('question=modified');
    expect(changed).toContain(modified);
    expect(changed).not.toContain(draft);
    expect(changed).not.toContain(published);
    const never = await listed('question=never-published');
    expect(never).toContain(draft);
    expect(never).not.toContain(published);
    expect(never).not.toContain(modified);
  });

  it('are narrowed to what no payment account sells', async () => {
    const [sold, unsold] = [await product(), await product({ payID: 'prod_nowhere_at_all' })];
    expect(await listed('question=payment-unknown')).toEqual([unsold]);
    expect(await listed('')).toContain(sold);
  });

  it('are narrowed to what names a teacher, who is found by a part of the name', async () => {
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
    expect(await listed(`question=${related[0]?.value ?? ''}`)).toEqual([hers]);
    const later = await desk.admin.get(
      `/lists/${PRODUCT}/questions?chosen=${related[0]?.value ?? ''}`,
    );
    expect(later.body.data).toMatchObject({ related: [{ name: 'Ana Ruiz' }] });
  });

  it('are not narrowed by what is only another language of an entry', async () => {
    await product({ title: 'Oncología práctica' });
    const { status, body } = await desk.admin.get(`/lists/${PRODUCT}/questions?q=oncolog`);
    expect({ status, body }).toMatchObject({ status: 200, body: { data: { related: [] } } });
  });

  it('are narrowed, filtered and searched at once', async () => {
    const wanted = await product({ title: 'Wanted by all' });
    await product({ title: 'Wanted by all', cardImage: desk.picture });
    const query = 'question=without-picture&_q=Wanted&filters[$and][0][type][$eq]=Curso corto';
    expect(await listed(query)).toEqual([wanted]);
    expect(await listed(query.replace('Curso corto', 'Libro'))).toEqual([]);
  });

  it('show nobody more than they may read', async () => {
    const own = await product();
    const foreign = await product({ verticals: [school.psicologia.documentId] });
    const found = await listed('question=without-picture', school.ana);
    expect(found).toContain(own);
    expect(found).not.toContain(foreign);
    expect((await rowsOf([own, foreign], school.ana)).map(({ documentId }) => documentId)).toEqual([
      own,
    ]);
  });

  it.each(['nonsense', 'of:title:abc', 'of:nothing:abc', 'constructor', ''])(
    'refuse the question "%s" that they do not know',
    async (question) => {
      expect(refusal(await ask(`question=${question}`))).toEqual([400, 'NO_SUCH_QUESTION']);
    },
  );

  it('refuse questions that other types know only', async () => {
    const answer = await desk.admin.get(`${EXPLORER}/${VERTICAL}?question=payment-unknown`);
    expect(refusal(answer)).toEqual([400, 'NO_SUCH_QUESTION']);
  });

  it('show pictures, business lines and what became of each language', async () => {
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

  describe('with columns of entries that are named', () => {
    const EPISODE = 'api::episode.episode';
    const SERIES = 'api::series.series';

    const namedOf = async (
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

    it('say what they are called, in their order, each once in whichever languages', async () => {
      const names = ['Beta', 'Alfa'];
      const teachers: string[] = [];
      for (const [at, name] of names.entries()) {
        const slug = `listed-${name.toLowerCase()}`;
        const documentId = await store(desk.app, PROTAGONIST, { name, slug, order: at });
        await documentsOf(desk.app, PROTAGONIST).update({
          documentId,
          locale: 'en',
          data: { name: `${name} in English`, slug },
        });
        teachers.push(documentId);
      }
      const documentId = await product({ protagonists: teachers });
      expect(await namedOf(PRODUCT, documentId, 'protagonists,channels')).toMatchObject({
        protagonists: { names, count: 2 },
        channels: { count: expect.any(Number) as number },
      });
      const episode = await store(desk.app, EPISODE, {
        ...{ name: 'Listed', slug: 'listed', language: 'es', protagonists: teachers },
      });
      const series = await store(desk.app, SERIES, {
        ...{ name: 'Sueño', slug: 'listed-sueno', order: 1, episodes: [episode] },
      });
      await documentsOf(desk.app, SERIES).update({
        documentId: series,
        locale: 'en',
        data: { name: 'Sleep', slug: 'listed-sleep', episodes: [episode] },
      });
      expect(await namedOf(EPISODE, episode, 'series,protagonists')).toEqual({
        series: { names: ['Sueño'], count: 1 },
        protagonists: { names, count: 2 },
      });
    });

    it('say nothing of what is no relation, or may not be read', async () => {
      const documentId = await product();
      expect(await namedOf(PRODUCT, documentId, 'title,nothing,createdBy')).toEqual({});
      expect(await namedOf(PRODUCT, documentId, 'protagonists', school.ana)).toBeDefined();
    });

    it('ask the database as often for many rows as for one', async () => {
      const documents = [await product(), await product(), await product(), await product()];
      const statements = (asked: readonly string[]): Promise<number> =>
        countRequestQueries(desk.app, () =>
          desk.admin.get(
            `/lists/${PRODUCT}/rows?locale=es&documents=${asked.join(',')}&relations=protagonists,channels,categories`,
          ),
        );
      await statements(documents);
      expect(await statements(documents)).toBe(await statements(documents.slice(0, 1)));
    });
  });

  describe('as somebody has kept them', () => {
    const address = `/lists/${PRODUCT}/views`;

    const viewsOf = async (who: Admin): Promise<Views> =>
      (await who.get(address)).body.data as Views;

    const namesFor = async (who: Admin): Promise<string[]> =>
      (await viewsOf(who)).views.map(({ name }) => name);

    it('are theirs alone, until they share them with a role of theirs', async () => {
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

    it('are replaced by what is called the same', async () => {
      await school.both.post(address, { name: 'Twice', query: 'sort=title' });
      await school.both.post(address, { name: 'Twice', query: 'sort=SKU' });
      const own = (await viewsOf(school.both)).views.filter(({ isMine }) => isMine);
      expect(own).toMatchObject([{ name: 'Twice', query: 'sort=SKU' }]);
    });

    it('are renamed by their owner, and stay shared', async () => {
      const idOf = async (called: string): Promise<string> =>
        (await viewsOf(school.ana)).views.find(({ name }) => name === called)?.id ?? '';
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

    it('are deleted by nobody else, and shared with no foreign role', async () => {
      const { views } = await viewsOf(school.ana);
      const foreign = await school.both.delete(`${address}/${views[0]?.id ?? ''}`);
      expect(refusal(foreign)).toEqual([404, 'NOT_YOUR_VIEW']);
      const { roles } = await viewsOf(desk.admin);
      const shared = { name: 'Foreign', query: '', role: roles[0]?.id };
      expect(refusal(await school.ana.post(address, shared))).toEqual([403, 'NOT_YOUR_ROLE']);
      expect((await school.ana.delete(`${address}/${views[0]?.id ?? ''}`)).status).toBe(200);
      expect(await namesFor(school.ana)).toEqual(['Ours']);
    });

    it('are no more than fifty of one list, also at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, at) =>
          desk.admin.post(address, { name: `View ${at}`, query: '' }),
        ),
      );
      const refused = answers.filter(({ status }) => status !== 200).map(refusal);
      expect(refused).toEqual(Array.from({ length: 10 }, () => [409, 'TOO_MANY_VIEWS']));
      expect((await viewsOf(desk.admin)).views).toHaveLength(50);
    });
  });
});
