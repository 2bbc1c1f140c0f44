import fc from 'fast-check';
import { startApp, type App } from '../support/app';
import { addPicture, ensureLanguages } from '../support/content';

/**
 * Whatever editors do, in whatever order, a published page shows what its slots were given when it was
 * published, as far as that is published now, in the editor's order and without a gap.
 */

let app: App;
let picture: number;
let serial = 0;

beforeAll(async () => {
  app = await startApp();
  await ensureLanguages(app);
  picture = await addPicture(app);
});

afterAll(() => app.stop());

const LANGUAGES = ['es', 'en'] as const;
type Language = (typeof LANGUAGES)[number];

const PAGES = { home: 'api::home-page.home-page', books: 'api::books-page.books-page' } as const;
type Page = keyof typeof PAGES;

const KINDS = [
  { uid: 'api::product.product', part: 'home.product-home', field: 'product' },
  { uid: 'api::product.product', part: 'home.product-home', field: 'product' },
  { uid: 'api::series.series', part: 'home.series-home', field: 'serie' },
  { uid: 'api::live.live', part: 'home.live-home', field: 'live' },
] as const;

const ENTRIES = KINDS.length;

const documents = (uid: string) => app.strapi.documents(uid as never);

const dataOf = (at: number, key: string, vertical: string): object => {
  const uid = KINDS[at]?.uid;
  const common = { slug: `${key}-${at}`, order: at };
  if (uid === 'api::product.product') {
    return { ...common, title: key, SKU: `${key}-${at}`.toUpperCase(), payID: `pay-${key}-${at}` };
  }
  return uid === 'api::series.series'
    ? { ...common, name: key, description: key, image: picture, seo: { author: key } }
    : { ...common, title: key, image: picture, vertical };
};

/** A type without languages is published in all of them at once. */
const isLocalized = (at: number): boolean => KINDS[at]?.uid !== 'api::live.live';

type World = {
  vertical: string;
  slug: string;
  entries: string[];
  category: string;
  home: string;
  books: string;
};

const createWorld = async (): Promise<World> => {
  serial += 1;
  const slug = `line-${serial}`;
  const { documentId: vertical } = await documents('api::vertical.vertical').create({
    data: { name: slug, slug },
  } as never);
  const entries: string[] = [];
  for (let at = 0; at < ENTRIES; at += 1) {
    const uid = KINDS[at]?.uid ?? '';
    const { documentId } = await documents(uid).create({
      locale: 'es',
      data: dataOf(at, `w${serial}`, vertical),
    } as never);
    if (isLocalized(at)) {
      await documents(uid).update({
        documentId,
        locale: 'en',
        data: dataOf(at, `w${serial}`, vertical),
      } as never);
    }
    entries.push(documentId);
  }
  const named = { name: slug, slug };
  const { documentId: category } = await documents('api::category.category').create({
    locale: 'es',
    status: 'published',
    data: named,
  } as never);
  await documents('api::category.category').update({
    documentId: category,
    locale: 'en',
    status: 'published',
    data: named,
  } as never);
  const world = { vertical, slug, entries, category, home: '', books: '' };
  for (const lang of LANGUAGES) {
    await save(world, 'home', lang, {});
    await save(world, 'books', lang, {});
  }
  return world;
};

/** Writes a page's draft in one language, which need not be there, nor the page. */
const save = async (world: World, page: Page, locale: Language, content: object): Promise<void> => {
  const data = { vertical: world.vertical, seo: { author: 'x' }, ...content };
  const repository = documents(PAGES[page]);
  const updated = await repository.update({ documentId: world[page], locale, data } as never);
  const { documentId } = updated ?? (await repository.create({ locale, data } as never));
  world[page] = documentId;
};

type Action =
  | { kind: 'publish' | 'unpublish' | 'edit'; entry: number; language: Language }
  | { kind: 'delete'; entry: number }
  | { kind: 'compose'; language: Language; slots: number[]; shelf: number[] }
  | { kind: 'publishPages' | 'unpublishPages' | 'deletePages'; language: Language };

const entry = fc.nat({ max: ENTRIES - 1 });
const language = fc.constantFrom(...LANGUAGES);
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'publish' as const,
        'publish' as const,
        'unpublish' as const,
        'edit' as const,
      ),
      entry,
      language,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), entry }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('compose' as const),
      language,
      slots: fc.array(entry, { maxLength: 4 }),
      shelf: fc.uniqueArray(fc.nat({ max: 1 }), { maxLength: 2 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'publishPages' as const,
        'publishPages' as const,
        'unpublishPages' as const,
      ),
      language,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('deletePages' as const), language }),
  },
);

/** What should be visible, kept in the plainest way. */
class Model {
  published = new Set<string>();
  deleted = new Set<number>();
  /** null for pages that are not there, not even as drafts. */
  drafts: Record<Language, { slots: (number | null)[]; shelf: number[] } | null> = {
    es: { slots: [], shelf: [] },
    en: { slots: [], shelf: [] },
  };
  home: Record<Language, number[] | null> = { es: null, en: null };
  books: Record<Language, number[] | null> = { es: null, en: null };

  isPublished(at: number, lang: Language): boolean {
    return this.published.has(isLocalized(at) ? `${at} ${lang}` : `${at}`);
  }

  setPublished(at: number, lang: Language, isPublished: boolean): void {
    const key = isLocalized(at) ? `${at} ${lang}` : `${at}`;
    if (isPublished && !this.deleted.has(at)) this.published.add(key);
    else this.published.delete(key);
  }

  visible(page: Page, lang: Language): number[] | null {
    return this[page][lang]?.filter((at) => this.isPublished(at, lang)) ?? null;
  }
}

const apply = async (world: World, model: Model, step: Action): Promise<void> => {
  if (step.kind === 'publish' || step.kind === 'unpublish' || step.kind === 'edit') {
    const { entry: at } = step;
    if (model.deleted.has(at)) return;
    const target = { documentId: world.entries[at], locale: step.language };
    const repository = documents(KINDS[at]?.uid ?? '');
    if (step.kind === 'edit') {
      await repository.update({ ...target, data: { order: 7 } } as never);
      return;
    }
    await (step.kind === 'publish'
      ? repository.publish(target as never)
      : repository.unpublish(target as never));
    model.setPublished(at, step.language, step.kind === 'publish');
    return;
  }
  if (step.kind === 'delete') {
    const { entry: at } = step;
    if (model.deleted.has(at)) return;
    await documents(KINDS[at]?.uid ?? '').delete({
      documentId: world.entries[at],
      locale: '*',
    } as never);
    model.deleted.add(at);
    for (const lang of LANGUAGES) {
      model.setPublished(at, lang, false);
      const draft = model.drafts[lang];
      if (draft === null) continue;
      draft.slots = draft.slots.map((one) => (one === at ? null : one));
      draft.shelf = draft.shelf.filter((one) => one !== at);
    }
    return;
  }
  const lang = step.language;
  if (step.kind === 'compose') {
    const slots = step.slots.filter((at) => !model.deleted.has(at));
    const shelf = step.shelf.filter((at) => !model.deleted.has(at));
    model.drafts[lang] = { slots, shelf };
    const tendencies = slots.map((at) => ({
      __component: KINDS[at]?.part,
      [KINDS[at]?.field ?? '']: world.entries[at],
    }));
    const products = shelf.map((at) => world.entries[at]);
    const courseList = [{ title: 'Shelf', category: world.category, products }];
    await save(world, 'home', lang, { tendencies });
    await save(world, 'books', lang, { courseList });
    return;
  }
  const draft = model.drafts[lang];
  if (draft === null) return;
  if (step.kind === 'deletePages') model.drafts[lang] = null;
  for (const [page, named] of [
    ['home', draft.slots],
    ['books', draft.shelf],
  ] as const) {
    const repository = documents(PAGES[page]);
    const target = { documentId: world[page], locale: lang } as never;
    if (step.kind !== 'publishPages') {
      await (step.kind === 'unpublishPages'
        ? repository.unpublish(target)
        : repository.delete(target));
      model[page][lang] = null;
      continue;
    }
    const isPublished = await repository.publish(target).then(
      () => true,
      () => false,
    );
    const isComplete = named.every((at) => at !== null && model.isPublished(at, lang));
    expect([page, isPublished]).toEqual([page, isComplete]);
    if (isPublished) model[page][lang] = named.flatMap((at) => at ?? []);
  }
};

type Shown = { documentId: string };
type HomeAnswer = { data: { tendencies: Record<string, Shown | string>[] } };
type BooksAnswer = { data: { courseList: { products: Shown[] }[] } };

/** Which entries the two pages show, by their places in the world; null for a page that is not there. */
const shownOn = async (world: World, lang: Language) => {
  const get = async <T>(path: string): Promise<T | null> => {
    const { status, body } = await app.request.get(`${path}?lang=${lang}&vertical=${world.slug}`);
    return status === 404 ? null : (body as T);
  };
  const placeOf = (shown: Shown | undefined): number =>
    world.entries.indexOf(shown?.documentId ?? '');
  const isShown = (value: Shown | string): value is Shown => typeof value === 'object';
  const home = await get<HomeAnswer>('/api/home-pages/full-populate');
  const books = await get<BooksAnswer>('/api/get-books-page');
  return {
    home: home?.data.tendencies.map((part) => placeOf(Object.values(part).find(isShown))),
    books: books?.data.courseList.flatMap(({ products }) => products.map(placeOf)),
  };
};

it('never shows a hole, whatever order things are published, edited and deleted in', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 12, maxLength: 30 }), async (steps) => {
      const world = await createWorld();
      const model = new Model();
      for (const step of steps) {
        await apply(world, model, step);
        for (const lang of LANGUAGES) {
          expect(await shownOn(world, lang)).toEqual({
            home: model.visible('home', lang) ?? undefined,
            books: model.visible('books', lang) ?? undefined,
          });
        }
      }
    }),
    { numRuns: 12, endOnFailure: true },
  );
}, 600_000);
