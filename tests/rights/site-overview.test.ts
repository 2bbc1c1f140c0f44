import type { Overview } from '#plugins/quality/site-overview/overview';
import type { Admin } from '../support/admin';
import { type App, startApp, stopQuietly } from '../support/app';
import { course, HOME, openSchool, PRODUCT, type School, store } from './support';

let app: App;
let school: School;

beforeAll(async () => {
  app = await startApp();
  school = await openSchool(app);
  const { medicina, psicologia } = school;
  for (const { documentId } of [medicina, psicologia]) {
    await store(app, PRODUCT, course({ verticals: [documentId] }));
    await store(app, HOME, { vertical: documentId, seo: { author: 'Us' } });
  }
});

afterAll(() => stopQuietly(app));

const overviewFor = async (who: Admin): Promise<Overview> => {
  const { status, body } = await who.get('/site-overview/overview');
  expect(status).toBe(200);
  return body.data as Overview;
};

const summarizeFor = async (who: Admin) => {
  const { lines, pages, types } = await overviewFor(who);
  const homes = pages.find(({ uid }) => uid === HOME);
  return {
    lines: lines.map(({ slug }) => slug),
    homes: homes?.versions.map(({ line }) => line),
    hidden: homes?.hidden.map(({ line }) => line),
    courses: types
      .find(({ uid }) => uid === PRODUCT)
      ?.languages.map(({ locale, draft, missing }) => ({ locale, draft, missing })),
  };
};

describe('The overview of a site', () => {
  it('shows one business line to its editor, and all lines to editors of all', async () => {
    const { all, ana, both } = school;
    expect(await summarizeFor(ana)).toEqual({
      lines: ['medicina'],
      homes: ['medicina'],
      hidden: ['psicologia'],
      courses: [
        { locale: 'es', draft: 1, missing: 0 },
        { locale: 'en', draft: 0, missing: 1 },
      ],
    });
    const everything = {
      lines: ['medicina', 'psicologia'],
      homes: ['medicina', 'psicologia'],
      hidden: [],
      courses: [
        { locale: 'es', draft: 2, missing: 0 },
        { locale: 'en', draft: 0, missing: 2 },
      ],
    };
    expect(await summarizeFor(all)).toEqual(everything);
    expect(await summarizeFor(both)).toEqual(everything);
  });
});
