import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { Box, Flex, Status, Typography } from '@strapi/design-system';
import { Layouts, Page, useFetchClient } from '@strapi/strapi/admin';
import { LanguageTable } from '#platform/admin/LanguageTable';
import { useNamedLanguages } from '#platform/admin/named-languages';
import { useErrorNotice } from '#platform/admin/error-notice';
import { useLanguage } from '#feature/admin/texts';
import { kindNames } from '../kind-names';
import { seeTemplates } from './permissions';
import { setTemplateStart, type TemplateLine } from './template-start';
import { useTexts } from './texts';

const LIST = '/content-manager/collection-types/api::email-template.email-template';

type TextSource = 'own' | 'shared' | 'built-in' | 'other-language';

type Cell = {
  line: string | null;
  locale: string;
  used: TextSource;
  template: { documentId: string; isPublished: boolean } | null;
  creation: { documentId: string | null } | null;
};

type Overview = {
  lines: (TemplateLine & { slug: string })[];
  languages: { code: string; name: string }[];
  kinds: { kind: string; cells: Cell[] }[];
};

const variants = {
  own: 'success',
  shared: 'secondary',
  'built-in': 'neutral',
  'other-language': 'warning',
} as const;

const buildAddress = (documentId: string, locale: string): string =>
  `${LIST}/${documentId}?plugins[i18n][locale]=${locale}`;

type CellTextProps = { cell: Cell; kind: string; line: TemplateLine | null };

const CellText = ({ cell: { locale, used, template, creation }, kind, line }: CellTextProps) => {
  const text = useTexts();
  const words = text(`mail-texts.${used}`);
  return (
    <Flex direction="column" alignItems="flex-start" gap={1}>
      <Status variant={variants[used]} size="S">
        <Typography tag="span" variant="pi" fontWeight="bold">
          {template === null ? (
            words
          ) : (
            <Link to={buildAddress(template.documentId, locale)} style={{ color: 'inherit' }}>
              {words}
            </Link>
          )}
        </Typography>
      </Status>
      {creation !== null && (
        <Typography
          tag={Link}
          to={buildAddress(creation.documentId ?? 'create', locale)}
          onClick={() => setTemplateStart({ kind, line })}
          variant="pi"
          textColor="primary600"
        >
          {text('mail-texts.write')}
        </Typography>
      )}
      {template?.isPublished === false && (
        <Typography
          tag={Link}
          to={buildAddress(template.documentId, locale)}
          variant="pi"
          textColor="primary600"
        >
          {text('mail-texts.draft')}
        </Typography>
      )}
    </Flex>
  );
};

type KindProps = Pick<Overview, 'lines' | 'languages'> & { kind: string; cells: readonly Cell[] };

const Kind = ({ kind, cells, lines, languages }: KindProps) => {
  const text = useTexts();
  const language = useLanguage();
  const rows = [
    ...lines.map((line) => ({ slug: line.slug, label: line.name, line })),
    { slug: null, label: text('mail-texts.every'), line: null },
  ];
  return (
    <Box data-mail-kind={kind}>
      <Typography tag="h2" variant="delta">
        {kindNames[kind]?.[language] ?? kind}
      </Typography>
      <Box paddingTop={2}>
        <LanguageTable
          heading={text('mail-texts.line')}
          languages={languages}
          rows={rows.map(({ slug, label, line }) => ({
            key: slug ?? '',
            label,
            cell: ({ code }) => {
              const cell = cells.find((item) => item.line === slug && item.locale === code);
              return (
                <Box data-mail-text={`${slug ?? '*'} ${code}`}>
                  {cell !== undefined && <CellText cell={cell} kind={kind} line={line} />}
                </Box>
              );
            },
          }))}
        />
      </Box>
    </Box>
  );
};

const MailTexts = () => {
  const { get } = useFetchClient();
  const noticeError = useErrorNotice();
  const namedLanguages = useNamedLanguages();
  const [overview, setOverview] = useState<Overview>();

  useEffect(() => {
    get<{ data: Overview }>('/account/mails/overview').then(
      ({ data }) => setOverview(data.data),
      noticeError,
    );
  }, [get, noticeError]);

  if (overview === undefined) return <Page.Loading />;
  const { lines, kinds } = overview;
  const languages = namedLanguages(overview.languages);
  return (
    <Flex direction="column" alignItems="stretch" gap={6}>
      {kinds.map(({ kind, cells }) => (
        <Kind key={kind} kind={kind} cells={cells} lines={lines} languages={languages} />
      ))}
    </Flex>
  );
};

/** Settings page that lists which text each mail uses, with links to the templates. */
export const MailTextsPage = () => {
  const text = useTexts();
  const title = text('mail-texts.title');
  return (
    <Page.Protect permissions={seeTemplates}>
      <Page.Title>{title}</Page.Title>
      <Page.Main>
        <Layouts.Header title={title} subtitle={text('mail-texts.hint')} />
        <Layouts.Content>
          <MailTexts />
        </Layouts.Content>
      </Page.Main>
    </Page.Protect>
  );
};
