import jwt from 'jsonwebtoken';
import { getEpisode, listEpisodesBySeries } from '#api/episode/contract';
import { getSeries, listSeries } from '#api/series/contract';
import { getDocumentService } from '#platform/strapi/documents';
import { bearer, logIn, registerSomeone } from '../account/support/accounts';
import { addressOf, read } from '../delivery/call';
import { type Admin, createApiToken, signIn } from '../support/admin';
import { startApp, stopQuietly, type App } from '../support/app';
import { previewTokenOf } from '../support/preview';

/** Tests which callers receive the video links of a series that needs a login. */

const SERIES = 'api::series.series';
const EPISODE = 'api::episode.episode';
const PROTECTED = 'a-corazon-abierto';
const UNPROTECTED = 'guardia-de-noche';

const LIST = addressOf(listSeries, {}, { lang: 'es', vertical: 'medicina' });
const episodesOf = (slug: string) =>
  addressOf(listEpisodesBySeries, { seriesSlug: slug }, { lang: 'es' });

const seriesPage = (slug: string) => addressOf(getSeries, { slug, lang: 'es' });
const episodePage = (slug: string) => addressOf(getEpisode, { slug }, { lang: 'es' });

let app: App;

const start = async (runtimeEnv: Record<string, string>): Promise<void> => {
  app = await startApp({ seed: true, runtimeEnv });
};

type Episode = { documentId: string; name: string; slug: string; m3u8Link: string | null };

type Series = {
  slug: string;
  headVideo: { m3u8Link: string | null } | null;
  episodes: Episode[];
};

type Headers = Record<string, string>;

const authorizationOf = (token: string): Headers => Object.fromEntries([bearer(token)]);

type Answer = { headers: Headers; data: unknown };

const get = async (address: string, headers: Headers = {}): Promise<Answer> => {
  const answer = await app.request.get(address).set(headers).expect(200);
  const { data } = answer.body as { data: unknown };
  return { headers: answer.headers, data };
};

const seriesAt = async (address: string, headers: Headers = {}): Promise<Series[]> =>
  (await get(address, headers)).data as Series[];

const episodesAt = async (address: string, headers: Headers = {}): Promise<Episode[]> =>
  (await get(address, headers)).data as Episode[];

/** Returns the links of a series and its episodes, and checks that all endpoints agree. */
const linksOf = async (slug: string, headers: Headers = {}): Promise<(string | null)[]> => {
  const data = await seriesAt(LIST, headers);
  const listed = data.find((item) => item.slug === slug);
  const episodes = await episodesAt(episodesOf(slug), headers);
  const inSeries = listed?.episodes.map(({ m3u8Link }) => m3u8Link) ?? [];
  expect(episodes.map(({ m3u8Link }) => m3u8Link)).toEqual(inSeries);
  const single = await get(seriesPage(slug), headers);
  expect(single.data).toMatchObject(listed ?? {});
  for (const { slug: episode, m3u8Link } of episodes) {
    expect((await get(episodePage(episode), headers)).data).toMatchObject({ m3u8Link });
  }
  return [listed?.headVideo?.m3u8Link ?? null, ...inSeries];
};

/** Checks the endpoints of a series and its episodes against their contracts and the lists. */
const expectConsistentDetails = async (slug: string, needLogin: boolean): Promise<void> => {
  const { data } = await read(app, listSeries, {}, { lang: 'es', vertical: 'medicina' });
  const listed = data.find((item) => item.slug === slug);
  const single = (await read(app, getSeries, { slug, lang: 'es' })).data;
  expect(single).toEqual({
    ...listed,
    ...{ locale: 'es', needLogin, order: expect.any(Number) as number },
    ...{ vertical: expect.arrayContaining(['medicina']) as string[] },
    ...{
      createdAt: single.createdAt,
      updatedAt: single.updatedAt,
      publishedAt: single.publishedAt,
    },
  });
  const episodes = await read(app, listEpisodesBySeries, { seriesSlug: slug }, { lang: 'es' });
  for (const { series: _series, ...episode } of episodes.data) {
    const one = (await read(app, getEpisode, { slug: episode.slug }, { lang: 'es' })).data;
    expect(one).toMatchObject({ ...episode, locale: null, needLogin });
    expect(one.series).toContainEqual({
      ...{ id: single.id, documentId: single.documentId, name: single.name, slug, locale: 'es' },
      ...{ order: single.order, needLogin, vertical: single.vertical },
    });
    expect(one.series.every((series) => series.locale === 'es')).toBe(true);
  }
};

const isLink = (link: string | null): boolean => link?.endsWith('.m3u8') === true;

describe('with SERIES_LOGIN_PROTECTS_LINKS', () => {
  let student: string;

  beforeAll(async () => {
    await start({ SERIES_LOGIN_PROTECTS_LINKS: 'true' });
    student = await logIn(app, (await registerSomeone(app)).email);
  });

  afterAll(() => stopQuietly(app));

  it('anonymous – series with needLogin – links are null; other series – links are present', async () => {
    const protectedLinks = await linksOf(PROTECTED);
    expect(protectedLinks.length).toBeGreaterThan(2);
    expect(protectedLinks.filter((link) => link !== null)).toEqual([]);
    const openLinks = await linksOf(UNPROTECTED);
    expect(openLinks.every(isLink)).toBe(true);
  });

  it('anonymous – responses – match their contracts', async () => {
    const { data } = await read(app, listSeries, {}, { lang: 'es', vertical: 'medicina' });
    expect(data.length).toBeGreaterThan(2);
    const page = { lang: 'es', page: 1, pageSize: 2 };
    await read(app, listSeries, {}, { ...page, vertical: 'medicina' });
    const episodes = await read(app, listEpisodesBySeries, { seriesSlug: PROTECTED }, page);
    expect(episodes.data).toHaveLength(2);
    expect(episodes.meta?.pagination.total).toBeGreaterThan(2);
    await expectConsistentDetails(PROTECTED, true);
    await expectConsistentDetails(UNPROTECTED, false);
  });

  it('student and anonymous – responses – differ only in links', async () => {
    const withoutLinks = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === 'm3u8Link' ? 0 : inner)));
    for (const address of [LIST, episodesOf(PROTECTED), seriesPage(PROTECTED)]) {
      const anonymous = await get(address);
      const forStudent = await get(address, authorizationOf(student));
      expect(JSON.stringify(withoutLinks(forStudent.data))).toBe(
        JSON.stringify(withoutLinks(anonymous.data)),
      );
    }
  });

  it('student – receives the links in a private, uncached response', async () => {
    expect((await linksOf(PROTECTED, authorizationOf(student))).every(isLink)).toBe(true);
    for (const address of [LIST, episodesOf(PROTECTED)]) {
      const { headers } = await get(address, authorizationOf(student));
      expect(headers).toMatchObject({ 'cache-control': 'private, no-store' });
      expect(headers.vary).toContain('Authorization');
    }
  });

  it.each([
    ['an invalid token', () => Promise.resolve(authorizationOf('nonsense'))],
    ['an API token', async () => authorizationOf(await createApiToken(app))],
    ['basic authentication', () => Promise.resolve({ Authorization: 'Basic YTpi' })],
  ])('%s – receives no links, in a private, uncached response', async (_, shown) => {
    const headers = await shown();
    expect((await linksOf(PROTECTED, headers)).filter((link) => link !== null)).toEqual([]);
    const answer = await get(LIST, headers);
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store' });
  });

  it('student after logout – receives no links', async () => {
    const token = await logIn(app, (await registerSomeone(app)).email);
    expect((await linksOf(PROTECTED, authorizationOf(token))).every(isLink)).toBe(true);
    await app.request.post('/api/user-endpoints/logout').set(authorizationOf(token)).expect(200);
    expect(
      (await linksOf(PROTECTED, authorizationOf(token))).filter((link) => link !== null),
    ).toEqual([]);
  });

  it.each(['the public', 'a student'])(
    'student and anonymous – never receive each other’s cached response: %s first',
    async (who) => {
      const address = `${episodesOf(PROTECTED)}&page=1&pageSize=${who.length}`;
      const first = who === 'a student';
      for (const isStudent of [first, !first, first, !first]) {
        const headers = isStudent ? authorizationOf(student) : {};
        const { text } = await app.request.get(address).set(headers).expect(200);
        expect(text.includes('.m3u8')).toBe(isStudent);
      }
    },
  );

  it('anonymous – response – is cached and varies by Authorization', async () => {
    const address = episodesOf(PROTECTED);
    await get(address);
    const { headers } = await get(address);
    expect(headers).toMatchObject({ 'x-cache': 'HIT' });
    expect(headers['cache-control']).toMatch(/^public, /);
    expect(headers.vary).toContain('Authorization');
    const { etag = '' } = headers;
    await app.request.get(address).set('If-None-Match', etag).expect(304);
    const forStudent = await app.request
      .get(address)
      .set({ ...authorizationOf(student), 'If-None-Match': etag })
      .expect(200);
    expect(forStudent.text).toContain('.m3u8');
    expect(forStudent.headers.etag).not.toBe(etag);
  });

  it('other responses – do not vary by Authorization', async () => {
    await get(LIST);
    await get(LIST);
    const address = '/api/channels/medicina';
    await get(address);
    const { headers } = await get(address);
    expect(headers).toMatchObject({ 'x-cache': 'HIT' });
    expect(headers.vary).not.toContain('Authorization');
  });

  it('episode in several series – link is null while one of them needs a login', async () => {
    const openEpisode = async () => (await episodesAt(episodesOf(UNPROTECTED)))[0];
    const { documentId = '', m3u8Link = null } = (await openEpisode()) ?? {};
    expect(isLink(m3u8Link)).toBe(true);
    const series = getDocumentService(app, SERIES);
    const closed = await series.findFirst({
      locale: 'es',
      filters: { slug: PROTECTED },
      populate: { episodes: { fields: ['documentId'] } },
    });
    const episodeIds = (closed as unknown as { episodes: Episode[] }).episodes.map(
      (episode) => episode.documentId,
    );
    const show = (episodes: string[]) =>
      series.update({
        documentId: closed?.documentId ?? '',
        locale: 'es',
        status: 'published',
        data: { episodes },
      });
    await show([...episodeIds, documentId]);
    expect((await openEpisode())?.m3u8Link).toBeNull();
    await show(episodeIds);
    expect((await openEpisode())?.m3u8Link).toBe(m3u8Link);
  });

  it('series – change of needLogin – hides and shows its links at once', async () => {
    const series = getDocumentService(app, SERIES);
    const open = await series.findFirst({ locale: 'es', filters: { slug: 'imagenes-que-hablan' } });
    const setNeedLogin = (needLogin: boolean) =>
      series.update({
        documentId: open?.documentId ?? '',
        locale: 'es',
        status: 'published',
        data: { needLogin },
      });
    const links = async () =>
      (await episodesAt(episodesOf('imagenes-que-hablan'))).map((item) => item.m3u8Link);
    const before = await links();
    expect(before.some(isLink)).toBe(true);
    await setNeedLogin(true);
    expect((await links()).some(isLink)).toBe(false);
    await setNeedLogin(false);
    expect(await links()).toEqual(before);
  });

  it('GET /episode/:slug – no published series – link is null, also in the generated API', async () => {
    const [episode] = await episodesAt(episodesOf(UNPROTECTED));
    const series = getDocumentService(app, SERIES);
    const open = await series.findFirst({ locale: 'es', filters: { slug: UNPROTECTED } });
    const version = { documentId: open?.documentId ?? '', locale: '*' as const };
    const links = async () => {
      const single = await get(episodePage(episode?.slug ?? ''));
      const generated = await get(
        `/api/episodes?filters[documentId]=${episode?.documentId ?? ''}&fields[0]=m3u8Link`,
      );
      return [
        (single.data as { m3u8Link: string | null }).m3u8Link,
        (generated.data as { m3u8Link: string | null }[])[0]?.m3u8Link ?? null,
      ];
    };
    expect((await links()).every(isLink)).toBe(true);
    await series.unpublish(version);
    expect(await links()).toEqual([null, null]);
    await series.publish(version);
    expect((await links()).every(isLink)).toBe(true);
  });

  describe('preview', () => {
    let admin: Admin;

    beforeAll(async () => {
      admin = await signIn(app);
    });

    const linksWith = async (slug: string): Promise<boolean[]> => {
      const document = await getDocumentService(app, SERIES).findFirst({
        locale: 'es',
        filters: { slug },
      });
      const version = { documentId: document?.documentId ?? '', locale: 'es' };
      const token = `&previewToken=${await previewTokenOf(admin, SERIES, version)}`;
      const [first] = await episodesAt(episodesOf(PROTECTED) + token);
      const series = await seriesAt(LIST + token);
      const listed = series.find((item) => item.slug === PROTECTED)?.episodes[0];
      return [first?.m3u8Link ?? null, listed?.m3u8Link ?? null].map(isLink);
    };

    it('preview token of the series – shows its links; of another series – hides them', async () => {
      expect(await linksWith(PROTECTED)).toEqual([true, true]);
      expect(await linksWith(UNPROTECTED)).toEqual([false, false]);
    });

    it('GET /series/:slug/:lang, /episodes/bySeries – locale outside the grant – links are null', async () => {
      const series = getDocumentService(app, SERIES);
      const document = await series.findFirst({ locale: 'es', filters: { slug: PROTECTED } });
      const documentId = document?.documentId ?? '';
      const other = await series.findFirst({ locale: 'en', filters: { documentId } });
      const { previewSecret } = app.strapi.config.get<{ previewSecret: string }>(
        'settings.secrets',
      );
      const claims = jwt.decode(
        await previewTokenOf(admin, SERIES, { documentId, locale: 'es' }),
      ) as jwt.JwtPayload;
      const linksIn = async (lang: string, slug: string, locales: string[]) => {
        const token = `previewToken=${jwt.sign({ ...claims, locales }, previewSecret)}`;
        const single = (await get(`/api/series/${slug}/${lang}?${token}`)).data as Series;
        const episodes = await episodesAt(`/api/episodes/bySeries/${slug}?lang=${lang}&${token}`);
        return [single.episodes[0], episodes[0]].map((item) => isLink(item?.m3u8Link ?? null));
      };
      const slug = String(other?.slug);
      expect(await linksIn('es', PROTECTED, ['es'])).toEqual([true, true]);
      expect(await linksIn('en', slug, ['en'])).toEqual([true, true]);
      expect(await linksIn('en', slug, ['es'])).toEqual([false, false]);
    });
  });

  describe('generated API', () => {
    const PATHS = [
      '/api/series-list?populate[headVideo]=true&populate[episodes]=true',
      '/api/series-list?fields[0]=name&populate[episodes][fields][0]=m3u8Link&populate[headVideo]=true',
      '/api/episodes?populate=*',
      '/api/episodes?fields[0]=m3u8Link',
      '/api/channels?populate[series][populate][headVideo]=true&populate[episodes]=true',
      '/api/protagonists?locale=es&populate[series][populate][episodes]=true&populate[episodes]=true',
      '/api/verticals?populate[series][populate][0]=headVideo',
    ].map((place) => `${place}&pagination[pageSize]=100`);

    /** Returns the links that only logged-in students receive. */
    const findProtectedLinks = async (): Promise<string[]> => {
      const published = { publishedAt: { $notNull: true } };
      const rows = (await app.strapi.db.query(SERIES).findMany({
        where: { ...published, needLogin: true },
        populate: { episodes: true, headVideo: true },
      })) as unknown as Series[];
      return rows
        .flatMap(({ headVideo, episodes }) => [headVideo, ...episodes])
        .flatMap((item) => item?.m3u8Link ?? []);
    };

    it.each(PATHS)('anonymous – receives no protected links: %s', async (place) => {
      const links = await findProtectedLinks();
      expect(links.length).toBeGreaterThan(4);
      const { text, headers } = await app.request.get(place).expect(200);
      expect(links.filter((link) => text.includes(link))).toEqual([]);
      expect(headers.vary).toContain('Authorization');
      const token = await createApiToken(app);
      for (const signedIn of [authorizationOf(student), authorizationOf(token)]) {
        const authenticated = await app.request.get(place).set(signedIn).expect(200);
        expect(links.filter((link) => authenticated.text.includes(link))).not.toEqual([]);
      }
    });

    it('anonymous – receives the links of other series', async () => {
      const { text } = await app.request.get(
        '/api/series-list?locale=es&pagination[pageSize]=100&populate[headVideo]=true&populate[episodes]=true',
      );
      const open = (await linksOf(UNPROTECTED)).flatMap((link) => link ?? []);
      expect(open.filter((link) => !text.includes(link))).toEqual([]);
    });

    it.each([
      '/api/episodes?filters[m3u8Link][$startsWith]=https',
      '/api/episodes?filters[$or][0][$not][m3u8Link][$contains]=x',
      '/api/episodes?sort=name,m3u8Link:desc',
      '/api/episodes?sort[m3u8Link]=asc',
      '/api/episodes?_q=https',
      '/api/series-list?filters[headVideo][m3u8Link][$contains]=trailer',
      '/api/series-list?filters[episodes][m3u8Link][$contains]=x',
      '/api/series-list?sort=headVideo.m3u8Link',
      '/api/channels?populate[episodes][filters][m3u8Link][$contains]=x',
      '/api/channels?populate[episodes][sort][0]=m3u8Link',
    ])('anonymous – filter, sort or search by links – returns 403: %s', async (address) => {
      const refused = await app.request.get(address).set('Accept-Language', 'es').expect(403);
      expect(refused.body).toMatchObject({
        error: {
          message:
            'Solo quien ha iniciado sesión puede buscar, filtrar u ordenar por enlaces de vídeos.',
          details: { code: 'LINKS_NOT_PUBLIC' },
        },
      });
      await app.request.get(address).set(authorizationOf(student)).expect(200);
    });

    it('every route – has the middleware of protected links', () => {
      type Route = {
        method: string;
        path: string;
        config?: { auth?: boolean; middlewares?: unknown[] };
      };
      const apis = app.strapi.apis as unknown as Record<
        string,
        { routes: Record<string, { routes: Route[] }> }
      >;
      const unguarded = Object.values(apis)
        .flatMap(({ routes }) => Object.values(routes).flatMap((router) => router.routes))
        .filter(({ config }) => config?.auth !== false)
        .filter(({ config }) => config?.middlewares?.includes('global::login-links') !== true)
        .map(({ method, path }) => `${method} ${path}`);
      expect(unguarded).toEqual([]);
    });
  });
});

describe('without SERIES_LOGIN_PROTECTS_LINKS', () => {
  beforeAll(() => start({}));

  afterAll(() => stopQuietly(app));

  it('anonymous – receives all links, in responses that do not vary by Authorization', async () => {
    expect((await linksOf(PROTECTED)).every(isLink)).toBe(true);
    for (const address of [
      LIST,
      episodesOf(PROTECTED),
      '/api/episodes?filters[m3u8Link][$notNull]=true',
    ]) {
      const { headers } = await get(address);
      expect(headers.vary ?? '').not.toContain('Authorization');
    }
    const episodes = await app.strapi.db
      .query(EPISODE)
      .count({ where: { publishedAt: { $notNull: true }, m3u8Link: { $notNull: true } } });
    const data = await episodesAt('/api/episodes?_q=https&pagination[pageSize]=100');
    expect(data).toHaveLength(episodes);
  });

  it('request with a token – does not read the user', async () => {
    const token = await logIn(app, (await registerSomeone(app)).email);
    let userQueries = 0;
    const countUserQueries = ({ sql }: { sql: string }): void => {
      if (sql.includes('up_users')) userQueries += 1;
    };
    app.strapi.db.connection.on('query', countUserQueries);
    expect((await linksOf(PROTECTED, authorizationOf(token))).every(isLink)).toBe(true);
    expect(userQueries).toBe(0);
    await app.request.get('/api/user-endpoints/me').set(authorizationOf(token)).expect(200);
    expect(userQueries).toBeGreaterThan(0);
  });
});
