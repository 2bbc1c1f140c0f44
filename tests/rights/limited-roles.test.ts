import { getDocumentService } from '#platform/strapi/documents';
import { rowsOf, sheetsOf } from '../import-export/support';
import { type Admin, signInAs } from '../support/admin';
import { type App, startApp, stopQuietly } from '../support/app';
import { addPicture } from '../support/content';
import {
  COMPANY,
  course,
  EXPLORER,
  openSchool,
  PRODUCT,
  PROTAGONIST,
  refusal,
  store,
  stored,
  VERTICAL,
  type BusinessLine,
  type School,
} from './support';

const CREATOR = 'admin::is-creator';

const LOOK_ONLY = [403, 'LOOK_ONLY'];

let app: App;
let school: School;

beforeAll(async () => {
  app = await startApp();
  school = await openSchool(app);
});

afterAll(() => stopQuietly(app));

type Permission = {
  action: string;
  subject: string | null;
  properties: object;
  conditions: object;
};

type Narrowing = {
  fields: readonly string[];
  locales?: readonly string[];
  conditions?: readonly string[];
};

const WITH_FIELDS = ['read', 'create', 'update'];

const permit = (
  actions: readonly string[],
  subject: string,
  { fields, locales = ['es', 'en'], conditions = [] }: Narrowing,
): Permission[] =>
  actions.map((action) => ({
    action: `plugin::content-manager.explorer.${action}`,
    ...{ subject, conditions },
    properties: WITH_FIELDS.includes(action) ? { fields, locales } : { locales },
  }));

const createRole = async (
  name: string,
  permissions: readonly Permission[],
): Promise<{ id: number; code: string }> => {
  const created = await school.all.post('/admin/roles', {
    name: `Role ${name}`,
    description: name,
  });
  const role = created.body.data as { id: number; code: string };
  const saved = await school.all.put(`/admin/roles/${role.id}/permissions`, { permissions });
  expect(saved.status).toBe(200);
  return role;
};

const signInWith = async (name: string, ...permissions: Permission[]): Promise<Admin> =>
  signInAs(app, (await createRole(name, permissions)).code, name);

const ofCourses = ['title', 'slug', 'SKU', 'order', 'type', 'payID', 'verticals'];

describe('A new locale of an entry', () => {
  it('POST /pages/copy – Create in one locale and no Update – answers 403 for other locales and for pages of others', async () => {
    const { medicina, psicologia } = school;
    const fields = ['vertical', 'ImpactText'];
    const copier = await signInWith(
      'Copier',
      ...permit(['read'], COMPANY, { fields }),
      ...permit(['create'], COMPANY, { fields, locales: ['es'] }),
    );
    const page = await store(app, COMPANY, { vertical: medicina.documentId });
    const copy = (from: string, locale: string, { documentId }: BusinessLine) =>
      copier.post(`/pages/copy/${COMPANY}/${from}`, {
        from: { locale: 'es' },
        to: { locale, vertical: documentId },
      });
    expect(refusal(await copy(page, 'en', medicina))).toEqual(LOOK_ONLY);
    expect(refusal(await copy(page, 'en', psicologia))).toEqual([403, 'OTHER_LANGUAGE']);
    const copied = await copy(page, 'es', psicologia);
    expect(copied.status).toBe(200);
    const { documentId } = copied.body.data as { documentId: string };
    expect(refusal(await copy(documentId, 'en', psicologia))).toEqual([403, 'OTHER_LANGUAGE']);
    const creators = await app.strapi.db
      .query(COMPANY)
      .findMany({ where: { documentId }, populate: ['createdBy'] });
    expect(creators).toMatchObject([{ createdBy: { email: copier.email } }]);
  });

  it('PUT an entry – Update of own entries only, entry of others – answers 403 and keeps its relations', async () => {
    const { medicina, psicologia } = school;
    const author = await signInWith(
      'Author',
      ...permit(['read', 'create'], PRODUCT, { fields: ofCourses }),
      ...permit(['update'], PRODUCT, { fields: ofCourses, conditions: [CREATOR] }),
    );
    const documentId = await store(
      app,
      PRODUCT,
      course({ title: 'Of others', verticals: [medicina.documentId] }),
    );
    const english = (id: string) => `${EXPLORER}/${PRODUCT}/${id}?locale=en`;
    const moved = course({
      verticals: {
        connect: [{ documentId: psicologia.documentId }],
        disconnect: [{ documentId: medicina.documentId }],
      },
    });
    expect(refusal(await author.put(english(documentId), moved))).toEqual(LOOK_ONLY);
    expect(await stored(app, PRODUCT, documentId, ['verticals'])).toMatchObject({
      verticals: [{ documentId: medicina.documentId }],
    });
    const created = await author.post(`${EXPLORER}/${PRODUCT}?locale=es`, course());
    const own = (created.body.data as { documentId: string }).documentId;
    expect((await author.put(english(own), course())).status).toBe(200);
  });

  it('PUT an entry – Update in all locales, Create in one – answers 403 for a new version in another', async () => {
    const translator = await signInWith(
      'Reviewer',
      ...permit(['read', 'update'], PRODUCT, { fields: ofCourses }),
      ...permit(['create'], PRODUCT, { fields: ofCourses, locales: ['es'] }),
    );
    const documentId = await store(app, PRODUCT, course());
    const at = (locale: string) => `${EXPLORER}/${PRODUCT}/${documentId}?locale=${locale}`;
    expect(refusal(await translator.put(at('en'), course()))).toEqual([403, 'OTHER_LANGUAGE']);
    expect((await translator.put(at('es'), { title: 'Changed' })).status).toBe(200);
  });
});

describe('A role limited to its own entries', () => {
  it('PUT /content-quality/dismissals – answers 403, because a dismissal concerns all entries', async () => {
    const writing = (name: string, narrowing: object) =>
      signInWith(
        name,
        ...permit(['read'], PRODUCT, { fields: ofCourses }),
        ...permit(['update'], PRODUCT, { fields: ofCourses, ...narrowing }),
      );
    const [own, english, all] = [
      await writing('Own', { conditions: [CREATOR] }),
      await writing('English', { locales: ['en'] }),
      await writing('Everything', {}),
    ];
    const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const dismiss = async (who: Admin, locale: string): Promise<number> => {
      const groups = [{ code: 'TESTED', uid: PRODUCT, locale }];
      const body = { groups, reason: 'Sale', until };
      return (await who.put('/content-quality/dismissals', body)).status;
    };
    expect([await dismiss(own, 'es'), await dismiss(own, 'en')]).toEqual([403, 403]);
    expect([await dismiss(english, 'es'), await dismiss(english, 'en')]).toEqual([403, 204]);
    expect([await dismiss(all, 'es'), await dismiss(all, 'en')]).toEqual([204, 204]);
  });

  it('POST /usage/files – file of others – returns nothing', async () => {
    const files = { action: 'plugin::upload.read', subject: null, properties: {} };
    const uploader = await signInWith('Uploader', { ...files, conditions: [CREATOR] });
    const fileIds = [await addPicture(app)];
    const usesFor = async (who: Admin) => (await who.post('/usage/files', { fileIds })).body.data;
    expect(await usesFor(school.all)).toMatchObject([{ id: String(fileIds[0]) }]);
    expect(await usesFor(uploader)).toEqual([]);
  });

  it('GET /dashboard/work – text typed for an entry of another line – does not show its title', async () => {
    const { ana, all, psicologia } = school;
    const title = 'Typed by a stranger';
    const documentId = await store(
      app,
      PRODUCT,
      course({ title, verticals: [psicologia.documentId] }),
    );
    const typing = { fields: { title: { mine: 'New', base: title } }, at: Date.now() };
    const address = `/concurrent-editing/typed/${PRODUCT}/${documentId}?locale=es`;
    for (const who of [all, ana]) expect((await who.put(address, typing)).status).toBe(200);
    const shows = async (who: Admin) => (await who.get('/dashboard/work')).text.includes(title);
    expect([await shows(all), await shows(ana)]).toEqual([true, false]);
  });
});

describe('A role that reads some fields', () => {
  it('without the title – lists, plans, checks and uses do not show it', async () => {
    const fields = ['slug', 'order', 'type', 'verticals'];
    const reader = await signInWith(
      'Untitled',
      ...permit(['read', 'update', 'publish'], PRODUCT, { fields }),
    );
    const title = 'Concealed title';
    const documentId = await store(app, PRODUCT, course({ title, slug: 'shown-slug' }));
    const requests: Record<string, (who: Admin) => ReturnType<Admin['get']>> = {
      order: (who) => who.get(`/ordering/order/${PRODUCT}?locale=es&limit=200`),
      home: (who) => who.get('/dashboard/work'),
      errors: (who) => who.get(`/publishing-rules/entries?type=${PRODUCT}`),
      check: (who) =>
        who.post(`/publishing-rules/check/${PRODUCT}`, { documentIds: [documentId], locale: 'es' }),
      uses: (who) =>
        who.post(`/usage/entries/${PRODUCT}`, {
          ...{ documentIds: [documentId], locales: null, removal: 'delete' },
        }),
      link: (who) => who.get(`/links/entry?link=entry:${PRODUCT}/${documentId}&locale=es`),
      brokenLinks: (who) =>
        who.post(`/publishing-rules/facts/${PRODUCT}`, {
          ...{ documentId: null, locale: 'es', payID: '', shown: [] },
          links: [`entry:${PRODUCT}/${documentId}`],
        }),
      plan: (who) =>
        who.post(`/bulk-edit/${PRODUCT}/plan`, {
          columns: [{ name: 'slug', locale: 'es' }],
          rows: [{ key: documentId, cells: ['shown-slug'] }],
        }),
    };
    for (const [name, request] of Object.entries(requests)) {
      const [whole, limited] = [await request(school.all), await request(reader)];
      const shows = [whole, limited].map(({ status, text }) => [status, text.includes(title)]);
      expect([name, ...shows]).toEqual([name, [200, true], [200, false]]);
    }
  });

  it('DELETE a business line – required by a page that the role may not read – answers 409 without its name', async () => {
    const fields = ['name', 'slug'];
    const remover = await signInWith(
      'Remover',
      ...permit(['read', 'delete'], VERTICAL, { fields }),
    );
    const line = await store(app, VERTICAL, { name: 'Required', slug: 'required' }, null);
    const page = await store(app, COMPANY, { vertical: line });
    await app.strapi.db
      .query(COMPANY)
      .updateMany({ where: { documentId: page }, data: { publishedAt: new Date() } });
    const remove = async (who: Admin) => {
      const answer = await who.delete(`${EXPLORER}/${VERTICAL}/${line}`);
      return [...refusal(answer), answer.text.includes('Hidden from your role')];
    };
    expect(await remove(remover)).toEqual([409, 'ENTRY_IN_USE', true]);
    expect(await remove(school.all)).toEqual([409, 'ENTRY_IN_USE', false]);
  });

  it('GET rows.csv – unreadable SKU – names entries by their slug', async () => {
    const fields = ['title', 'slug', 'order', 'type'];
    const reader = await signInWith('Keyless', ...permit(['read', 'update'], PRODUCT, { fields }));
    await store(app, PRODUCT, course({ SKU: 'CONCEALED-SKU', slug: 'readable-slug' }));
    const csv = async (who: Admin) =>
      (await who.get(`/bulk-edit/${PRODUCT}/rows.csv?locale=es`)).text;
    expect(await csv(school.all)).toContain('CONCEALED-SKU');
    const readable = await csv(reader);
    expect(readable).toContain('readable-slug');
    expect(readable).not.toContain('CONCEALED-SKU');
  });

  it('POST /bulk-edit/:uid/plan – name of a related entry unreadable – neither shows nor finds it', async () => {
    const fields = ['title', 'SKU', 'protagonists'];
    const reader = await signInWith(
      'Nameless',
      ...permit(['read', 'update'], PRODUCT, { fields }),
      ...permit(['read'], PROTAGONIST, { fields: ['slug'] }),
    );
    const name = 'Concealed lecturer';
    const slug = 'readable-lecturer';
    await store(app, PROTAGONIST, { name, slug, cv: 'cv', order: 1 });
    const key = await store(app, PRODUCT, course());
    const cellFor = async (who: Admin, text: string) => {
      const { body } = await who.post(`/bulk-edit/${PRODUCT}/plan`, {
        columns: [{ name: 'protagonists', locale: 'es' }],
        rows: [{ key, cells: [text] }],
      });
      const [row] = body.data as { cells: { after: string; error: unknown }[] }[];
      return row?.cells[0];
    };
    expect((await cellFor(school.all, name))?.error).toBeNull();
    const cell = await cellFor(reader, slug);
    expect(cell?.error).toBeNull();
    expect(cell?.after).not.toContain(name);
    expect((await cellFor(reader, name))?.error).not.toBeNull();
  });

  it('imports – unreadable title – do not show it', async () => {
    const fields = ['slug', 'order', 'type'];
    const reader = await signInWith('Importer', ...permit(['read', 'update'], PRODUCT, { fields }));
    const title = 'Concealed in imports';
    await store(app, PRODUCT, course({ title, slug: 'imported-slug' }));
    const check = async (who: Admin) => {
      const sheets = sheetsOf(app, who);
      const rows = [
        ['slug', 'order'],
        ['imported-slug', '70'],
      ];
      const run = await sheets.check(rows, { uid: PRODUCT });
      return JSON.stringify([run, await sheets.items(run)]);
    };
    expect(await check(school.all)).toContain(title);
    expect(await check(reader)).not.toContain(title);
  });

  it('GET lists – filter of findings in an unreadable field – finds nothing', async () => {
    const documentId = await store(app, PRODUCT, course({ title: 'With a finding' }));
    const text = JSON.stringify({ en: 'Found', es: 'Hallado' });
    await app.strapi.db.connection('desk.findings').insert({
      ...{ uid: PRODUCT, document_id: documentId, locale: 'es', code: 'TESTED', source: 'tests' },
      ...{ field: 'fullPrice', severity: 'warning', title: text, text },
    });
    const fields = ['title', 'slug'];
    const reader = await signInWith('Priceless', ...permit(['read'], PRODUCT, { fields }));
    const count = async (who: Admin) => {
      const answer = await who.get(`${EXPLORER}/${PRODUCT}?locale=es&question=finding:TESTED:es`);
      return (answer.body.results as unknown[]).length;
    };
    expect([await count(school.all), await count(reader)]).toEqual([1, 0]);
  });

  it('POST …/bulkFindForValidation – order by an unreadable field, entries of other lines – are refused or left out', async () => {
    const { ana, all, medicina, psicologia } = school;
    const fields = ['title', 'slug'];
    const reader = await signInWith('Validator', ...permit(['read'], PRODUCT, { fields }));
    const [first, second] = [
      await store(app, PRODUCT, course({ fullPrice: 2, verticals: [medicina.documentId] })),
      await store(app, PRODUCT, course({ fullPrice: 1, verticals: [psicologia.documentId] })),
    ];
    const find = (who: Admin, sort: string) =>
      who.post(`${EXPLORER}/${PRODUCT}/actions/bulkFindForValidation`, {
        ...{ documentIds: [first, second], locale: 'es', sort },
      });
    const idsFor = async (who: Admin, sort: string) => {
      const { body } = await find(who, sort);
      return (body.results as { documentId: string }[]).map(({ documentId }) => documentId);
    };
    expect(await idsFor(all, 'fullPrice:asc')).toEqual([second, first]);
    expect(await idsFor(ana, 'fullPrice:asc')).toEqual([first]);
    expect((await idsFor(reader, 'title:asc')).toSorted()).toEqual([first, second].toSorted());
    expect([400, 403]).toContain((await find(reader, 'fullPrice:asc')).status);
    expect([400, 403]).toContain((await find(reader, 'verticals.emailFooter:asc')).status);
  });

  it('GET …/compare – parts of components, and titles of unreadable types – are not shown', async () => {
    const fields = ['title', 'slug', 'protagonists', 'seo.title'];
    const reader = await signInWith('Historian', ...permit(['read'], PRODUCT, { fields }));
    const teacher = await store(app, PROTAGONIST, {
      ...{ name: 'Concealed teacher', slug: 'concealed-teacher', cv: 'cv', order: 1 },
    });
    const documentId = await store(app, PRODUCT, course());
    await getDocumentService(app, PRODUCT).update({
      ...{ documentId, locale: 'es' },
      data: { protagonists: [teacher], seo: { title: 'Shown text', author: 'Concealed author' } },
    });
    const path = `/history/entries/${PRODUCT}/${documentId}`;
    const { body } = await school.all.get(`${path}?locale=es`);
    const [last, first] = (body.data as { events: { id: string }[] }).events;
    const compare = async (who: Admin) => {
      const { text } = await who.get(`${path}/compare?locale=es&from=${first?.id}&to=${last?.id}`);
      return ['Shown text', 'Concealed author', 'Concealed teacher', 'Hidden from your role'].map(
        (words) => text.includes(words),
      );
    };
    expect(await compare(school.all)).toEqual([true, true, true, false]);
    expect(await compare(reader)).toEqual([true, false, false, true]);
  });
});

describe('A user whose roles permit different fields in different locales', () => {
  const PLACES = 'numberLimitedPlaces';
  let editor: Admin;
  let documentId: string;

  beforeAll(async () => {
    const spanish = await createRole(
      'Spanish',
      permit(['read', 'update'], PRODUCT, { fields: ['title', 'SKU'], locales: ['es'] }),
    );
    const english = await createRole(
      'English numbers',
      permit(['read', 'update'], PRODUCT, { fields: ['title', 'SKU', PLACES], locales: ['en'] }),
    );
    await signInAs(app, spanish.code, 'Mixed');
    await app.strapi.db.query('admin::user').update({
      where: { email: 'mixed@example.com' },
      data: { roles: [spanish.id, english.id] },
    });
    editor = await signInAs(app, spanish.code, 'Mixed');
    documentId = await store(app, PRODUCT, course({ SKU: 'MIXED', [PLACES]: 71_117 }));
    await getDocumentService(app, PRODUCT).update({
      ...{ documentId, locale: 'en' },
      data: course({ SKU: 'MIXED', [PLACES]: 82_228 }),
    });
  });

  it('exports and plans – only the fields of each locale', async () => {
    const file = rowsOf(await sheetsOf(app, editor).exported(PRODUCT))
      .flat()
      .join(' ');
    expect([file.includes('71117'), file.includes('82228')]).toEqual([false, true]);
    const plan = (locale: string) =>
      editor.post(`/bulk-edit/${PRODUCT}/plan`, {
        columns: [{ name: PLACES, locale }],
        rows: [{ key: 'MIXED', cells: ['5'] }],
      });
    expect(refusal(await plan('es'))).toEqual([400, 'COLUMN_UNKNOWN']);
    expect((await plan('en')).status).toBe(200);
  });

  it('imports – refuse a field of another locale', async () => {
    const sheets = sheetsOf(app, editor);
    const check = async (heading: string) => {
      const run = await sheets.check(
        [
          ['SKU', heading],
          ['MIXED', '9'],
        ],
        { uid: PRODUCT },
      );
      return (await sheets.items(run)).map(({ outcome }) => outcome);
    };
    expect(await check(`${PLACES} (es)`)).toEqual(['refused']);
    expect(await check(`${PLACES} (en)`)).toEqual(['changed']);
  });

  it('POST …/restore – restores only the fields of the locale', async () => {
    await getDocumentService(app, PRODUCT).update({
      ...{ documentId, locale: 'es' },
      data: { title: 'Later title', [PLACES]: 93_339 },
    });
    const path = `/history/entries/${PRODUCT}/${documentId}`;
    const { body } = await school.all.get(`${path}?locale=es`);
    const { events } = body.data as { events: { id: string }[] };
    const restored = await editor.post(`${path}/restore`, {
      locale: 'es',
      event: events.at(-1)?.id,
    });
    expect(restored.status).toBe(200);
    const version = await stored(app, PRODUCT, documentId);
    expect(version?.[PLACES]).toBe(93_339);
    expect(version?.title).not.toBe('Later title');
  });
});
