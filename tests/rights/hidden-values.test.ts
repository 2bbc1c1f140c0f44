import type { UID } from '@strapi/types';
import fc from 'fast-check';
import { getDocumentService } from '#platform/strapi/documents';
import { type Admin, signInAs } from '../support/admin';
import { type App, startApp, stopQuietly } from '../support/app';
import { addPicture, pictureFile } from '../support/content';
import { share } from '../support/effort';
import { apartFromRequest } from '../support/error-bodies';
import { sheetsOf } from '../import-export/support';
import {
  CATEGORY,
  course,
  EXPLORER,
  HOME,
  openSchool,
  PRODUCT,
  PROTAGONIST,
  refusal,
  store,
  VERTICAL,
  type School,
} from './support';

const CHANNEL = 'api::channel.channel';
const USER = 'admin::user';
const RELATIONS = '/content-manager/relations';

const PEOPLE = ['createdBy', 'updatedBy'];

const HIDDEN = [403, 'HIDDEN_ENTRIES'];

/** Both worlds are equal except for the data that Ana may not read. */
type World = 'northern' | 'southern';

let app: App;
let school: School;
/** Creates Ana's data. */
let author: Admin;
let authorId: number;
let teacher: string;
let hidden: { product: string; channel: string };
/** Entries of Medicina. */
let ownEntries: { product: string; home: string };

const rows = (uid: string) => app.strapi.db.query(uid);

beforeAll(async () => {
  app = await startApp();
  school = await openSchool(app);
  const { medicina, psicologia } = school;
  const inLine = (line: { documentId: string }) => ({ verticals: [line.documentId] });
  author = await signInAs(app, 'strapi-super-admin', 'Author');
  ({ id: authorId } = await rows(USER).findOne({ where: { email: author.email } }));
  teacher = await store(app, PROTAGONIST, { name: 'Teacher', slug: 'teacher', cv: 'cv', order: 1 });
  const category = await store(app, CATEGORY, { name: 'Shared', slug: 'shared', order: 1 });
  const channel = await store(app, CHANNEL, {
    ...inLine(psicologia),
    ...{ name: 'Theirs', slug: 'theirs', description: 'x', type: 'University', order: 1 },
  });
  const shared = { protagonists: [teacher], categories: [category] };
  hidden = {
    channel,
    product: await store(app, PRODUCT, {
      ...course({ ...inLine(psicologia), ...shared }),
      channels: [channel],
    }),
  };
  ownEntries = {
    product: await store(
      app,
      PRODUCT,
      course({ verticals: [medicina.documentId, psicologia.documentId], ...shared }),
    ),
    home: await store(app, HOME, { vertical: medicina.documentId }),
  };
  for (const uid of [PRODUCT, PROTAGONIST, CATEGORY]) {
    for (const { id } of await rows(uid).findMany({ select: ['id'] })) {
      await rows(uid).update({ where: { id }, data: { createdBy: authorId } });
    }
  }
});

afterAll(() => stopQuietly(app));

/** Writes data that Ana may not read: entries of Psicología, the line itself, and the creators of her own entries. */
const writeHidden = async (world: World): Promise<void> => {
  const order = world === 'northern' ? 11 : 77;
  const text = { title: world, presentation: world, SKU: world, payID: world, acronym: world };
  await rows(PRODUCT).updateMany({
    where: { documentId: hidden.product },
    data: { ...text, order },
  });
  await rows(CHANNEL).updateMany({
    where: { documentId: hidden.channel },
    data: { name: world, slug: world, description: world, order },
  });
  await rows(VERTICAL).updateMany({
    where: { documentId: school.psicologia.documentId },
    data: { emailFooter: world, emailFromName: world, order },
  });
  const address = `${world}@example.org`;
  const secret = { email: address, username: address, resetPasswordToken: world };
  await rows(USER).updateMany({ where: { id: authorId }, data: { ...secret, password: world } });
};

type Query = { path: string; query: string };

const bodyOf = ({ text, body }: { text: string; body: unknown }): unknown =>
  (body as { error?: unknown } | null)?.error === undefined ? text : apartFromRequest(body);

const readAnswer = async ({ path, query }: Query, who = school.ana): Promise<unknown> => {
  const answer = await who.get(`${path}${path.includes('?') ? '&' : '?'}${query}`);
  return [answer.status, bodyOf(answer)];
};

const inBothWorlds = async <T>(look: () => Promise<T>): Promise<[T, T]> => {
  await writeHidden('northern');
  const north = await look();
  await writeHidden('southern');
  return [north, await look()];
};

/** Returns the targets of queries, with the type at which filters begin. */
const places = (): readonly { uid: string; path: string }[] => [
  ...[PROTAGONIST, CATEGORY, PRODUCT, CHANNEL, VERTICAL, HOME].map((uid) => ({
    uid,
    path: `${EXPLORER}/${uid}?locale=es`,
  })),
  { uid: PRODUCT, path: `${EXPLORER}/${PRODUCT}/${ownEntries.product}?locale=es` },
  { uid: PROTAGONIST, path: `${EXPLORER}/${PROTAGONIST}/${teacher}?locale=es` },
  { uid: PROTAGONIST, path: `${RELATIONS}/${PRODUCT}/protagonists?locale=es` },
  { uid: PRODUCT, path: `${RELATIONS}/${PROTAGONIST}/products?locale=es&id=${teacher}` },
  { uid: PRODUCT, path: `${RELATIONS}/${PROTAGONIST}/${teacher}/products?locale=es` },
  { uid: VERTICAL, path: `${RELATIONS}/${PRODUCT}/verticals?locale=es` },
  { uid: CATEGORY, path: `/bulk-edit/${CATEGORY}/rows.csv?locale=es` },
  { uid: PRODUCT, path: `/bulk-edit/${PRODUCT}/rows.csv?locale=es` },
  { uid: PROTAGONIST, path: `/lists/${PROTAGONIST}/questions?locale=es` },
  { uid: 'plugin::upload.file', path: '/upload/files' },
  { uid: 'plugin::upload.folder', path: '/upload/folders' },
];

type Attribute = { type: string; target?: string; component?: string };

const attributesOf = (uid: string): readonly (readonly [string, Attribute])[] =>
  Object.entries((app.strapi.getModel(uid as UID.Schema) as { attributes: object }).attributes);

const targetOf = ({ type, target, component }: Attribute): string | undefined =>
  type === 'media' ? 'plugin::upload.file' : (target ?? component);

/** Returns a path through relations and components to an attribute. */
const pathFrom = (uid: string, steps: readonly number[]): string[] => {
  const [step = 0, ...others] = steps;
  const attributes = attributesOf(uid);
  const nested = attributes.filter(([, attribute]) => targetOf(attribute) !== undefined);
  const all = others.length > 0 && nested.length > 0 ? nested : attributes;
  const [name = 'id', attribute = { type: 'string' }] = all[step % all.length] ?? [];
  const target = targetOf(attribute);
  return target === undefined || others.length === 0 ? [name] : [name, ...pathFrom(target, others)];
};

const operator = fc.constantFrom(
  ...['$eq', '$ne', '$startsWith', '$containsi', '$notContains', '$gt', '$lte', '$in', '$null'],
);
const value = fc.constantFrom('northern', 'north', 'southern', '11', '50', 'true');
const wrapping = fc.constantFrom('', '', '[$or][0]', '[$and][0]', '[$not]', '[$and][0][$or][0]');

const FORMS = [
  ...['filter', 'filter', 'filter', 'ids', 'ids', 'other'],
  ...['sort', 'sorts', 'order', 'search'],
] as const;

/** A filter, an order or a search, in one of the forms that Strapi accepts. */
const queries = (): fc.Arbitrary<Query> =>
  fc
    .record({
      place: fc.constantFrom(...places()),
      steps: fc.array(fc.nat(40), { minLength: 1, maxLength: 4 }),
      wrappings: fc.array(wrapping, { minLength: 5, maxLength: 5 }),
      form: fc.constantFrom(...FORMS),
      operator,
      value,
    })
    .map(({ place: { uid, path }, steps, wrappings, form, ...condition }): Query => {
      const names = pathFrom(uid, steps);
      const nested = names.map((name, index) => `${wrappings[index] ?? ''}[${name}]`).join('');
      const query = {
        filter: `filters${nested}${wrappings[4]}[${condition.operator}]=${condition.value}`,
        sort: `sort=${names.join('.')}:desc`,
        sorts: `sort[0]=id&sort[1]=${names.join('.')}`,
        order: `sort${names.map((name) => `[${name}]`).join('')}=desc`,
        ids: `filters${nested}[${['id', 'documentId'][steps.length % 2]}][$notNull]=true`,
        other: `${names.join('[') + ']'.repeat(names.length - 1)}=1`,
        search: `_q=${condition.value}`,
      }[form];
      return { path, query };
    });

describe('An editor of one business line', () => {
  it('GET lists, pickers and rows.csv – any filter, order or search – results do not depend on entries that she may not read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(queries(), { minLength: 6, maxLength: 6 }), async (sent) => {
        const [north, south] = await inBothWorlds(() =>
          Promise.all(sent.map((query) => readAnswer(query))),
        );
        expect(north).toEqual(south);
      }),
      { numRuns: share(60) },
    );
  });

  it.each([
    [PROTAGONIST, 'filters[products][id][$notNull]=true'],
    [PROTAGONIST, 'sort[products]=desc'],
    [PROTAGONIST, 'products=1'],
    [PROTAGONIST, 'anything[products][channels]=1'],
    [PRODUCT, ''],
    [PRODUCT, 'verticals=1'],
  ])(
    'GET %s?%s – query names a relation – response holds nothing of another line',
    async (uid, query) => {
      await writeHidden('northern');
      const entry = { [PROTAGONIST]: teacher, [PRODUCT]: ownEntries.product }[uid];
      for (const path of [`${EXPLORER}/${uid}`, `${EXPLORER}/${uid}/${entry}`]) {
        const { status, text } = await school.ana.get(`${path}?locale=es&${query}`);
        expect([path, status, text.includes('northern')]).toEqual([path, 200, false]);
      }
    },
  );

  it('GET /content-manager/relations – search for the name of a line – finds only entries of her own line', async () => {
    await writeHidden('northern');
    const searchPicker = async (text: string) =>
      (await school.ana.get(`${RELATIONS}/${PRODUCT}/protagonists?locale=es&_q=${text}`)).body
        .results;
    expect(await searchPicker('northern')).toEqual([]);
    expect(await searchPicker('Psicolog')).toEqual([]);
    expect(await searchPicker('medicina')).toHaveLength(1);
  });

  it('GET lists – super admin, query names a relation – the relation is not populated', async () => {
    for (const query of ['filters[products][channels][id][$notNull]=true', 'products=1']) {
      const { body } = await school.all.get(`${EXPLORER}/${PROTAGONIST}?locale=es&${query}`);
      expect(body.results).toEqual([expect.objectContaining({ products: { count: 2 } })]);
    }
  });

  it('GET lists – super admin, filter on a field of a related entry – results depend on the field', async () => {
    const path = `${EXPLORER}/${PROTAGONIST}?locale=es`;
    for (const query of [
      'filters[products][$or][0][presentation][$startsWith]=north',
      'filters[products][channels][name][$eq]=southern',
    ]) {
      const [north, south] = await inBothWorlds(() => readAnswer({ path, query }, school.all));
      expect(north).not.toEqual(south);
    }
  });
});

/** Returns queries by one attribute of a related entry. */
const queriesOf = (relation: string, attribute: string): readonly string[] => [
  `filters[${relation}][${attribute}][$startsWith]=n`,
  `filters[${relation}][$or][0][${attribute}][$startsWith]=n`,
  `filters[${relation}][$and][0][$or][0][${attribute}][$notNull]=true`,
  `filters[$or][0][${relation}][$and][0][${attribute}][$contains]=n`,
  `filters[$not][${relation}][${attribute}][$eq]=n`,
  `sort=${relation}.${attribute}:asc`,
  `sort[0]=id&sort[1][${relation}][${attribute}]=desc`,
];

describe('A filter or order', () => {
  it.each(['title', 'slug', 'objectives', 'payID', 'order'])(
    'GET lists, pickers and rows.csv – filter or order by the %s of related products – answers 403',
    async (attribute) => {
      for (const query of queriesOf('products', attribute)) {
        for (const path of [
          `${EXPLORER}/${PROTAGONIST}?locale=es&`,
          `${RELATIONS}/${PRODUCT}/categories?locale=es&`,
          `/bulk-edit/${CATEGORY}/rows.csv?locale=es&`,
        ].filter((target) => !target.startsWith('/bulk') || !query.startsWith('sort'))) {
          expect([query, ...refusal(await school.ana.get(path + query))]).toEqual([
            query,
            ...HIDDEN,
          ]);
        }
      }
    },
  );

  it('GET lists – filter through two relations, a component or a file – answers 403', async () => {
    for (const [uid, query] of [
      [CATEGORY, 'filters[products][verticals][name][$eq]=x'],
      [PRODUCT, 'filters[protagonists][products][title][$eq]=x'],
      [PRODUCT, 'filters[verticals][emailFooter][$eq]=x'],
      [PRODUCT, 'filters[localizations][title][$eq]=x'],
      [CATEGORY, 'filters[products][seo][title][$eq]=x'],
      [CATEGORY, 'filters[products][cardImage][name][$eq]=x'],
      [CATEGORY, 'filters[products][cardImage][id][$null]=true'],
      [HOME, 'filters[channels][products][title][$eq]=x'],
      [HOME, 'sort=channels.name'],
    ] as const) {
      const answer = await school.ana.get(`${EXPLORER}/${uid}?locale=es&${query}`);
      expect([query, ...refusal(answer)]).toEqual([query, ...HIDDEN]);
      expect((await school.all.get(`${EXPLORER}/${uid}?locale=es&${query}`)).status).not.toBe(403);
    }
  });

  it('GET lists – filter by an id or by fields that all lines may read – answers 200', async () => {
    for (const [uid, query] of [
      [PROTAGONIST, `filters[products][documentId][$eq]=${ownEntries.product}`],
      [PROTAGONIST, 'filters[$and][0][products][id][$notNull]=true'],
      [PRODUCT, 'filters[categories][name][$eq]=Shared'],
      [PRODUCT, 'filters[protagonists][$or][0][slug][$eq]=teacher&sort=protagonists.name'],
      [PRODUCT, 'filters[cardImage][id][$null]=true'],
      [PRODUCT, `filters[verticals][documentId][$eq]=${school.medicina.documentId}`],
      [PRODUCT, `filters[$and][0][createdBy][id][$eq]=${authorId}&sort=createdBy.firstname`],
      [PRODUCT, `question=of:protagonists:${teacher}`],
    ] as const) {
      const answer = await school.ana.get(`${EXPLORER}/${uid}?locale=es&${query}`);
      expect([query, answer.status]).toEqual([query, 200]);
      expect(answer.body.results).toHaveLength(1);
    }
  });

  it('POST /import-export/exports – filter by a field of related products – answers 403; filter by their id – exports the file', async () => {
    for (const query of queriesOf('products', 'title').filter((candidate) =>
      candidate.startsWith('filters'),
    )) {
      const response = await school.ana.post(`/import-export/exports?locale=es&${query}`, {
        ...{ uid: CATEGORY, layout: 'rows', format: 'csv-semicolon' },
      });
      expect([query, ...refusal(response)]).toEqual([query, ...HIDDEN]);
    }
    const list = `?locale=es&filters[products][documentId][$eq]=${ownEntries.product}`;
    const file = await sheetsOf(app, school.ana).exported(CATEGORY, {}, list);
    expect(file.toString('utf8')).toContain('Shared');
  });

  it('GET lists and files – filter or order by password, tokens or address of an administrator – answers 403', async () => {
    const fields = ['password', 'resetPasswordToken', 'email', 'username', 'roles'];
    const lists = [`${EXPLORER}/${PRODUCT}?locale=es&`, '/upload/files?', '/upload/folders?'];
    for (const [index, path] of lists.entries()) {
      for (const query of fields.flatMap((field) => queriesOf(PEOPLE[index % 2] ?? '', field))) {
        const answer = await school.ana.get(path + query);
        expect([path, query, ...refusal(answer)]).toEqual([path, query, ...HIDDEN]);
      }
    }
  });

  it.each(['resetPasswordToken', 'confirmationToken', 'sessionStamp'])(
    'GET lists of accounts and orders – filter by %s – answers 403 to all roles',
    async (field) => {
      const support = await signInAs(app, 'support', 'Support');
      for (const [uid, attribute] of [
        ['plugin::users-permissions.user', `[${field}]`],
        ['plugin::checkout.order', `[user][${field}]`],
      ] as const) {
        for (const who of [support, school.all]) {
          const query = `filters${attribute}[$startsWith]=a`;
          expect(refusal(await who.get(`${EXPLORER}/${uid}?${query}`))).toEqual(HIDDEN);
        }
      }
    },
  );
});

describe('Fields hidden from a role', () => {
  it('GET lists and rows.csv – search for a value of a hidden field – finds nothing', async () => {
    const response = await school.all.post('/admin/roles', {
      name: 'Titles',
      description: 'Titles',
    });
    const { id, code } = response.body.data as { id: number; code: string };
    const properties = { fields: ['title', 'slug'], locales: ['es', 'en'] };
    const permissions = ['read', 'update'].map((action) => ({
      action: `plugin::content-manager.explorer.${action}`,
      ...{ subject: PRODUCT, properties, conditions: [] },
    }));
    await school.all.put(`/admin/roles/${id}/permissions`, { permissions });
    const reader = await signInAs(app, code, 'Titles');
    await writeHidden('northern');
    const readResults = async (who: Admin, query: string): Promise<unknown> =>
      (await who.get(`${EXPLORER}/${PRODUCT}?locale=es&${query}`)).body.results;
    await rows(PRODUCT).updateMany({
      where: { documentId: hidden.product },
      data: { title: 'Readable', presentation: 'Left out' },
    });
    expect(await readResults(school.all, '_q=Left%20out')).toHaveLength(1);
    expect(await readResults(reader, '_q=Left%20out')).toHaveLength(0);
    expect(await readResults(reader, '_q=readabl')).toHaveLength(1);
    const csv = async (query: string): Promise<number> =>
      (await reader.get(`/bulk-edit/${PRODUCT}/rows.csv?locale=es&${query}`)).text
        .trim()
        .split('\n').length;
    expect([await csv('_q=Left%20out'), await csv('_q=readabl')]).toEqual([1, 2]);
    // The role reads neither categories nor the people of a course.
    const byCategory = 'locale=es&filters[categories][name][$eq]=Shared';
    expect(refusal(await reader.get(`${EXPLORER}/${PRODUCT}?${byCategory}`))).toEqual(HIDDEN);
    const question = await reader.get(
      `${EXPLORER}/${PRODUCT}?locale=es&question=of:protagonists:${teacher}`,
    );
    expect(refusal(question)).toEqual([400, 'NO_SUCH_QUESTION']);
  });
});

describe('A role that may change entries and not read them', () => {
  it('GET rows.csv, prices, e-mails and grants – answer no entries', async () => {
    const created = await school.all.post('/admin/roles', { name: 'Blind', description: 'Blind' });
    const { id, code } = created.body.data as { id: number; code: string };
    const template = 'api::email-template.email-template';
    const permissions = [
      ['plugin::content-manager.explorer.update', PRODUCT],
      ['plugin::content-manager.explorer.read', template],
      ['plugin::partner-video.grants.export', null],
    ].map(([action, subject]) => ({
      ...{ action, subject, conditions: [] },
      properties: subject === null ? {} : { fields: ['title', 'slug'], locales: ['es', 'en'] },
    }));
    const saved = await school.all.put(`/admin/roles/${id}/permissions`, { permissions });
    expect(saved.status).toBe(200);
    const blind = await signInAs(app, code, 'Blind');
    const dataAt = async (who: Admin, path: string) => {
      const { status, body } = await who.get(path);
      return [status, body.data];
    };
    const lines = `/prices/lines?documentIds=${ownEntries.product}`;
    expect(await dataAt(school.all, lines)).toMatchObject([200, { entries: [{}] }]);
    expect(await dataAt(blind, lines)).toMatchObject([200, { entries: [] }]);
    const overview = '/account/mails/overview';
    expect(await dataAt(blind, overview)).toMatchObject([200, { lines: [] }]);
    const csv = await blind.get(`/bulk-edit/${PRODUCT}/rows.csv?locale=es`);
    expect(csv.text.trim().split('\n')).toHaveLength(1);
    expect((await blind.get('/partner-video/grants.csv')).status).toBe(403);
  });
});

describe('Titles and prices hidden from a role', () => {
  it('GET /history/bin and /history/changes – hidden title and price – are neither shown nor found', async () => {
    const response = await school.all.post('/admin/roles', { name: 'Slugs', description: 'Slugs' });
    const { id, code } = response.body.data as { id: number; code: string };
    const properties = { fields: ['slug', 'SKU'], locales: ['es', 'en'] };
    await school.all.put(`/admin/roles/${id}/permissions`, {
      permissions: [
        { action: 'plugin::history.bin.use', subject: null, conditions: [] },
        {
          action: 'plugin::content-manager.explorer.read',
          ...{ subject: PRODUCT, properties, conditions: [] },
        },
      ],
    });
    const reader = await signInAs(app, code, 'Slugs');
    const data = course({ title: 'Left out', slug: 'slug-of-it' });
    const documentId = await store(app, PRODUCT, data);
    const changed = { SKU: 'new-sku', fullPrice: 9 };
    await getDocumentService(app, PRODUCT).update({ documentId, locale: 'es', data: changed });
    type Changes = { changes: { documentId: string; title: string; changes: object[] }[] };
    const changesFor = async (who: Admin, more = '') =>
      ((await who.get(`/history/changes?type=${PRODUCT}${more}`)).body.data as Changes).changes
        .filter((change) => change.documentId === documentId)
        .map(({ title, changes }) => [title, changes.length]);
    expect(await changesFor(school.all)).toEqual([['Left out', 2]]);
    expect(await changesFor(reader)).toEqual([['slug-of-it', 1]]);
    expect(await changesFor(school.all, '&fields=fullPrice')).toEqual([['Left out', 1]]);
    expect(await changesFor(reader, '&fields=fullPrice')).toEqual([]);

    // A second role permits the price, in English only.
    const english = await school.all.post('/admin/roles', {
      name: 'Prices',
      description: 'Prices',
    });
    const { id: second } = english.body.data as { id: number };
    await school.all.put(`/admin/roles/${second}/permissions`, {
      permissions: [
        {
          action: 'plugin::content-manager.explorer.read',
          ...{ subject: PRODUCT, conditions: [] },
          properties: { fields: ['title', 'fullPrice'], locales: ['en'] },
        },
      ],
    });
    await rows(USER).update({ where: { email: reader.email }, data: { roles: [id, second] } });
    expect(await changesFor(reader, '&fields=fullPrice,SKU')).toEqual([['slug-of-it', 1]]);
    const history = await reader.get(`/history/entries/${PRODUCT}/${documentId}?locale=es`);
    expect(history.text).toContain('new-sku');
    expect(history.text).not.toContain('fullPrice');

    await getDocumentService(app, PRODUCT).delete({ documentId, locale: '*' });
    const titles = async (who: Admin, search: string) =>
      (
        (await who.get(`/history/bin?search=${search}`)).body.data as {
          deletions: { title: string }[];
        }
      ).deletions.map(({ title }) => title);
    expect(await titles(school.all, 'left%20out')).toEqual(['Left out']);
    expect(await titles(reader, 'left%20out')).toEqual([]);
    expect(await titles(reader, 'SLUG-OF')).toEqual(['slug-of-it']);
  });
});

/** Creates a user whose role has only these fields of a type. */
const editorOf = async (
  name: string,
  fields: readonly string[],
  subject = PROTAGONIST,
): Promise<Admin> => {
  const response = await school.all.post('/admin/roles', { name, description: name });
  const { id, code } = response.body.data as { id: number; code: string };
  const properties = { fields, locales: ['es', 'en'] };
  const permissions = ['read', 'create', 'update'].map((action) => ({
    action: `plugin::content-manager.explorer.${action}`,
    ...{ subject, properties, conditions: [] },
  }));
  await school.all.put(`/admin/roles/${id}/permissions`, { permissions });
  return signInAs(app, code, name.replaceAll(/[- ]/g, '.'));
};

const PARTLY = ['name', 'slug', 'seo.title'];

describe('A copy of an entry with fields hidden from a role', () => {
  it.each(['clone', 'auto-clone'])(
    'POST …/%s/:id – copies the values of the hidden fields',
    async (way) => {
      const editor = await editorOf(`Copies ${way}`, PARTLY);
      const source = await store(app, PROTAGONIST, {
        ...{ name: 'Source', slug: `source-${way}`, cv: 'Left out', order: 7 },
        seo: { title: 'Title', author: 'Left out' },
        greenTag: { greenTag: 'PREMIUM' },
      });

      const data = {
        ...{ name: 'Copy', slug: `copy-${way}`, cv: null, locale: 'es' },
        ...(way === 'clone' && { seo: { title: 'Other' }, greenTag: null }),
      };
      const { status } = await editor.post(`${EXPLORER}/${PROTAGONIST}/${way}/${source}`, data);
      expect(status).toBeLessThan(300);
      expect(
        await rows(PROTAGONIST).findMany({
          where: { slug: data.slug, publishedAt: null },
          populate: ['seo', 'greenTag'],
        }),
      ).toMatchObject([
        {
          ...{ name: 'Copy', cv: 'Left out' },
          seo: { title: way === 'clone' ? 'Other' : 'Title', author: 'Left out' },
          greenTag: { greenTag: 'PREMIUM' },
        },
      ]);
      expect(await rows('shared.seo').count({ where: { author: null } })).toBe(0);
    },
  );
});

describe('A copy of an entry with changes to its lists', () => {
  type Row = { id: number; title?: string; description?: string };
  type Draft = {
    id: number;
    planTypes: Row[];
    imagenPlan: { id: number }[];
    tendencies: (Row & { __component: string; product: { id: number } | null })[];
  };

  const PLANS = ['One', 'Two', 'Three'].map((title) => ({ title, description: `Of ${title}` }));

  const draftOf = async (documentId: string): Promise<Draft> =>
    (await rows(HOME).findOne({
      where: { documentId, publishedAt: null },
      populate: {
        ...{ planTypes: true, imagenPlan: true },
        tendencies: {
          on: {
            'home.product-home': { populate: ['product'] },
            'home.live-home': { populate: ['live'] },
          },
        },
      },
    })) as Draft;

  const copy = async (
    who: Admin,
    documentId: string,
    data: object,
  ): Promise<{ status: number; code: unknown; draft: Draft | null }> => {
    const answer = await who.post(`${EXPLORER}/${HOME}/clone/${documentId}`, {
      locale: 'es',
      ...data,
    });
    const { data: created, error } = answer.body as {
      data?: { documentId: string } | null;
      error?: { details?: { code?: unknown } };
    };
    return {
      status: answer.status,
      code: error?.details?.code,
      draft: created === undefined || created === null ? null : await draftOf(created.documentId),
    };
  };

  const plansOf = (draft: Draft | null): unknown =>
    draft?.planTypes.map(({ title, description }) => [title, description]);

  it('POST …/clone/:id – component rows removed or moved – removed rows are missing, moved rows keep their hidden fields', async () => {
    const editor = await editorOf('Copies lists', ['planTypes.title'], HOME);
    const source = await store(app, HOME, { planTypes: PLANS });
    const [one, two] = (await draftOf(source)).planTypes;
    const moved = {
      planTypes: [
        { id: two?.id, title: 'Second' },
        { id: one?.id, title: 'One' },
      ],
    };
    expect(plansOf((await copy(editor, source, moved)).draft)).toEqual([
      ['Second', 'Of Two'],
      ['One', 'Of One'],
    ]);
    const added = { planTypes: [{ title: 'New' }, { id: one?.id, title: 'One' }] };
    expect(plansOf((await copy(editor, source, added)).draft)).toEqual([
      ['New', null],
      ['One', 'Of One'],
    ]);
    expect(plansOf((await copy(editor, source, { planTypes: [] })).draft)).toEqual([]);
    expect(plansOf((await copy(editor, source, {})).draft)).toHaveLength(PLANS.length);
    expect(await copy(editor, source, { planTypes: [{ title: 'Two' }] })).toMatchObject({
      ...{ status: 403, code: 'HIDDEN_FIELDS_LOST' },
    });
    // A user who sees every field removes rows knowingly.
    const [, , third] = PLANS;
    expect(plansOf((await copy(school.all, source, { planTypes: [third] })).draft)).toEqual([
      ['Three', 'Of Three'],
    ]);
  });

  it('POST …/clone/:id – files and cards removed – copy does not have them', async () => {
    const files = [await addPicture(app), await addPicture(app)];
    const card = { __component: 'home.product-home', product: ownEntries.product };
    const source = await store(app, HOME, {
      imagenPlan: files,
      tendencies: [{ __component: 'home.live-home' }, card],
    });
    const before = await draftOf(source);
    const cards = before.tendencies.filter(({ __component: name }) => name === card.__component);
    const { draft } = await copy(school.all, source, {
      imagenPlan: files.slice(1),
      tendencies: cards.map(({ id, __component: name }) => ({
        ...{ id, __component: name },
        product: { connect: [], disconnect: [] },
      })),
    });
    expect(draft?.imagenPlan.map(({ id }) => id)).toEqual(files.slice(1));
    expect(draft?.tendencies).toMatchObject([
      { __component: card.__component, product: { id: cards[0]?.product?.id } },
    ]);
  });

  it('POST …/clone/:id – relation with one entry connected and one disconnected – keeps the other entries', async () => {
    const people = await Promise.all(
      ['one', 'two', 'three'].map((slug) =>
        store(app, PROTAGONIST, { name: slug, slug: `related-${slug}` }),
      ),
    );
    const source = await store(app, PRODUCT, course({ protagonists: people.slice(0, 2) }));
    const idsOf = await Promise.all(
      people.map(async (documentId): Promise<unknown> => {
        const row = await rows(PROTAGONIST).findOne({ where: { documentId, locale: 'es' } });
        return (row as { id: number }).id;
      }),
    );
    const [one, , three] = people.map((documentId, index) => ({ id: idsOf[index], documentId }));
    const answer = await school.all.post(`${EXPLORER}/${PRODUCT}/clone/${source}`, {
      ...{ locale: 'es', ...course() },
      protagonists: { connect: [three], disconnect: [one] },
    });
    expect(answer.status).toBeLessThan(300);
    const { documentId } = (answer.body as { data: { documentId: string } }).data;
    const entry = await getDocumentService(app, PRODUCT).findOne({
      ...{ documentId, locale: 'es', populate: ['protagonists'] },
    });
    expect(entry).toMatchObject({ protagonists: [{ name: 'two' }, { name: 'three' }] });
  });
});

describe('A locale written by an editor with hidden fields', () => {
  type Filled = { status: number; data: object; fields: unknown };

  const fill = async (who: Admin, uid: string, documentId: string): Promise<Filled> => {
    const query = new URLSearchParams({
      ...{ documentId, sourceLocale: 'es', targetLocale: 'en' },
      collectionType: 'collection-types',
    });
    const path = `/i18n/content-manager/get-fill-from-locale/${uid}?${query.toString()}`;
    const { status, body } = await who.get(path);
    const { data = {}, error } = body as {
      data?: object;
      error?: { details?: { fields?: unknown } };
    };
    return { status, data, fields: error?.details?.fields };
  };

  const draftOf = async (documentId: string): Promise<unknown> =>
    rows(PROTAGONIST).findOne({
      where: { documentId, locale: 'en', publishedAt: null },
      populate: ['seo.image', 'greenTag', 'image', 'products'],
    });

  const save = async (who: Admin, documentId: string, data: object): Promise<unknown> => {
    const before = (await draftOf(documentId)) as { updatedAt: string } | null;
    const { status } = await who.put(`${EXPLORER}/${PROTAGONIST}/${documentId}`, {
      ...{ ...data, locale: 'en' },
      ...(before !== null && { baseVersion: before.updatedAt }),
    });
    expect(status).toBe(200);
    return draftOf(documentId);
  };

  it('PUT an entry – new locale filled in from another – copies the values of hidden fields', async () => {
    const editor = await editorOf('Fills in', PARTLY);
    const image = (await author.upload(pictureFile)).id;
    const documentId = await store(app, PROTAGONIST, {
      ...{ name: 'Source', slug: 'filled', cv: 'Left out', order: 7, image },
      seo: { title: 'Title', author: 'Left out', image },
      greenTag: { greenTag: 'PREMIUM' },
    });
    const { status, data } = await fill(editor, PROTAGONIST, documentId);
    // Slug and texts for search engines follow the new title.
    expect([status, data]).toEqual([200, { name: 'Source', slug: null, seo: { title: null } }]);
    const changes = { name: 'Filled', slug: 'filled-en', seo: { title: 'In English' } };
    expect(await save(editor, documentId, { ...data, ...changes })).toMatchObject({
      ...{ name: 'Filled', slug: 'filled-en', cv: 'Left out', order: 7, image: { id: image } },
      seo: { title: 'In English', author: 'Left out', image: { id: image } },
      greenTag: { greenTag: 'PREMIUM' },
    });
  });

  it('PUT an entry – existing locale – keeps hidden fields of its components', async () => {
    const editor = await editorOf('Fills in again', PARTLY);
    const documentId = await store(app, PROTAGONIST, { name: 'Source', slug: 'again' });
    await getDocumentService(app, PROTAGONIST).update({
      documentId,
      locale: 'en',
      data: {
        ...{ name: 'There', slug: 'again-en', cv: 'Left out' },
        seo: { title: 'There', author: 'Left out' },
      },
    });
    const data = { name: 'Changed', seo: { title: 'Changed' } };
    const draft = await save(editor, documentId, data);
    expect(draft).toMatchObject({
      ...data,
      cv: 'Left out',
      seo: { ...data.seo, author: 'Left out' },
    });
  });

  it('PUT an entry – super admin – stores only the fields sent', async () => {
    const documentId = await store(app, PROTAGONIST, {
      ...{ name: 'Source', slug: 'alone', cv: 'cv' },
      seo: { title: 'Title', author: 'Author' },
    });
    expect(
      await save(school.all, documentId, { name: 'Alone', seo: { title: 'T' } }),
    ).toMatchObject({
      ...{ name: 'Alone', cv: null },
      seo: { title: 'T', author: null },
    });
  });

  it('GET get-fill-from-locale – list of components with hidden fields – answers 403 with their names', async () => {
    const editor = await editorOf('Fills in lists', ['planTypes.title'], HOME);
    const data = { planTypes: [{ title: 'Plan', description: 'Left out' }] };
    const [some, none] = [
      await store(app, HOME, data),
      await store(app, HOME, { planTypes: [{ title: 'Plan' }] }),
    ];
    expect(await fill(editor, HOME, some)).toMatchObject({
      status: 403,
      fields: ['planTypes.description'],
    });
    expect((await fill(editor, HOME, none)).status).toBe(200);
    expect((await fill(school.all, HOME, some)).status).toBe(200);
  });
});

describe('A relation in a component', () => {
  type Part = { id: number; product?: unknown };

  const partOf = async (home: string, status: 'draft' | 'published'): Promise<number> => {
    const entry = await getDocumentService(app, HOME).findOne({
      documentId: home,
      ...{ locale: 'es', status, populate: ['tendencies'] },
    });
    const [{ id }] = (entry as unknown as { tendencies: [Part] }).tendencies;
    return id;
  };

  const homeOf = (line: { documentId: string }, product: string): Promise<string> =>
    store(app, HOME, {
      vertical: line.documentId,
      tendencies: [{ __component: 'home.product-home', product }],
    });

  it('GET /content-manager/relations – page of another line – answers 403, also for the picker', async () => {
    const theirs = await homeOf(school.psicologia, hidden.product);
    const id = await partOf(theirs, 'draft');
    const at = `${RELATIONS}/home.product-home`;
    for (const path of [`${at}/${id}/product?status=draft`, `${at}/product?id=${id}&locale=es`]) {
      expect(refusal(await school.ana.get(path))).toEqual(HIDDEN);
      expect((await school.both.get(path)).status).toBe(200);
      expect((await school.all.get(path)).status).toBe(200);
    }
    await getDocumentService(app, HOME).delete({ documentId: theirs, locale: '*' });
    expect((await school.ana.get(`${at}/${id}/product`)).status).toBe(404);
  });
});

describe('A malformed request for a relation', () => {
  it.each([
    ['api::nothing.nothing/title', 400],
    ['constructor/name', 400],
    [`${PRODUCT}/nothing`, 400],
    [`${PRODUCT}/toString`, 400],
    [`${PRODUCT}/title`, 400],
    ['plugin::upload.file/related', 400],
    ['home.product-home/x/product', 400],
    ['home.product-home/0/product', 400],
    ['home.product-home/99999999999/product', 400],
    ['home.product-home/2147483647/product', 404],
    ['home.product-home/product?id=abc', 400],
    [`${PRODUCT}/protagonists?page=abc`, 400],
    [`${PRODUCT}/protagonists?page=-1`, 400],
    [`${PRODUCT}/protagonists?pageSize=0`, 400],
    [`${PRODUCT}/protagonists?page=99999999999999999999`, 400],
    [`${PRODUCT}/protagonists?id[a]=b`, 400],
    [`${PRODUCT}/protagonists?locale[a]=b`, 400],
    [`${PRODUCT}/protagonists?status=none`, 400],
    [`${PRODUCT}/protagonists?idsToOmit[0]=abc`, 400],
    [`${PRODUCT}/protagonists?idsToInclude=abc`, 400],
    [`${PRODUCT}/protagonists?_q[a]=b`, 400],
    [`${PRODUCT}/nothing-of-this-id/protagonists`, 404],
  ])('GET /content-manager/relations/%s – answers %i', async (path, status) => {
    for (const who of [school.ana, school.all]) {
      expect((await who.get(`${RELATIONS}/${path}`)).status).toBe(status);
    }
  });

  it.each([
    'plugin::users-permissions.user/role',
    'plugin::checkout.order/user',
    'plugin::checkout.order/1/user',
    `${PRODUCT}/createdBy`,
    `${PRODUCT}/localizations`,
    'admin::user/roles',
    'plugin::users-permissions.role/users?fields[0]=password',
  ])(
    'GET /content-manager/relations/%s – type or field not readable – answers 403',
    async (path) => {
      expect(refusal(await school.ana.get(`${RELATIONS}/${path}`))).toEqual(HIDDEN);
    },
  );
});

describe('Creators of entries and files', () => {
  it('GET entries, files and folders – editor – creators have names but no e-mail addresses', async () => {
    await writeHidden('northern');
    const { id: file } = await author.upload(pictureFile);
    const folder = await author.post('/upload/folders', { name: 'Of the author', parent: null });
    const { id: folderId } = folder.body.data as { id: number };
    for (const [path, isNamed] of [
      [`${EXPLORER}/${PRODUCT}?locale=es`, true],
      [`${EXPLORER}/${PRODUCT}/${ownEntries.product}?locale=es`, true],
      [`${EXPLORER}/${PROTAGONIST}?locale=es`, true],
      [`/upload/files/${file}`, true],
      ['/upload/files?populate=createdBy', true],
      [`/upload/folders/${folderId}?populate=createdBy`, true],
    ] as const) {
      const response = await school.ana.get(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect([path, response.text.includes('northern@example.org')]).toEqual([path, false]);
      expect([path, response.text.includes('"firstname":"Author"')]).toEqual([path, isNamed]);
      expect((await school.all.get(path)).text).toContain('northern@example.org');
    }
  });

  it('GET /audit/entries – role without access to panel users – shows names but no e-mail addresses', async () => {
    const response = await school.all.post('/admin/roles', { name: 'Auditor', description: 'A' });
    const { id, code } = response.body.data as { id: number; code: string };
    const permissions = [{ action: 'plugin::audit.entries.read', subject: null, conditions: [] }];
    await school.all.put(`/admin/roles/${id}/permissions`, { permissions });
    const auditor = await signInAs(app, code, 'Auditor');
    for (const path of ['/audit/entries?', '/audit/entries.csv?']) {
      const response = await auditor.get(path);
      expect(response.text).toContain('Test strapi-super-admin');
      expect(response.text).not.toContain(school.all.email);
      expect((await school.all.get(path)).text).toContain(school.all.email);
      const byAddress = await auditor.get(`${path}person=${school.all.email}`);
      expect(byAddress.text).not.toContain('strapi-super-admin');
    }
  });
});
