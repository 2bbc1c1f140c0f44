import { useIntl } from 'react-intl';
import { Box, Flex, Status, Typography } from '@strapi/design-system';
import { formAddress } from '../../../../platform/admin/form-address';
import { LanguageTable } from '../../../../platform/admin/LanguageTable';
import type { Overview, PageKind, PageVersion } from '../overview';
import { CreateMenu, type MissingPage } from './CreateMenu';
import { PageCell } from './PageCell';
import { useTexts, withoutPagePrefix } from './texts';

type BusinessLine = Overview['lines'][number];
type Props = Pick<Overview, 'lines' | 'languages'> & { kind: PageKind };

type Row = { line: BusinessLine | null; called: string };

/**
 * Returns the pages from which a missing one can be copied: its other languages, then other lines
 * in the same language.
 */
const sourcesOf = (
  { lines, languages, kind }: Props,
  line: BusinessLine,
  locale: string,
): MissingPage['sources'] => {
  const languageCalled = (code: string): string =>
    languages.find((language) => language.code === code)?.name ?? code;
  const own = kind.versions.filter((version) => version.line === line.slug);
  const others = kind.versions.flatMap((version) => {
    const other = lines.find(({ slug }) => slug === version.line && slug !== line.slug);
    return other !== undefined && version.locale === locale
      ? [{ called: other.name, version }]
      : [];
  });
  return [
    ...own.map((version) => ({ called: languageCalled(version.locale), version })),
    ...others,
  ];
};

const Missing = ({ page, mayCreate }: { page: MissingPage; mayCreate: boolean }) => {
  const text = useTexts();
  return (
    <Flex direction="column" alignItems="flex-start" gap={2}>
      <Status variant="danger" size="S">
        <Typography tag="span" variant="pi" fontWeight="bold">
          {text('site.state.missing')}
        </Typography>
      </Status>
      {mayCreate && <CreateMenu page={page} />}
    </Flex>
  );
};

/**
 * Shows the pages of one kind, with a row for each business line and a column for each language.
 */
export const PageGrid = (props: Props) => {
  const text = useTexts();
  const { formatMessage } = useIntl();
  const { kind, lines, languages } = props;
  const { uid, versions, hidden, mayCreate } = kind;
  const page = withoutPagePrefix(formatMessage({ id: kind.name, defaultMessage: kind.name }));
  const known = new Set<string | null>(lines.map(({ slug }) => slug));
  const astray = versions.filter(({ line }) => !known.has(line));
  const rows: Row[] = lines.map((line) => ({ line, called: line.name }));
  if (astray.length > 0) rows.push({ line: null, called: text('site.no-line') });

  const versionAt = ({ line }: Row, locale: string): PageVersion | undefined =>
    (line === null ? astray : versions.filter((version) => version.line === line.slug)).find(
      (version) => version.locale === locale,
    );

  const isHidden = (line: BusinessLine, locale: string): boolean =>
    hidden.some((one) => one.line === line.slug && one.locale === locale);

  const missingAt = (
    line: BusinessLine,
    { code, name }: Overview['languages'][number],
  ): MissingPage => ({
    uid,
    line,
    locale: code,
    documentId: versions.find((version) => version.line === line.slug)?.documentId ?? null,
    sources: sourcesOf(props, line, code),
    label: text('site.create.of', { page, line: line.name, language: name }),
  });

  const cellOf = (row: Row, language: Overview['languages'][number]) => {
    const version = versionAt(row, language.code);
    if (version !== undefined) {
      const names = { page, line: row.called, language: language.name };
      return <PageCell uid={uid} version={version} names={names} />;
    }
    return row.line === null || isHidden(row.line, language.code) ? null : (
      <Missing page={missingAt(row.line, language)} mayCreate={mayCreate} />
    );
  };

  return (
    <Box data-site-kind={uid}>
      <Typography tag="h3" variant="delta">
        {page}
      </Typography>
      <Box paddingTop={2}>
        <LanguageTable
          heading={text('site.line')}
          languages={languages}
          rows={rows.map((row) => ({
            key: row.line?.slug ?? '',
            called: row.called,
            address: ({ code }) => {
              const version = versionAt(row, code);
              return version && formAddress({ uid, ...version });
            },
            cell: (language) => (
              <Box data-site={`${row.line?.slug ?? ''} ${language.code}`}>
                {cellOf(row, language)}
              </Box>
            ),
          }))}
        />
      </Box>
    </Box>
  );
};
