import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { Flex, LinkButton, Searchbar, Typography } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { useAuth, useFetchClient } from '@strapi/strapi/admin';
import { getEntrySearches, type EntrySearch } from '#feature/admin/panel';
import { useErrorNotice } from '#platform/admin/error-notice';
import { buildEntryFormAddress } from '#platform/admin/panel-addresses';
import { NEW_FORM } from '#feature/unsaved-forms';
const PRODUCT = 'api::product.product';
import { useTexts } from './texts';

type Entry = { documentId: string; locale?: string | null } & Readonly<Record<string, unknown>>;
type SearchResults = { search: EntrySearch; entries: readonly Entry[] };
type Language = { code: string; isDefault: boolean };
type Get = ReturnType<typeof useFetchClient>['get'];

const EXPLORER = 'plugin::content-manager.explorer';
const MAX_RESULTS = 5;
const SHORTEST = 2;
/** Time without typing after which the search begins. */
const PAUSE_MS = 300;

const nameOf = ({ names }: EntrySearch, entry: Entry): string =>
  names
    .map((name) => entry[name])
    .filter((value) => typeof value === 'string' && value !== '')
    .join(' · ');

/**
 * Returns whether the user may do something with entries of a type, in a language if one is given.
 */
const usePermissionCheck = (): ((
  action: 'read' | 'create',
  uid: string,
  language?: string,
) => boolean) => {
  const permissions = useAuth('Start', ({ permissions: userPermissions }) => userPermissions);
  return (action, uid, language) =>
    permissions.some(({ action: granted, subject, properties }) => {
      const locales = properties?.locales as readonly string[] | null | undefined;
      return (
        granted === `${EXPLORER}.${action}` &&
        subject === uid &&
        (language === undefined || (locales?.includes(language) ?? true))
      );
    });
};

/** Returns the first entries that match, each once, in the first language in which it matches. */
const findEntries = async (
  get: Get,
  search: EntrySearch,
  { typed, locales }: { typed: string; locales: readonly string[] },
): Promise<SearchResults> => {
  const answers = await Promise.all(
    (search.isLocalized === true ? locales : [undefined]).map((locale) =>
      get<{ results: Entry[] }>(`/content-manager/collection-types/${search.uid}`, {
        // Strapi’s client sends parameters as they are.
        params: {
          _q: encodeURIComponent(typed),
          page: 1,
          pageSize: MAX_RESULTS,
          ...(locale !== undefined && { locale }),
        },
      }),
    ),
  );
  const entries = new Map<string, Entry>();
  for (const entry of answers.flatMap(({ data }) => data.results)) {
    if (!entries.has(entry.documentId)) entries.set(entry.documentId, entry);
  }
  return { search, entries: [...entries.values()].slice(0, MAX_RESULTS) };
};

const Results = ({ search, entries }: SearchResults) => {
  const { formatMessage } = useIntl();
  return (
    <Flex tag="section" direction="column" alignItems="stretch" gap={1}>
      <Typography tag="h3" variant="sigma" textColor="neutral600">
        {formatMessage(search.title)}
      </Typography>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={1}>
        {entries.map((entry) => (
          <li key={`${entry.documentId} ${entry.locale ?? ''}`}>
            <Typography
              tag={Link}
              to={buildEntryFormAddress({
                uid: search.uid,
                documentId: entry.documentId,
                locale: entry.locale,
              })}
              textColor="primary600"
              style={{ overflowWrap: 'anywhere' }}
            >
              {nameOf(search, entry)}
            </Typography>
          </li>
        ))}
      </Flex>
    </Flex>
  );
};

/** Searches entries that the user may read, and offers to create a course. */
export const Start = () => {
  const text = useTexts();
  const { get } = useFetchClient();
  const noticeError = useErrorNotice();
  const hasPermission = usePermissionCheck();
  const { locale: panelLanguage, formatList } = useIntl();
  const [typed, setTyped] = useState('');
  const [results, setResults] = useState<readonly SearchResults[]>();
  const [languages, setLanguages] = useState<readonly Language[]>();
  const searches = getEntrySearches().filter(({ uid }) => hasPermission('read', uid));
  const uids = searches.map(({ uid }) => uid).join(' ');
  const query = typed.trim();
  const terms = [...new Set(searches.flatMap((search) => search.terms))];
  const suggestion = formatList(
    terms.map((term) => text(`dashboard.search.by.${term}`)),
    { type: 'disjunction' },
  );

  const creatable = languages?.filter(({ code }) => hasPermission('create', PRODUCT, code));
  const newLanguage = creatable?.find(({ isDefault }) => isDefault) ?? creatable?.[0];

  useEffect(() => {
    const controller = new AbortController();
    get<Language[]>('/i18n/locales', { signal: controller.signal }).then(
      ({ data }) => setLanguages(data),
      (error: unknown) => {
        if (!controller.signal.aborted) noticeError(error);
      },
    );
    return () => controller.abort();
  }, [get, noticeError]);

  useEffect(() => {
    setResults(undefined);
    if (query.length < SHORTEST || languages === undefined) return undefined;
    let isGone = false;
    const find = async (): Promise<void> => {
      const locales = languages
        .map(({ code }) => code)
        .sort((first, other) => Number(other === panelLanguage) - Number(first === panelLanguage));
      const answers = await Promise.all(
        searches.map((search) => findEntries(get, search, { typed: query, locales })),
      );
      if (!isGone) setResults(answers.filter(({ entries }) => entries.length > 0));
    };
    const timer = setTimeout(() => {
      find().catch((error: unknown) => {
        if (!isGone) noticeError(error);
      });
    }, PAUSE_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
    // The searches follow from the types.
  }, [query, uids, languages, panelLanguage, get, noticeError]);

  return (
    <Flex direction="column" alignItems="stretch" gap={4} data-home-start>
      <Searchbar
        name="home-search"
        value={typed}
        clearLabel={text('dashboard.search.clear')}
        placeholder={
          terms.length === 0 ? '' : text('dashboard.search.placeholder', { terms: suggestion })
        }
        onChange={({ target }: { target: { value: string } }) => setTyped(target.value)}
        onClear={() => setTyped('')}
      >
        {text('dashboard.search')}
      </Searchbar>
      {results?.length === 0 && (
        <Typography textColor="neutral600">{text('dashboard.search.none')}</Typography>
      )}
      {results?.map((result) => (
        <Results key={result.search.uid} {...result} />
      ))}
      {results === undefined && newLanguage !== undefined && (
        <LinkButton
          tag={Link}
          // Without a language, Strapi opens the form in the one shown last: a translator would
          // create the course in the wrong language.
          to={buildEntryFormAddress({
            uid: PRODUCT,
            documentId: NEW_FORM,
            locale: newLanguage.code,
          })}
          startIcon={<Plus />}
          variant="secondary"
        >
          {text('dashboard.new-course')}
        </LinkButton>
      )}
    </Flex>
  );
};
