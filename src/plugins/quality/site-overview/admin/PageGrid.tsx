import { useIntl } from 'react-intl';
import { Box, Flex, Status, Typography, Menu } from '@strapi/design-system';
import { buildEntryFormAddress } from '#platform/admin/panel-addresses';
import { LanguageTable } from '#platform/admin/LanguageTable';
import {
  type Overview,
  type PageKind,
  type PageVersion,
  buildPagePreviewAddress,
} from '../overview';
import { useTexts, withoutPagePrefix } from './texts';
import { useNavigate, Link } from 'react-router-dom';
import { useFetchClient, useNotification } from '@strapi/strapi/admin';
import { useErrorNotice } from '#platform/admin/error-notice';
import { NEW_FORM } from '#feature/unsaved-forms';

type Copy = { documentId: string; locale: string; unmapped: { title: string }[] };

/** Missing page, and the pages from which it can be copied. */
type MissingPage = {
  uid: string;
  line: { documentId: string };
  locale: string;
  /** Document of the page in other languages; null if there is none. */
  documentId: string | null;
  sources: readonly { title: string; version: PageVersion }[];
  label: string;
};

/** Creates a missing page as a draft, copied from another page or empty, and opens it. */
const CreateMenu = ({ page }: { page: MissingPage }) => {
  const text = useTexts();
  const { post } = useFetchClient();
  const navigate = useNavigate();
  const noticeError = useErrorNotice();
  const { toggleNotification } = useNotification();
  const { uid, line, locale, documentId, sources, label } = page;

  const copy = async ({ version }: MissingPage['sources'][number]): Promise<void> => {
    try {
      const { data } = await post<{ data: Copy }>(`/pages/copy/${uid}/${version.documentId}`, {
        from: { locale: version.locale },
        to: { locale, vertical: line.documentId },
      });
      const { unmapped } = data.data;
      if (unmapped.length > 0) {
        const titles = unmapped.map(({ title }) => title).join(', ');
        toggleNotification({ type: 'warning', message: text('site.left-out', { titles }) });
      }
      navigate(buildEntryFormAddress({ uid, documentId: data.data.documentId, locale }));
    } catch (error) {
      noticeError(error);
    }
  };

  return (
    <Menu.Root>
      <Menu.Trigger size="S" variant="tertiary" aria-label={label}>
        {text('site.create')}
      </Menu.Trigger>
      <Menu.Content>
        {sources.map((source) => (
          <Menu.Item key={source.title} onSelect={() => void copy(source)}>
            {text('site.create.from', { source: source.title })}
          </Menu.Item>
        ))}
        <Menu.Item
          onSelect={() =>
            navigate(buildEntryFormAddress({ uid, documentId: documentId ?? NEW_FORM, locale }))
          }
        >
          {text('site.create.empty')}
        </Menu.Item>
      </Menu.Content>
    </Menu.Root>
  );
};

const variants = { published: 'success', modified: 'alternative', draft: 'secondary' } as const;

type Names = { page: string; line: string; language: string };

/** Shows the state of a page in one language, its last save, and links to it. */
const PageCell = ({ uid, version, names }: { uid: string; version: PageVersion; names: Names }) => {
  const text = useTexts();
  const { formatDate } = useIntl();
  const { documentId, locale, state, updatedAt, updatedBy, entryErrors } = version;
  const words = text(`site.state.${state}`);
  return (
    <Flex wrap="wrap" gap={2}>
      <Status variant={variants[state]} size="S">
        <Typography tag="span" variant="pi" fontWeight="bold">
          <Link
            to={buildEntryFormAddress({ uid, documentId, locale })}
            style={{ color: 'inherit' }}
            aria-label={text('site.open.of', { state: words, ...names })}
          >
            {words}
          </Link>
        </Typography>
      </Status>
      <Typography variant="pi" textColor="neutral600">
        {text('site.saved', {
          when: formatDate(updatedAt, { dateStyle: 'short', timeStyle: 'short' }),
          who: updatedBy ?? text('site.nobody'),
        })}
      </Typography>
      {entryErrors > 0 && (
        <Typography variant="pi" textColor="danger600">
          {text('site.errors', { count: entryErrors })}
        </Typography>
      )}
      <Typography
        tag={Link}
        to={buildPagePreviewAddress(uid, documentId, locale)}
        variant="pi"
        textColor="primary600"
        aria-label={text('site.preview.of', names)}
      >
        {text('site.preview')}
      </Typography>
    </Flex>
  );
};

type BusinessLine = Overview['lines'][number];
type Props = Pick<Overview, 'lines' | 'languages'> & { kind: PageKind };

type Row = { line: BusinessLine | null; title: string };

/**
 * Returns the pages from which a missing one can be copied: its other languages, then other lines
 * in the same language.
 */
const listCopySources = (
  { lines, languages, kind }: Props,
  line: BusinessLine,
  locale: string,
): MissingPage['sources'] => {
  const getLanguageName = (code: string): string =>
    languages.find((language) => language.code === code)?.name ?? code;
  const ownVersions = kind.versions.filter((version) => version.line === line.slug);
  const others = kind.versions.flatMap((version) => {
    const other = lines.find(({ slug }) => slug === version.line && slug !== line.slug);
    return other !== undefined && version.locale === locale ? [{ title: other.name, version }] : [];
  });
  return [
    ...ownVersions.map((version) => ({ title: getLanguageName(version.locale), version })),
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
  const knownLines = new Set<string | null>(lines.map(({ slug }) => slug));
  const astray = versions.filter(({ line }) => !knownLines.has(line));
  const rows: Row[] = lines.map((line) => ({ line, title: line.name }));
  if (astray.length > 0) rows.push({ line: null, title: text('site.no-line') });

  const findVersion = ({ line }: Row, locale: string): PageVersion | undefined =>
    (line === null ? astray : versions.filter((version) => version.line === line.slug)).find(
      (version) => version.locale === locale,
    );

  const isHidden = (line: BusinessLine, locale: string): boolean =>
    hidden.some((entry) => entry.line === line.slug && entry.locale === locale);

  const createMissingPage = (
    line: BusinessLine,
    { code, name }: Overview['languages'][number],
  ): MissingPage => ({
    uid,
    line,
    locale: code,
    documentId: versions.find((version) => version.line === line.slug)?.documentId ?? null,
    sources: listCopySources(props, line, code),
    label: text('site.create.of', { page, line: line.name, language: name }),
  });

  const renderCell = (row: Row, language: Overview['languages'][number]) => {
    const version = findVersion(row, language.code);
    if (version !== undefined) {
      const names = { page, line: row.title, language: language.name };
      return <PageCell uid={uid} version={version} names={names} />;
    }
    return row.line === null || isHidden(row.line, language.code) ? null : (
      <Missing page={createMissingPage(row.line, language)} mayCreate={mayCreate} />
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
            label: row.title,
            address: ({ code }) => {
              const version = findVersion(row, code);
              return version && buildEntryFormAddress({ uid, ...version });
            },
            cell: (language) => (
              <Box data-site={`${row.line?.slug ?? ''} ${language.code}`}>
                {renderCell(row, language)}
              </Box>
            ),
          }))}
        />
      </Box>
    </Box>
  );
};
