import { useIntl } from 'react-intl';
import { Flex, Typography } from '@strapi/design-system';
import { Page } from '@strapi/strapi/admin';
import { SubPage } from '#platform/admin/SubPage';
import { useNamedLanguages } from '#platform/admin/named-languages';
import { useLoaded } from '#platform/admin/use-loaded';
import {
  findMissingPages,
  type Overview,
  type LanguageCount,
  type State,
  listAddress,
  buildMissingEntriesAddress,
} from '../overview';
import { PageGrid } from './PageGrid';
import { useTexts, withoutPagePrefix } from './texts';
import { Link } from 'react-router-dom';
import { LanguageTable } from '#platform/admin/LanguageTable';

const states: readonly State[] = ['published', 'modified', 'draft'];

type Props = {
  uid: string;
  count: LanguageCount;
  /** Another language, which may have the entries that are missing in this one. */
  other: string | undefined;
};

const Counts = ({ uid, count, other }: Props) => {
  const text = useTexts();
  return (
    <Flex direction="column" alignItems="flex-start">
      {states
        .filter((state) => count[state] > 0)
        .map((state) => (
          <Typography
            key={state}
            tag={Link}
            to={listAddress(uid, count.locale, state)}
            textColor="neutral800"
          >
            {text(`site.count.${state}`, { count: count[state] })}
          </Typography>
        ))}
      {count.missing > 0 && other !== undefined && (
        <Typography
          tag={Link}
          to={buildMissingEntriesAddress(uid, count.locale, other)}
          textColor="danger600"
        >
          {text('site.count.missing', { count: count.missing })}
        </Typography>
      )}
    </Flex>
  );
};

const CountGrid = ({ types, languages }: Pick<Overview, 'types' | 'languages'>) => {
  const text = useTexts();
  const { formatMessage } = useIntl();
  return (
    <LanguageTable
      heading={text('site.type')}
      languages={languages}
      rows={types.map(({ uid, name, languages: counts }) => ({
        key: uid,
        label: formatMessage({ id: name, defaultMessage: name }),
        cell: ({ code }) => {
          const count = counts.find(({ locale }) => locale === code);
          const other = languages.find((language) => language.code !== code)?.code;
          return count !== undefined && <Counts uid={uid} count={count} other={other} />;
        },
      }))}
    />
  );
};

/** Lists the missing pages, so that nobody has to search the tables for gaps. */
const MissingPages = ({ lines, languages, pages }: Omit<Overview, 'types'>) => {
  const text = useTexts();
  const { formatMessage, formatList } = useIntl();
  const missingPages = findMissingPages({ lines, languages, pages }).map(
    ({ kind, line, language }) =>
      text('site.missing.one', {
        page: withoutPagePrefix(formatMessage({ id: kind.name, defaultMessage: kind.name })),
        line: line.name,
        language: language.name,
      }),
  );
  return (
    <Typography data-site-missing textColor={missingPages.length > 0 ? 'danger600' : 'neutral600'}>
      {text('site.missing', { count: missingPages.length, list: formatList(missingPages) })}
    </Typography>
  );
};

const Site = () => {
  const text = useTexts();
  const languageNames = useNamedLanguages();
  const { data: overview } = useLoaded<Overview>('/site-overview/overview');
  if (overview === undefined) return <Page.Loading />;
  const { lines, pages, types } = overview;
  const languages = languageNames(overview.languages);
  if (pages.length + types.length === 0) return <Typography>{text('site.none')}</Typography>;
  return (
    <Flex direction="column" alignItems="stretch" gap={6}>
      {pages.length > 0 && (
        <Flex direction="column" alignItems="flex-start" gap={1}>
          <Typography tag="h2" variant="beta">
            {text('site.pages')}
          </Typography>
          <MissingPages lines={lines} languages={languages} pages={pages} />
        </Flex>
      )}
      {pages.map((kind) => (
        <PageGrid key={kind.uid} kind={kind} lines={lines} languages={languages} />
      ))}
      {types.length > 0 && (
        <>
          <Typography tag="h2" variant="beta">
            {text('site.entries')}
          </Typography>
          <CountGrid types={types} languages={languages} />
        </>
      )}
    </Flex>
  );
};

/** Shows which pages and entries exist or are missing, by business line and language. */
export const SitePage = () => {
  const text = useTexts();
  return (
    <SubPage title={text('site.title')} subtitle={text('site.hint')}>
      <Site />
    </SubPage>
  );
};
