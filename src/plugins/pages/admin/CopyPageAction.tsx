import type { DocumentActionComponent } from '@strapi/content-manager/strapi-admin';
import { Button, Flex, Typography } from '@strapi/design-system';
import { Duplicate } from '@strapi/icons';
import { useFetchClient } from '@strapi/strapi/admin';
import * as React from 'react';
import { useNavigate } from 'react-router-dom';
import { createTexts } from '#feature/admin/texts';
import { Choice } from '#platform/admin/Choice';
import { useErrorNotice } from '#platform/admin/error-notice';
import { buildEntryFormAddress } from '#platform/admin/panel-addresses';
import { useNamedLanguages } from '#platform/admin/named-languages';
import en from '../translations/en.json';

const { useTexts } = createTexts(en);

type Vertical = { documentId: string; name: string };
type Locale = { code: string; name: string };
type UnmappedEntry = { uid: string; documentId: string; title: string };
type Copy = { documentId: string; locale: string; unmapped: UnmappedEntry[] };

type CopyPageFormProps = {
  model: string;
  documentId: string;
  locale: string;
  onClose: () => void;
};

/**
 * Form that asks for a business line and a locale, creates the copy, and lists the entries that
 * could not be copied.
 */
const CopyPageForm = ({ model, documentId, locale, onClose }: CopyPageFormProps) => {
  const text = useTexts();
  const { get, post } = useFetchClient();
  const noticeError = useErrorNotice();
  const navigate = useNavigate();
  const [verticals, setVerticals] = React.useState<Vertical[]>([]);
  const languageNames = useNamedLanguages();
  const [locales, setLocales] = React.useState<Locale[]>([]);
  const [vertical, setVertical] = React.useState('');
  const [ownVertical, setOwnVertical] = React.useState('');
  const [target, setTarget] = React.useState(locale);
  const [copy, setCopy] = React.useState<Copy | null>(null);
  const [isBusy, setIsBusy] = React.useState(false);

  React.useEffect(() => {
    const load = async (): Promise<void> => {
      const [verticalAnswer, localeAnswer, ownAnswer] = await Promise.all([
        get<{ results: Vertical[] }>(
          '/content-manager/collection-types/api::vertical.vertical?pageSize=100&sort=order:ASC',
        ),
        get<Locale[]>('/i18n/locales'),
        get<{ results: { documentId: string }[] }>(
          `/content-manager/relations/${model}/${documentId}/vertical`,
          { params: { locale } },
        ),
      ]);
      setVerticals(verticalAnswer.data.results);
      setLocales(localeAnswer.data);
      const line = ownAnswer.data.results[0]?.documentId ?? '';
      setOwnVertical(line);
      // Preselects another locale of the same business line, because most copies are translations.
      const another = localeAnswer.data.find(({ code }) => code !== locale);
      if (
        another === undefined ||
        !verticalAnswer.data.results.some((result) => result.documentId === line)
      )
        return;
      setVertical(line);
      setTarget(another.code);
    };
    load().catch(noticeError);
  }, [get, noticeError, model, documentId, locale]);

  // The target must differ from the page itself.
  const leadsElsewhere = vertical !== '' && !(vertical === ownVertical && target === locale);

  const open = (copied: Copy): void => {
    onClose();
    navigate(buildEntryFormAddress({ ...copied, uid: model }));
  };

  const submit = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const { data } = await post<{ data: Copy }>(`/pages/copy/${model}/${documentId}`, {
        from: { locale },
        to: { locale: target, vertical },
      });
      if (data.data.unmapped.length === 0) open(data.data);
      else setCopy(data.data);
    } catch (error) {
      noticeError(error);
    } finally {
      setIsBusy(false);
    }
  };

  if (copy !== null) {
    return (
      <Flex direction="column" alignItems="stretch" gap={4} padding={6}>
        <Typography>{text('pages.copy.unmapped')}</Typography>
        <ul>
          {copy.unmapped.map(({ uid, documentId: id, title }, index) => (
            <li key={`${uid} ${id} ${index}`}>
              <Typography fontWeight="semiBold">{title}</Typography>
            </li>
          ))}
        </ul>
        <Button onClick={() => open(copy)}>{text('pages.copy.open')}</Button>
      </Flex>
    );
  }

  return (
    <Flex direction="column" alignItems="stretch" gap={4} padding={6}>
      <Choice
        name="vertical"
        label={text('pages.copy.vertical')}
        isRequired
        value={vertical}
        options={verticals.map(({ documentId: id, name }) => ({ value: id, label: name }))}
        onChange={setVertical}
      />
      <Choice
        name="locale"
        label={text('pages.copy.language')}
        isRequired
        value={target}
        options={languageNames(locales).map(({ code, name }) => ({ value: code, label: name }))}
        onChange={setTarget}
      />
      <Button onClick={() => void submit()} loading={isBusy} disabled={!leadsElsewhere}>
        {text('pages.copy.submit')}
      </Button>
    </Flex>
  );
};

const isPage = (model: string): boolean => /^api::[a-z]+-page\./.test(model);

/** Menu action of a page that copies it to another business line or locale. */
export const CopyPageAction: DocumentActionComponent = ({ model, documentId, document }) => {
  const text = useTexts();
  const locale: unknown = document?.locale;
  if (!isPage(model) || documentId === undefined || typeof locale !== 'string') return null;
  const title = text('pages.copy.title');
  return {
    label: title,
    icon: <Duplicate />,
    position: 'header',
    dialog: {
      type: 'modal',
      title,
      content: ({ onClose }) => (
        <CopyPageForm model={model} documentId={documentId} locale={locale} onClose={onClose} />
      ),
    },
  };
};
