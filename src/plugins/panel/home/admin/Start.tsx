import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { Flex, LinkButton, Searchbar, Typography } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { useAuth, useFetchClient } from '@strapi/strapi/admin';
import { entrySearches, type EntrySearch } from '../../../../feature/admin/entry-searches';
import { useErrorNotice } from '../../../../feature/admin/error-notice';
import { formAddress } from '../../../../feature/admin/form-address';
import { PRODUCT } from './product';
import { useTexts } from './texts';

type Entry = { documentId: string; locale?: string | null } & Readonly<Record<string, unknown>>;
type Found = { search: EntrySearch; entries: readonly Entry[] };

const EXPLORER = 'plugin::content-manager.explorer';
const SHOWN = 5;
const SHORTEST = 2;
/** Time without typing after which the search begins. */
const PAUSE_MS = 300;

const nameOf = ({ names }: EntrySearch, entry: Entry): string =>
  names
    .map((name) => entry[name])
    .filter((value) => typeof value === 'string' && value !== '')
    .join(' · ');

/** Returns whether the user may do something with entries of a type. */
const useMay = (): ((action: 'read' | 'create', uid: string) => boolean) => {
  const permissions = useAuth('Start', ({ permissions: own }) => own);
  return (action, uid) =>
    permissions.some((own) => own.action === `${EXPLORER}.${action}` && own.subject === uid);
};

const Results = ({ search, entries }: Found) => {
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
              to={formAddress({
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
  const may = useMay();
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<readonly Found[]>();
  const searches = entrySearches().filter(({ uid }) => may('read', uid));
  const uids = searches.map(({ uid }) => uid).join(' ');
  const wanted = typed.trim();

  useEffect(() => {
    setFound(undefined);
    if (wanted.length < SHORTEST) return undefined;
    let isGone = false;
    const find = async (): Promise<void> => {
      const answers = await Promise.all(
        searches.map(async (search): Promise<Found> => {
          const { data } = await get<{ results: Entry[] }>(
            `/content-manager/collection-types/${search.uid}`,
            { params: { _q: wanted, page: 1, pageSize: SHOWN } },
          );
          return { search, entries: data.results };
        }),
      );
      if (!isGone) setFound(answers.filter(({ entries }) => entries.length > 0));
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
  }, [wanted, uids, get, noticeError]);

  return (
    <Flex direction="column" alignItems="stretch" gap={4} data-home-start>
      <Searchbar
        name="home-search"
        value={typed}
        clearLabel={text('home.search.clear')}
        placeholder={text('home.search.placeholder')}
        onChange={({ target }: { target: { value: string } }) => setTyped(target.value)}
        onClear={() => setTyped('')}
      >
        {text('home.search')}
      </Searchbar>
      {found?.length === 0 && (
        <Typography textColor="neutral600">{text('home.search.none')}</Typography>
      )}
      {found?.map((one) => (
        <Results key={one.search.uid} {...one} />
      ))}
      {found === undefined && may('create', PRODUCT) && (
        <LinkButton
          tag={Link}
          to={formAddress({ uid: PRODUCT, documentId: 'create' })}
          startIcon={<Plus />}
          variant="secondary"
        >
          {text('home.new-course')}
        </LinkButton>
      )}
    </Flex>
  );
};
