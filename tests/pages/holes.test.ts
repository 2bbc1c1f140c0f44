import fc from 'fast-check';
import { getDocumentService } from '#platform/strapi/documents';
import { startApp, type App } from '../support/app';
import { addPicture, ensureLanguages } from '../support/content';
import { share } from '../support/effort';

/**
 * Tests any sequence of edits: a published page shows the entries chosen at its publication that are published now, in
 * the editor's order and without gaps.
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
  { uid: 'api::category.category' },
  { uid: 'api::channel.channel' },
] as const;

const ENTRIES = KINDS.length;
const CATEGORY = ENTRIES - 2;
const CHANNEL = ENTRIES - 1;

/** The entries of the home page's cards, and of the shelf of the books page. */
const CARDS = KINDS.flatMap((kind, index) => ('part' in kind ? [{ at: index, ...kind }] : []));
const PRODUCTS = CARDS.filter(({ field }) => field === 'product').map(({ at }) => at);

/** The initial state: category and channel are published, the other entries are drafts. */
const isPublishedInitially = (at: number): boolean => at === CATEGORY || at === CHANNEL;

const documents = (uid: string) => app.strapi.documents(uid as never);

const dataOf = (at: number, key: string, vertical: string): object => {
  const uid = KINDS[at]?.uid;
  const common = { slug: `${key}-${at}`, order: at };
  if (uid === 'api::product.product') {
    return { ...common, title: key, SKU: `${key}-${at}`.toUpperCase(), payID: `pay-${key}-${at}` };
  }
  if (uid === 'api::category.category') return { ...common, name: key };
  if (uid === 'api::channel.channel') {
    return {
      ...common,
      name: key,
      description: key,
      type: 'University',
      logo: picture,
      headVideo: { title: key },
      seo: { author: key },
    };
  }
  return uid === 'api::series.series'
    ? { ...common, name: key, description: key, image: picture, seo: { author: key } }
    : { ...common, title: key, image: picture, vertical };
};

/** A type without locales is published in all of them at once. */
const isLocalized = (at: number): boolean =>
  !['api::live.live', 'api::channel.channel'].includes(KINDS[at]?.uid ?? '');

type World = {
  vertical: string;
  slug: string;
  entries: string[];
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
    const version = {
      ...(isPublishedInitially(at) ? { status: 'published' } : {}),
      data: dataOf(at, `w${serial}`, vertical),
    };
    const { documentId } = await documents(uid).create({ locale: 'es', ...version } as never);
    if (isLocalized(at)) {
      await documents(uid).update({ documentId, locale: 'en', ...version } as never);
    }
    entries.push(documentId);
  }
  const world = { vertical, slug, entries, home: '', books: '' };
  for (const lang of LANGUAGES) {
    await save(world, 'home', lang, {});
    await save(world, 'books', lang, {});
  }
  return world;
};

/** Saves a page's draft in one locale. Creates the draft or the page if it is missing. */
const save = async (world: World, page: Page, locale: Language, content: object): Promise<void> => {
  const data = { vertical: world.vertical, seo: { author: 'x' }, ...content };
  const repository = getDocumentService({ strapi: app.strapi }, PAGES[page]);
  const updated = await repository.update({ documentId: world[page], locale, data });
  const { documentId } = updated ?? (await repository.create({ locale, data }));
  world[page] = documentId;
};

type Action =
  | { kind: 'publish' | 'unpublish' | 'edit'; entry: number; language: Language }
  | { kind: 'delete'; entry: number; languages: readonly Language[] }
  | { kind: 'compose'; language: Language; cards: number[]; channels: number[]; shelf: number[] }
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
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('delete' as const),
      entry,
      languages: fc.constantFrom<readonly Language[]>(LANGUAGES, ['es'], ['en']),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('compose' as const),
      language,
      cards: fc.array(fc.constantFrom(...CARDS.map(({ at }) => at)), { maxLength: 4 }),
      channels: fc.constantFrom<number[]>([], [CHANNEL]),
      shelf: fc.uniqueArray(fc.constantFrom(...PRODUCTS), { maxLength: 2 }),
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

/** The entries of a page in one locale. A deleted entry is null, and leaves an empty place. */
type Composition = {
  cards: (number | null)[];
  channels: number[];
  shelf: { category: number | null; products: number[] } | null;
};

const emptyComposition: Composition = { cards: [], channels: [], shelf: null };

type Published = Record<Page, Composition | null>;

/** The expected state of the pages. */
class Model {
  published = new Set<string>();
  deleted = new Set<string>();
  /** null for pages without a draft. */
  drafts: Record<Language, Composition | null> = { es: emptyComposition, en: emptyComposition };
  pages: Record<Language, Published> = {
    es: { home: null, books: null },
    en: { home: null, books: null },
  };

  constructor() {
    for (let at = 0; at < ENTRIES; at += 1) {
      for (const lang of LANGUAGES) this.setPublished(at, lang, isPublishedInitially(at));
    }
  }

  private key(at: number, lang: Language): string {
    return isLocalized(at) ? `${at} ${lang}` : `${at}`;
  }

  isDeleted(at: number, lang: Language): boolean {
    return this.deleted.has(this.key(at, lang));
  }

  isPublished(at: number | null, lang: Language): at is number {
    return at !== null && this.published.has(this.key(at, lang));
  }

  setPublished(at: number, lang: Language, isPublished: boolean): void {
    if (isPublished) this.published.add(this.key(at, lang));
    else this.published.delete(this.key(at, lang));
  }

  delete(at: number, lang: Language): void {
    this.setPublished(at, lang, false);
    this.deleted.add(this.key(at, lang));
    for (const one of isLocalized(at) ? [lang] : LANGUAGES) {
      const draft = this.drafts[one];
      if (draft === null) continue;
      const { cards, channels, shelf } = draft;
      this.drafts[one] = {
        cards: cards.map((card) => (card === at ? null : card)),
        channels: channels.filter((channel) => channel !== at),
        shelf: shelf && {
          category: shelf.category === at ? null : shelf.category,
          products: shelf.products.filter((product) => product !== at),
        },
      };
    }
  }

  /** Returns whether all entries of a draft are published. */
  isComplete(page: Page, lang: Language, { cards, channels, shelf }: Composition): boolean {
    const onBooks = shelf === null ? [] : [shelf.category, ...shelf.products];
    const entriesOfPage = page === 'home' ? [...cards, ...channels] : onBooks;
    return entriesOfPage.every((at) => this.isPublished(at, lang));
  }

  visible(page: Page, lang: Language): unknown {
    const composition = this.pages[lang][page];
    if (composition === null) return undefined;
    const publishedOnly = (ids: readonly (number | null)[]) =>
      ids.filter((at) => this.isPublished(at, lang));
    const { cards, channels, shelf } = composition;
    if (page === 'home') return { cards: publishedOnly(cards), channels: publishedOnly(channels) };
    if (shelf === null || !this.isPublished(shelf.category, lang)) return [];
    return [publishedOnly(shelf.products)];
  }
}

const apply = async (world: World, model: Model, step: Action): Promise<void> => {
  if (step.kind === 'publish' || step.kind === 'unpublish' || step.kind === 'edit') {
    const { entry: at } = step;
    if (model.isDeleted(at, step.language)) return;
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
    const languages = isLocalized(at) ? step.languages : LANGUAGES.slice(0, 1);
    for (const lang of languages.filter((code) => !model.isDeleted(at, code))) {
      const target = { documentId: world.entries[at], locale: lang };
      await documents(KINDS[at]?.uid ?? '').delete(target as never);
      model.delete(at, lang);
    }
    return;
  }
  const lang = step.language;
  if (step.kind === 'compose') {
    const withoutDeleted = (ids: number[]) => ids.filter((at) => !model.isDeleted(at, lang));
    const idsOf = (ids: number[]) => ids.map((at) => world.entries[at]);
    const [cards, channels] = [withoutDeleted(step.cards), withoutDeleted(step.channels)];
    const [category = null] = withoutDeleted([CATEGORY]);
    const products = withoutDeleted(step.shelf);
    model.drafts[lang] = { cards, channels, shelf: { category, products } };
    const tendencies = cards.flatMap((at) =>
      CARDS.filter((card) => card.at === at).map(({ part, field }) => ({
        __component: part,
        [field]: world.entries[at],
      })),
    );
    await save(world, 'home', lang, { tendencies, channels: idsOf(channels) });
    const categoryField = category === null ? {} : { category: world.entries[category] };
    const courseList = [{ title: 'Shelf', ...categoryField, products: idsOf(products) }];
    await save(world, 'books', lang, { courseList });
    return;
  }
  const draft = model.drafts[lang];
  if (draft === null) return;
  if (step.kind === 'deletePages') model.drafts[lang] = null;
  for (const page of ['home', 'books'] as const) {
    const repository = documents(PAGES[page]);
    const target = { documentId: world[page], locale: lang } as never;
    if (step.kind !== 'publishPages') {
      await (step.kind === 'unpublishPages'
        ? repository.unpublish(target)
        : repository.delete(target));
      model.pages[lang][page] = null;
      continue;
    }
    const isPublished = await repository.publish(target).then(
      () => true,
      () => false,
    );
    expect([page, isPublished]).toEqual([page, model.isComplete(page, lang, draft)]);
    if (isPublished) model.pages[lang][page] = draft;
  }
};

type Shown = { documentId: string };
type HomeAnswer = {
  data: { tendencies: Record<string, Shown | string>[]; channels: Shown[] };
};
type BooksAnswer = { data: { courseList: { products: Shown[] }[] } };

/** Returns the entries on the two pages as indexes of the world's entries, or undefined for a missing page. */
const readPages = async (world: World, lang: Language) => {
  const get = async <T>(path: string): Promise<T | null> => {
    const { status, body } = await app.request.get(`${path}?lang=${lang}&vertical=${world.slug}`);
    return status === 404 ? null : (body as T);
  };
  const indexOfEntry = (shown: Shown | undefined): number =>
    world.entries.indexOf(shown?.documentId ?? '');
  const isShown = (value: Shown | string): value is Shown => typeof value === 'object';
  const home = await get<HomeAnswer>('/api/home-pages/full-populate');
  const books = await get<BooksAnswer>('/api/get-books-page');
  return {
    home:
      home === null
        ? undefined
        : {
            cards: home.data.tendencies.map((part) =>
              indexOfEntry(Object.values(part).find(isShown)),
            ),
            channels: home.data.channels.map(indexOfEntry),
          },
    books: books?.data.courseList.map(({ products }) => products.map(indexOfEntry)),
  };
};

it('pages – any sequence of publications, edits and deletions – show published entries in order, without gaps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 12, maxLength: 30 }), async (steps) => {
      const world = await createWorld();
      const model = new Model();
      for (const step of steps) {
        await apply(world, model, step);
        for (const lang of LANGUAGES) {
          expect(await readPages(world, lang)).toEqual({
            home: model.visible('home', lang),
            books: model.visible('books', lang),
          });
        }
      }
    }),
    { numRuns: share(12), endOnFailure: true },
  );
});
