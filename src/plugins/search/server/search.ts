import escapeHtml from 'escape-html';
import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { compactIsbns } from '#catalogue/isbn';
import { findRequestScope } from '#catalogue/request-scope';
import { createHttpError } from '#platform/http/errors';
import type { Output } from '#platform/http/endpoint';
import { buildPagination, computeWindow } from '#platform/http/pagination';
import { createReadHandler } from '#delivery/handler';
import type { View } from '#delivery/view';
import { byAddress, getThrottle } from '#platform/throttle';
import {
  search,
  searchErrors,
  foundForms,
  foundKinds,
  foundTypes,
  type FoundKind,
} from '../contract';
import { searchSettings } from '../settings';
import { MARKS } from './definitions';
import { createPageStatements, type PageStatements } from './statements';
import {
  correctQuery,
  countReferences,
  findEntries,
  suggestTitles,
  cacheUntilAffected,
  type SearchQuery,
  type Hit,
  type Kinds,
  type References,
} from './find';

type Answer = Output<typeof search>;
type Result = Answer['data'][number];
type FoundEntries = { results: Result[]; kinds: Kinds; references: References };

/**
 * Error codes of PostgreSQL if the index was never installed, or if objects that it needs are
 * missing.
 */
const notInstalled = ['42P01', '42883', '42704', '3F000'];

const MINUTE = 60;

/** Returns a text with markers as HTML. */
const asHtml = (text: string | null): string | null =>
  text === null
    ? null
    : escapeHtml(text).replaceAll(MARKS.start, '<mark>').replaceAll(MARKS.end, '</mark>');

const findKind = (uid: string): FoundKind | undefined =>
  foundKinds.find((kind) => foundTypes[kind] === uid);

const skip = (): Promise<void> => Promise.resolve();

const isEmpty = ({ kinds }: FoundEntries): boolean => kinds.total === 0 && kinds.types.length === 0;

const withoutMarks = (text: string): string =>
  text.replaceAll(MARKS.start, '').replaceAll(MARKS.end, '');

/** Returns a title with what was found. The index marks original titles only, not translations. */
const highlightTitle = (indexed: string | null, shownTitle: string): string | null => {
  if (indexed === null) return null;
  const title = withoutMarks(shownTitle);
  return asHtml(title.startsWith(withoutMarks(indexed)) ? indexed : title);
};

/** Returns the entries of one kind on a page, by their ids. */
const readKind = async (view: View, kind: FoundKind, hits: readonly Hit[], lang: string) => {
  const hitsOfKind = hits.filter(({ uid }) => uid === foundTypes[kind]);
  if (hitsOfKind.length === 0) return [];
  const { documents } = await view.readByDocument(foundTypes[kind], foundForms[kind], {
    where: { documentId: hitsOfKind.map(({ documentId }) => documentId) },
    locale: lang,
    parameters: { lang },
  });
  return documents.flatMap(({ documentId, languages }) =>
    languages.parse().map((entry) => [documentId, { type: kind, documentId, ...entry }] as const),
  );
};

/** Returns channels with their names in a language. The index has the original names only. */
const translateChannels = async (
  view: View,
  referred: References['referred'],
  lang: string,
): Promise<References['referred']> => {
  const uid = foundTypes.channel;
  const channels = referred.filter((reference) => reference.uid === uid);
  if (channels.length === 0 || lang === (await view.defaultLocale())) return referred;
  const { documents } = await view.readByDocument(uid, foundForms.channel, {
    where: { documentId: channels.map(({ documentId }) => documentId) },
    parameters: { lang },
  });
  const names = new Map(
    documents.map(({ documentId, languages }) => [documentId, languages.parse()[0]?.title]),
  );
  return referred.map((reference) =>
    reference.uid === uid
      ? { ...reference, name: names.get(reference.documentId) ?? reference.name }
      : reference,
  );
};

/**
 * Returns the results in the order of the matches, without entries that were removed in the
 * meantime.
 */
const readResults = async (view: View, hits: readonly Hit[], lang: string): Promise<Result[]> => {
  const kinds = await Promise.all(foundKinds.map((kind) => readKind(view, kind, hits, lang)));
  const entries = new Map<string, Omit<Result, 'highlight'>>(kinds.flat());
  return hits.flatMap(({ documentId, title, text }) => {
    const entry = entries.get(documentId);
    return entry === undefined
      ? []
      : [
          {
            ...entry,
            highlight: { title: highlightTitle(title, entry.title), text: asHtml(text) },
          },
        ];
  });
};

const toFacets = ({
  kinds: { types, productTypes, prices },
  references: { referred },
}: FoundEntries): Answer['meta']['facets'] => {
  const filterEntriesByType = (requestedUid: string) =>
    referred.flatMap(({ uid, ...entry }) => (uid === requestedUid ? [entry] : []));
  return {
    type: types.flatMap(({ value, count }) => {
      const kind = findKind(value);
      return kind === undefined ? [] : [{ value: kind, count }];
    }),
    productType: productTypes,
    category: filterEntriesByType('api::category.category'),
    channel: filterEntriesByType('api::channel.channel'),
    protagonist: filterEntriesByType('api::protagonist.protagonist'),
    vertical: filterEntriesByType('api::vertical.vertical'),
    price: prices,
  };
};

export const createSearchController = ({ strapi }: WithStrapi) => {
  const read = createReadHandler({ strapi });
  let pageStatement: PageStatements | undefined;

  const createUnavailableError = (cause?: unknown): Error =>
    createHttpError(searchErrors.SEARCH_UNAVAILABLE, { cause });

  /** Limits searches per address, because each takes several statements and slows down others. */
  const throttleSearches = async (ctx: Context): Promise<void> => {
    const { perMinute } = searchSettings.of({ strapi });
    await getThrottle({ strapi }).consume(ctx, [
      byAddress({ name: 'search', points: perMinute, seconds: MINUTE, isOfReads: true }, ctx),
    ]);
  };

  const mapIndexErrors = async <T>(query: Promise<T>): Promise<T> => {
    try {
      return await query;
    } catch (error) {
      const { code } = error as { code?: string };
      throw notInstalled.includes(code ?? '') ? createUnavailableError(error) : error;
    }
  };

  /**
   * Reads page and facets at the same time, although each repeats the search; `besides` runs after
   * the page.
   */
  const findWhere = async <T>(
    view: View,
    request: SearchQuery,
    besides: () => Promise<T>,
  ): Promise<FoundEntries & { others: T }> => {
    const readPage = async () => {
      const { hits, kinds } = await findEntries(
        view,
        (pageStatement ??= createPageStatements({ strapi })),
        request,
      );
      const results = await readResults(view, hits, request.lang);
      return { results, kinds, others: await besides() };
    };
    const [references, page] = await Promise.all([countReferences(view, request), readPage()]);
    if (!references.isReady) throw createUnavailableError();
    const referred = await translateChannels(view, references.referred, request.lang);
    return { references: { ...references, referred }, ...page };
  };

  return {
    find: read(
      search,
      async ({ query: { q: text, page = 1, pageSize = 25, ...narrowed } }, view) => {
        await findRequestScope(view, narrowed);
        const lang = narrowed.lang ?? (await view.defaultLocale());
        const q = text === undefined || text === '' ? null : compactIsbns(text);
        const request = { ...narrowed, q, lang, ...computeWindow({ page, pageSize }) };
        if (q !== null) await mapIndexErrors(cacheUntilAffected(view, q, lang));
        const { others: suggestions, ...first } = await mapIndexErrors(
          findWhere(view, request, async () => (q === null ? [] : suggestTitles(view, q, lang))),
        );
        const correction = q !== null && isEmpty(first) ? await correctQuery(view, q, lang) : null;
        const second =
          correction === null ? null : await findWhere(view, { ...request, q: correction }, skip);
        // A correction that finds nothing, such as one of common words, would only mislead.
        const isCorrected = second !== null && !isEmpty(second);
        const bestMatch = isCorrected ? second : first;
        return {
          data: bestMatch.results,
          meta: {
            pagination: buildPagination({ page, pageSize }, bestMatch.kinds.total),
            correctedTo: isCorrected ? correction : null,
            suggestions,
            facets: toFacets(bestMatch),
          },
        };
      },
      { beforeComputing: throttleSearches },
    ),
  };
};
