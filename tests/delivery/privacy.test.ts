import type { z } from '@strapi/utils';
import { contentApiGrants } from '#plugins/content-api/grants';
import { endpoints } from '../support/endpoints';
import { createApiToken } from '../support/admin';
import { startApp, type App } from '../support/app';

let app: App;

const DRAFT_ONLY = 'Solo existe como borrador';
const PRIVATE = 'privado@campus.example.com';

type Route = {
  method: string;
  path: string;
  config?: { policies?: unknown[] };
  handler: unknown;
};

const contentTypes = [
  ...new Set(contentApiGrants.public.map((action) => action.slice(0, action.lastIndexOf('.')))),
];

const generatedPaths = (): string[] =>
  contentTypes.map((uid) => {
    const { info } = app.strapi.contentType(uid as never) as { info: { pluralName: string } };
    return `/api/${info.pluralName}`;
  });

/**
 * Types without a path for single entries: `/channels/:vertical` uses their path, and is tested with the own
 * endpoints.
 */
const withoutEntries = ['/api/channels'];

/** Returns one published entry of every type. */
const entryPaths = async (): Promise<string[]> => {
  const paths = [];
  for (const path of generatedPaths().filter((path) => !withoutEntries.includes(path))) {
    const { body } = await app.request.get(`${path}?pagination[pageSize]=1`).expect(200);
    const [first] = (body as { data: { documentId: string }[] }).data;
    expect([path, typeof first?.documentId]).toEqual([path, 'string']);
    paths.push(`${path}/${first?.documentId ?? ''}`);
  }
  return paths;
};

let draftOnly: { documentId: string };

beforeAll(async () => {
  app = await startApp({ seed: true });
  draftOnly = await app.strapi.documents('api::category.category').create({
    locale: 'es',
    data: { name: DRAFT_ONLY, slug: 'solo-borrador' },
  } as never);
  await app.strapi.db.query('api::vertical.vertical').updateMany({
    where: {},
    data: { emailFromAddress: PRIVATE, siteAddress: 'https://campus.example.com' },
  });
  await app.strapi.db.query('admin::user').create({
    data: { firstname: 'Ada', email: 'ada@admin.example.com', password: 'x', isActive: true },
  });
});

afterAll(() => app.stop());

const secrets = [DRAFT_ONLY, PRIVATE, 'ada@admin.example.com', '"password"', 'resetPasswordToken'];

const attackQueries = [
  'status=draft',
  'status=draft&locale=*',
  'publicationFilter=draft',
  'hasPublishedVersion=false',
  'populate=*',
  'populate=createdBy',
  'populate[createdBy][fields][0]=email',
  'populate[verticals][fields][0]=emailFromAddress',
  'populate[localizations][populate]=*',
  'fields[0]=emailFromAddress',
  'fields[0]=slots',
  'filters[createdBy][email][$contains]=ada',
  'filters[verticals][emailFromAddress][$contains]=privado',
  'filters[publishedAt][$null]=true',
  'filters[$or][0][publishedAt][$null]=true',
  'sort=createdBy.email',
  'sort=verticals.emailFromAddress',
  'locale=*',
  'locale[]=es',
  'unknown=1',
];

const isClean = (text: string): boolean => secrets.every((secret) => !text.includes(secret));

describe('the generated content API', () => {
  it('is readable by the public', async () => {
    for (const path of generatedPaths()) {
      const { status, text } = await app.request.get(path);
      expect([path, status, isClean(text)]).toEqual([path, 200, true]);
    }
  });

  it.each(attackQueries)('contains nothing private for ?%s', async (query) => {
    for (const path of generatedPaths()) {
      const { status, text } = await app.request.get(`${path}?${query}`);
      expect([path, [200, 400, 403].includes(status), isClean(text)]).toEqual([path, true, true]);
    }
  });

  it('single entry with any query – contains nothing private', async () => {
    for (const path of await entryPaths()) {
      expect(isClean((await app.request.get(path).expect(200)).text)).toBe(true);
      for (const query of attackQueries) {
        const { status, text } = await app.request.get(`${path}?${query}`);
        expect([path, query, [200, 400, 403, 404].includes(status), isClean(text)]).toEqual([
          path,
          query,
          true,
          true,
        ]);
      }
    }
  });

  it.each(['status=draft', 'publicationFilter=draft', 'hasPublishedVersion=false'])(
    '?%s – is rejected for a single entry of every type',
    async (query) => {
      for (const path of await entryPaths()) {
        const { status } = await app.request.get(`${path}?${query}`);
        expect([path, [400, 403].includes(status)]).toEqual([path, true]);
      }
    },
  );

  it('draft-only entry – is not found', async () => {
    const { documentId } = draftOnly;
    for (const query of ['', ...attackQueries]) {
      const { status, text } = await app.request.get(`/api/categories/${documentId}?${query}`);
      expect([query, [400, 403, 404].includes(status), isClean(text)]).toEqual([query, true, true]);
    }
  });

  it.each(['status=draft', 'publicationFilter=draft', 'hasPublishedVersion=false'])(
    '?%s – is rejected for every type',
    async (query) => {
      for (const path of generatedPaths()) {
        const { status } = await app.request.get(`${path}?${query}`);
        expect([400, 403]).toContain(status);
      }
    },
  );

  it('writes by the public – are rejected', async () => {
    for (const path of generatedPaths()) {
      for (const send of [
        app.request.post(path).send({ data: {} }),
        app.request.put(`${path}/abc`).send({ data: {} }),
        app.request.delete(`${path}/abc`),
      ]) {
        const { status } = await send;
        expect([path, [401, 403, 405].includes(status)]).toEqual([path, true]);
      }
    }
  });

  it('every route of every type – has the policy published-only', () => {
    const apis = app.strapi.apis as unknown as Record<
      string,
      { routes: Record<string, { routes: Route[] }> }
    >;
    const unguarded = Object.entries(apis).flatMap(([name, { routes }]) =>
      Object.values(routes)
        .flatMap((router) => router.routes)
        .filter(({ config }) => (config as { auth?: boolean } | undefined)?.auth !== false)
        .filter(({ config }) => config?.policies?.includes('global::published-only') !== true)
        .map(({ method, path }) => `${name} ${method} ${path}`),
    );
    expect(unguarded).toEqual([]);
  });

  it('API token – reads drafts and writes', async () => {
    const accessKey = await createApiToken(app);
    const withToken = (path: string) =>
      app.request.get(path).set('Authorization', `Bearer ${accessKey}`);
    const drafts = await withToken(
      '/api/categories?status=draft&locale=es&pagination[pageSize]=100',
    );
    expect(drafts.status).toBe(200);
    expect(drafts.text).toContain(DRAFT_ONLY);
    const { status, body } = await app.request
      .post('/api/categories?locale=es')
      .set('Authorization', `Bearer ${accessKey}`)
      .send({ data: { name: 'Nueva', slug: 'nueva' } });
    expect([status, (body as { data: { name: string } }).data.name]).toEqual([201, 'Nueva']);
  });
});

const sampleParams: Readonly<Record<string, string>> = {
  ':slug/:lang': 'elena-ruiz-santamaria/es',
  ':seriesSlug': 'a-corazon-abierto',
  ':vertical': 'medicina',
  ':slug': 'universidad-de-valdemora',
};

/** Returns paths at which each endpoint of the catalogue and of the pages returns data. */
const listPaths = async (): Promise<string[]> => {
  const { body } = await app.request.get('/api/products/masters');
  const { data } = body as { data: { documentId: string }[] };
  return endpoints
    .filter(({ tag }) => ['Catalogue', 'Channels and series', 'Finding', 'Pages'].includes(tag))
    .map(({ path, query }) => {
      const filledPath = path
        .replace('productBySlug/:slug/:lang', 'productBySlug/atlas-de-ecografia-clinica/es')
        .replace('productById/:id', `productById/${data[0]?.documentId ?? ''}`)
        .replace('live/:slug', 'live/ecg-en-directo')
        .replace('series/:slug/:lang', 'series/a-corazon-abierto/es')
        .replace('episode/:slug', 'episode/el-latido')
        .replace('sitemaps/:vertical/:lang', 'sitemaps/medicina/es')
        .replace(':documentId', data[0]?.documentId ?? '')
        .replace(/:slug\/:lang|:\w+/, (name) => sampleParams[name] ?? name);
      const shape = (query?.shape ?? {}) as Record<string, z.ZodType | undefined>;
      const values = {
        lang: 'es',
        vertical: 'medicina',
        uid: 'api::protagonist.protagonist',
        from: '2020-01-01',
      };
      const requiredNames = Object.keys(values).filter(
        (name) => shape[name]?.safeParse(undefined).success === false,
      );
      const search = new URLSearchParams(
        Object.entries(values).filter(([name]) => requiredNames.includes(name)),
      );
      return `/api${filledPath}?${search.toString()}`;
    });
};

describe('the endpoints of the catalogue and of the pages', () => {
  it('parameters of Strapi – are ignored or rejected', async () => {
    const paths = await listPaths();
    expect(paths.length).toBeGreaterThanOrEqual(18);
    for (const address of paths) {
      const { text: plainText } = await app.request.get(address).expect(200);
      expect(isClean(plainText)).toBe(true);
      for (const query of attackQueries) {
        const { status, text } = await app.request.get(`${address}&${query}`);
        // The parameter is ignored, or rejected as an invalid value of a known one.
        const isIgnored = status === 200 && text === plainText;
        expect([address, query, isIgnored || status === 400, isClean(text)]).toEqual([
          address,
          query,
          true,
          true,
        ]);
      }
    }
  });

  it('draft linked by SQL – is not shown', async () => {
    const createDraft = async (uid: string, data: object): Promise<void> => {
      await app.strapi.documents(uid as never).create({ locale: 'es', data } as never);
    };
    await createDraft('api::product.product', {
      title: DRAFT_ONLY,
      slug: 'borrador',
      type: 'Curso corto',
    });
    await createDraft('api::protagonist.protagonist', { name: DRAFT_ONLY, slug: 'borrador' });
    const { rowCount: links } = await app.strapi.db.connection.raw<{ rowCount: number }>(
      `INSERT INTO products_protagonists_lnk (product_id, protagonist_id)
       SELECT p.id, t.id FROM products p, protagonists t
       WHERE (p.title = ? AND t.published_at IS NOT NULL) OR (t.name = ? AND p.published_at IS NOT NULL)`,
      [DRAFT_ONLY, DRAFT_ONLY],
    );
    expect(links).toBeGreaterThan(2);
    await app.strapi.db.connection.raw(
      'UPDATE protagonists SET updated_at = now(); UPDATE products SET updated_at = now()',
    );
    for (const address of await listPaths()) {
      expect([address, isClean((await app.request.get(address).expect(200)).text)]).toEqual([
        address,
        true,
      ]);
    }
  });
});

describe('endpoints of users', () => {
  it.each(['/api/users', '/api/users/1', '/api/users/me', '/api/users-permissions/roles'])(
    '%s – is closed',
    async (path) => {
      expect([401, 403, 404]).toContain((await app.request.get(path)).status);
    },
  );
});
