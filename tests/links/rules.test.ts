import { linkTo } from '#feature/link-reference';
import { getDocumentService } from '#platform/strapi/documents';
import { type AdminAnswer, createAdminToken, signIn, signInAs } from '../support/admin';
import { stopQuietly } from '../support/app';
import {
  detailsOf,
  type Desk,
  EXPLORER,
  exists,
  errorsOf,
  HOME,
  LIVE,
  PRODUCT,
  refusal,
  startDesk,
  STILL_USED,
  store,
  usesOf,
  VERTICAL,
} from '../usage/support';
import { homePage, linkedProduct, newLine, readLinks, slide } from './support';

type Answer = Pick<AdminAnswer, 'status' | 'body'>;

type Details = { code?: string; problem?: string; errors?: { path: unknown; message: string }[] };

const details = (answer: Answer): Details => detailsOf(answer);

let desk: Desk;
let adminToken: string;

beforeAll(async () => {
  desk = await startDesk();
  const slideFields = ['description', 'link', 'backgroundMedia', 'icon'];
  adminToken = await createAdminToken(desk.admin, {
    type: HOME,
    actions: ['create', 'read', 'update'],
    fields: ['vertical', 'seo.author', ...slideFields.map((field) => `carouselMedia.${field}`)],
  });
});

afterAll(() => stopQuietly(desk.app));

const pageWith = (line: string, links: readonly string[]) => ({
  vertical: line,
  seo: { author: 'x' },
  carouselMedia: links.map((link) => slide(desk, link)),
});

const send = async (method: 'post' | 'put', path: string, token: string, body: object) =>
  desk.app.request[method](path).set('Authorization', `Bearer ${token}`).send(body);

/** Every endpoint that writes a page. */
const writes: Record<string, (link: string) => Promise<Answer>> = {
  'a new entry of the panel': async (link) =>
    desk.admin.post(
      `${EXPLORER}/${HOME}?locale=es`,
      pageWith((await newLine(desk)).documentId, [link]),
    ),
  'the panel’s form': async (link) => {
    const { documentId: line } = await newLine(desk);
    const page = await homePage(desk, line, ['/'], 'draft');
    return desk.admin.put(`${EXPLORER}/${HOME}/${page}?locale=es`, pageWith(line, [link]));
  },
  'publishing in the panel': async (link) => {
    const { documentId: line } = await newLine(desk);
    const page = await homePage(desk, line, ['/'], 'draft');
    return desk.admin.post(
      `${EXPLORER}/${HOME}/${page}/actions/publish?locale=es`,
      pageWith(line, [link]),
    );
  },
  'an API token': async (link) =>
    send('post', '/api/home-pages?locale=es', desk.apiToken, {
      data: pageWith((await newLine(desk)).documentId, [link]),
    }),
  'an admin token': async (link) =>
    send(
      'post',
      `${EXPLORER}/${HOME}?locale=es`,
      adminToken,
      pageWith((await newLine(desk)).documentId, [link]),
    ),
};

describe.each(Object.entries(writes))('link from %s', (_, write) => {
  it.each([
    ['LINK_ADDRESS_WRONG', 'javascript:alert(1)'],
    ['LINK_ADDRESS_WRONG', 'www.example.com'],
    ['LINK_ADDRESS_WRONG', 'https://cursos'],
    ['LINK_ADDRESS_WRONG', '//example.com'],
    ['LINK_TYPE_UNKNOWN', 'entry:api::home-page.home-page/abc'],
    ['LINK_TYPE_UNKNOWN', 'entry:plugin::users-permissions.user/abc'],
    ['LINK_TYPE_UNKNOWN', 'entry:nonsense'],
    ['LINK_ENTRY_UNKNOWN', 'entry:api::product.product/abc'],
  ])('is refused with %s: %s', async (code, link) => {
    const answer = await write(link);
    expect([answer.status, details(answer).code]).toEqual([400, code]);
    expect(details(answer).errors?.map(({ path }) => path)).toEqual([['carouselMedia', 0, 'link']]);
  });

  it('valid link – is accepted', async () => {
    const { link } = await linkedProduct(desk, desk.line);
    expect([200, 201]).toContain((await write(link)).status);
    expect([200, 201]).toContain((await write('https://example.com/x')).status);
  });
});

describe('link', () => {
  it('error – is in the editor’s language', async () => {
    const { body } = await desk.app.request
      .post('/api/home-pages?locale=es')
      .set('Authorization', `Bearer ${desk.apiToken}`)
      .set('Accept-Language', 'es')
      .send({ data: pageWith(desk.line, ['https://cursos']) });
    expect((body as { error: { message: string } }).error.message).toMatch(
      /^Falta el nombre del sitio web/,
    );
    expect(details({ status: 400, body }).problem).toBe('host');
  });

  it('existing invalid link – is accepted, and a new one is refused', async () => {
    const line = await newLine(desk);
    const product = await linkedProduct(desk, line.documentId);
    const page = await homePage(desk, line.documentId, [product.link], 'draft');
    await getDocumentService(desk.app, PRODUCT).delete({
      documentId: product.documentId,
      locale: '*',
    });
    const path = `${EXPLORER}/${HOME}/${page}?locale=es`;
    const unchanged = await desk.admin.put(path, pageWith(line.documentId, [product.link, '/x']));
    expect(unchanged.status).toBe(200);
    const wrong = await desk.admin.put(path, pageWith(line.documentId, [product.link, 'x']));
    expect(details(wrong).errors?.map(({ path: at }) => at)).toEqual([
      ['carouselMedia', 1, 'link'],
    ]);
  });

  it('stored link – is returned unchanged by the generated API', async () => {
    const line = await newLine(desk);
    const { link } = await linkedProduct(desk, line.documentId);
    const page = await homePage(desk, line.documentId, [link]);
    const { body } = await desk.app.request
      .get(`/api/home-pages/${page}?locale=es&populate=carouselMedia`)
      .set('Authorization', `Bearer ${desk.apiToken}`)
      .expect(200);
    expect(body).toMatchObject({ data: { carouselMedia: [{ link }] } });
  });

  it('publish a page – unpublished entry in a link – returns 400 until it is published', async () => {
    const line = await newLine(desk);
    const { documentId, link, slug } = await linkedProduct(desk, line.documentId, {}, 'draft');
    const page = await homePage(desk, line.documentId, ['/', link], 'draft');
    const publish = () =>
      desk.admin.post(`${EXPLORER}/${HOME}/${page}/actions/publish?locale=es`, {});
    const bulk = () =>
      desk.admin.post(`${EXPLORER}/${HOME}/actions/bulkPublish`, {
        documentIds: [page],
        locale: ['es'],
      });
    for (const attempt of [publish, bulk]) {
      const answer = await attempt();
      expect(refusal(answer)).toEqual([400, 'LINK_ENTRIES_UNPUBLISHED']);
      expect(details(answer).errors?.map(({ path }) => path)).toEqual([
        ['carouselMedia', 1, 'link'],
      ]);
    }
    const created = await send(
      'post',
      '/api/home-pages?locale=es&status=published',
      desk.apiToken,
      {
        data: pageWith((await newLine(desk)).documentId, [link]),
      },
    );
    expect(refusal(created)).toEqual([400, 'LINK_ENTRIES_UNPUBLISHED']);
    const changed = await send(
      'put',
      `/api/home-pages/${page}?locale=es&status=published`,
      desk.apiToken,
      { data: { seo: { author: 'Somebody else' } } },
    );
    expect(refusal(changed)).toEqual([400, 'LINK_ENTRIES_UNPUBLISHED']);
    expect(details(changed).errors?.map(({ path }) => path)).toEqual([
      ['carouselMedia', 1, 'link'],
    ]);
    await getDocumentService(desk.app, PRODUCT).publish({ documentId, locale: 'es' });
    expect((await publish()).status).toBe(200);
    expect(await readLinks(desk, line.slug)).toEqual(['/', `/es/products/${slug}`]);
  });
});

describe('entry that a link leads to', () => {
  it('POST /usage/entries – lists the page; unpublish and delete – return 409 without force', async () => {
    const line = await newLine(desk);
    const { documentId, link } = await linkedProduct(desk, line.documentId);
    const page = await homePage(desk, line.documentId, [link]);
    const [uses] = await usesOf(desk.admin, PRODUCT, [documentId]);
    expect(uses?.uses).toEqual([
      expect.objectContaining({ documentId: page, how: 'shows', isPublished: true, hinders: true }),
    ]);
    const path = `${EXPLORER}/${PRODUCT}/${documentId}`;
    const unpublished = await desk.admin.post(`${path}/actions/unpublish?locale=es`, {});
    expect(refusal(unpublished)).toEqual(STILL_USED);
    expect(errorsOf(unpublished)).toEqual([page]);
    expect(refusal(await desk.admin.delete(`${path}?locale=es`))).toEqual(STILL_USED);
    expect(await exists(desk, PRODUCT, documentId, 'published')).toBe(true);
    expect((await desk.admin.delete(`${path}?locale=es&force=true`)).status).toBe(200);
    expect(await readLinks(desk, line.slug)).toEqual(['/']);
  });

  it('POST /usage/entries – links to other entries – lists nothing', async () => {
    const line = await newLine(desk);
    const one = await linkedProduct(desk, line.documentId);
    const other = await linkedProduct(desk, line.documentId);
    await homePage(desk, line.documentId, [other.link]);
    const [uses] = await usesOf(desk.admin, PRODUCT, [one.documentId]);
    expect(uses?.uses).toEqual([]);
  });

  it('POST /publishing-rules/check – missing or unpublished entry – is an error of the page', async () => {
    const line = await newLine(desk);
    const draft = await linkedProduct(desk, line.documentId, { title: 'Not yet' }, 'draft');
    const deleted = await linkedProduct(desk, line.documentId);
    const page = await homePage(desk, line.documentId, ['/', draft.link, deleted.link], 'draft');
    await getDocumentService(desk.app, PRODUCT).delete({
      documentId: deleted.documentId,
      locale: '*',
    });
    const { body } = await desk.admin.post(`/publishing-rules/check/${HOME}`, {
      documentIds: [page],
      locale: 'es',
    });
    const { entries } = body.data as {
      entries: { findings: { code: string; path: unknown; text: { en: string } }[] }[];
    };
    const linkFindings = entries[0]?.findings.filter(({ code }) => code.startsWith('LINK_ENTRY'));
    expect(linkFindings?.map(({ code, path }) => [code, path])).toEqual([
      ['LINK_ENTRY_GONE', ['carouselMedia', 2, 'link']],
      ['LINK_ENTRY_UNPUBLISHED', ['carouselMedia', 1, 'link']],
    ]);
    expect(linkFindings?.[1]?.text.en).toContain('“Not yet”');
    const facts = await desk.admin.post(`/publishing-rules/facts/${HOME}`, {
      documentId: page,
      locale: 'es',
      payID: '',
      shown: [],
      links: [draft.link, deleted.link],
    });
    expect((facts.body.data as { facts: { brokenLinks: unknown } }).facts.brokenLinks).toEqual([
      { link: draft.link, isGone: false, title: 'Not yet' },
      { link: deleted.link, isGone: true, title: deleted.link },
    ]);
  });
});

describe('choosing an entry', () => {
  const search = async (admin: Desk['admin'], query: string) => {
    const { status, body } = await admin.get(`/links/entries?${query}`);
    expect(status).toBe(200);
    return body.data as { title: string; link: string; address: string }[];
  };

  it('GET /links/entries – title – finds entries of every type, with status, address and business lines', async () => {
    const line = await newLine(desk, { productAddress: '/x/{slug}' });
    const product = await linkedProduct(desk, line.documentId, { title: 'Same name' });
    const live = await store(
      desk,
      LIVE,
      { title: 'The same Name', slug: `same-${line.slug}`, vertical: line.documentId },
      'draft',
    );
    const page = await homePage(desk, line.documentId, ['/'], 'draft');
    const query = `q=same%20NAME&locale=es&model=${HOME}&documentId=${page}`;
    expect(await search(desk.admin, query)).toEqual([
      {
        uid: PRODUCT,
        documentId: product.documentId,
        link: product.link,
        type: 'Product',
        title: 'Same name',
        isPublished: true,
        address: `/x/${product.slug}`,
        lines: [line.slug],
      },
      {
        uid: LIVE,
        documentId: live,
        link: linkTo({ uid: LIVE, documentId: live }),
        type: 'Live',
        title: 'The same Name',
        isPublished: false,
        address: `/es/lives/same-${line.slug}`,
        lines: [line.slug],
      },
    ]);
    const { body } = await desk.admin.get(
      `/links/entry?link=${product.link}&locale=es&line=${line.documentId}`,
    );
    expect(body.data).toMatchObject({ title: 'Same name', address: `/x/${product.slug}` });
    expect((await desk.admin.get('/links/entry?link=entry:api::live.live/none')).body.data).toBe(
      null,
    );
  });

  it('GET /links/entry – locale that the user may not read – returns the title of another locale', async () => {
    const line = await newLine(desk);
    const { documentId, link } = await linkedProduct(desk, line.documentId, { title: 'Español' });
    const english = { title: 'Unannounced', slug: `english-${documentId}`, SKU: documentId };
    await getDocumentService(desk.app, PRODUCT).update({ documentId, locale: 'en', data: english });
    const { body: created } = await desk.admin.post('/admin/roles', { name: 'Spanish' });
    const role = created.data as { id: number; code: string };
    const permission = {
      action: 'plugin::content-manager.explorer.read',
      subject: PRODUCT,
      properties: { fields: ['title'], locales: ['es'] },
      conditions: [],
    };
    await desk.admin.put(`/admin/roles/${role.id}/permissions`, { permissions: [permission] });
    const reader = await signInAs(desk.app, role.code, 'Spanish');
    const titleFor = async (user: typeof reader, locale: string): Promise<unknown> => {
      const { body } = await user.get(`/links/entry?link=${link}&locale=${locale}`);
      return (body.data as { title: unknown }).title;
    };
    expect(await titleFor(desk.admin, 'en')).toBe('Unannounced');
    expect(await titleFor(reader, 'en')).toBe('Español');
  });

  it('GET /links/entries – entry without read permission – is not found; anonymous – returns 401', async () => {
    const line = await newLine(desk);
    const { link } = await linkedProduct(desk, line.documentId, { title: 'Secret' }, 'draft');
    const author = await signIn(desk.app, 'strapi-author');
    expect(await search(author, 'q=Secret&locale=es')).toEqual([]);
    const { body } = await author.get(`/links/entry?link=${link}&locale=es`);
    expect(JSON.stringify(body)).not.toContain('Secret');
    expect((await desk.app.request.get('/links/entries?q=a')).status).toBe(401);
    expect((await desk.app.request.get(`/links/entry?link=${link}`)).status).toBe(401);
  });
});

describe('address pattern', () => {
  it.each([
    ['ADDRESS_PATTERN_WRONG', { productAddress: '/cursos' }],
    ['ADDRESS_PATTERN_WRONG', { productAddress: 'https://example.com/{slug}' }],
    ['ADDRESS_PATTERN_WRONG', { liveAddress: '/{type}/{slug}' }],
    ['SITE_ADDRESS_WRONG', { siteAddress: 'https://example.com/x' }],
    ['SITE_ADDRESS_WRONG', { siteAddress: 'javascript:alert(1)' }],
  ])('is refused with %s: %j', async (code, data) => {
    const answer = await desk.admin.put(`${EXPLORER}/${VERTICAL}/${desk.line}`, data);
    expect(refusal(answer)).toEqual([400, code]);
  });

  it('GET /api/verticals/:id – does not contain it', async () => {
    const line = await newLine(desk, { productAddress: '/secret/{slug}' });
    const { body } = await desk.app.request.get(`/api/verticals/${line.documentId}`).expect(200);
    expect(JSON.stringify(body)).not.toContain('secret');
  });
});
