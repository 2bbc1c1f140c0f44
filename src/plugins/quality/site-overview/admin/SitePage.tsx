import { useIntl } from 'react-intl';
import { Flex, Typography } from '@strapi/design-system';
import { Layouts, Page } from '@strapi/strapi/admin';
import { useNamedLanguages } from '../../../../platform/admin/named-languages';
import { useLoaded } from '../../../../platform/admin/use-loaded';
import { missingIn, type Overview } from '../overview';
import { CountGrid } from './CountGrid';
import { PageGrid } from './PageGrid';
import { useTexts, withoutPagePrefix } from './texts';

/** Lists the missing pages, so that nobody has to search the tables for gaps. */
const MissingPages = ({ lines, languages, pages }: Omit<Overview, 'types'>) => {
  const text = useTexts();
  const { formatMessage, formatList } = useIntl();
  const missing = missingIn({ lines, languages, pages }).map(({ kind, line, language }) =>
    text('site.missing.one', {
      page: withoutPagePrefix(formatMessage({ id: kind.name, defaultMessage: kind.name })),
      line: line.name,
      language: language.name,
    }),
  );
  return (
    <Typography data-site-missing textColor={missing.length > 0 ? 'danger600' : 'neutral600'}>
      {text('site.missing', { count: missing.length, list: formatList(missing) })}
    </Typography>
  );
};

const Site = () => {
  const text = useTexts();
  const named = useNamedLanguages();
  const { data: overview } = useLoaded<Overview>('/site-overview/overview');
  if (overview === undefined) return <Page.Loading />;
  const { lines, pages, types } = overview;
  const languages = named(overview.languages);
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
  const title = text('site.title');
  return (
    <>
      <Page.Title>{title}</Page.Title>
      <Page.Main>
        <Layouts.Header title={title} subtitle={text('site.hint')} />
        <Layouts.Content>
          <Site />
        </Layouts.Content>
      </Page.Main>
    </>
  );
};
