import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import { Box, Button, Field, Flex, Textarea, Typography } from '@strapi/design-system';
import { Page, useNotification, useFetchClient } from '@strapi/strapi/admin';
import { getPanelLink } from '#feature/admin/panel';
import { SubPage } from '#platform/admin/SubPage';
import {
  PICTURES_ON_A_PAGE,
  type PictureWithoutText,
  type PicturesWithoutText,
} from '../picture-without-text';
import { useTexts } from './texts';
import { useErrorNotice } from '#platform/admin/error-notice';
import { useLoaded } from '#platform/admin/use-loaded';

/**
 * Returns a page of the pictures without a text in a language, and a function that stores texts.
 */
const usePicturesWithoutText = (locale: string | null, page: number) => {
  const { post, put } = useFetchClient();
  const noticeError = useErrorNotice();
  const { data: pictures, reload } = useLoaded<PicturesWithoutText>('/pictures/undescribed', {
    params: { page, ...(locale !== null && { locale }) },
  });

  const describe = async (id: number, text: string): Promise<void> => {
    if (locale !== null && pictures?.isDefault === false) {
      await put(`/pictures/files/${id}/texts`, { texts: { [locale]: text } });
      return;
    }
    const form = new FormData();
    form.append('fileInfo', JSON.stringify({ alternativeText: text }));
    await post(`/upload?id=${id}`, form);
  };

  /**
   * Stores the texts one after another and reloads the list. Returns the ids of the stored ones.
   */
  const save = async (texts: ReadonlyMap<number, string>): Promise<readonly number[]> => {
    const saved: number[] = [];
    try {
      for (const [id, text] of texts) {
        await describe(id, text);
        saved.push(id);
      }
    } catch (error) {
      noticeError(error);
    }
    await reload();
    return saved;
  };

  return { undescribed: pictures, save };
};

type RowProps = {
  picture: PictureWithoutText;
  language: string | null;
  value: string;
  onChange: (text: string) => void;
};

const Row = ({
  picture: { id, name, picture, text: storedTexts },
  language,
  value,
  onChange,
}: RowProps) => {
  const text = useTexts();
  return (
    <Flex tag="li" gap={5} alignItems="flex-start" data-undescribed={id}>
      <Box width="20rem" shrink={0} background="neutral150" hasRadius overflow="hidden">
        <img
          src={picture}
          alt=""
          loading="lazy"
          style={{ display: 'block', width: '100%', maxHeight: '16rem', objectFit: 'contain' }}
        />
      </Box>
      <Box flex="1" minWidth="0">
        <Field.Root name={`text-${id}`}>
          <Field.Label style={{ overflowWrap: 'anywhere' }}>
            {text('pictures.undescribed.label', { name })}
          </Field.Label>
          <Textarea
            style={{ minHeight: '6.4rem' }}
            lang={language ?? undefined}
            value={value}
            onChange={({ target }: { target: HTMLTextAreaElement }) => onChange(target.value)}
          />
        </Field.Root>
        {storedTexts !== '' && (
          <Typography variant="pi" textColor="neutral600">
            {text('pictures.undescribed.known', { text: storedTexts })}
          </Typography>
        )}
      </Box>
    </Flex>
  );
};

const Pictures = ({ locale }: { locale: string | null }) => {
  const text = useTexts();
  const { toggleNotification } = useNotification();
  const [page, setPage] = useState(1);
  const [texts, setTexts] = useState<ReadonlyMap<number, string>>(new Map());
  const [isSaving, setIsSaving] = useState(false);
  const { undescribed, save } = usePicturesWithoutText(locale, page);
  if (undescribed === undefined) return <Page.Loading />;
  const { pictures, total } = undescribed;
  const written = new Map(
    [...texts].filter(([, alternativeText]) => alternativeText.trim() !== ''),
  );
  const last = Math.max(1, Math.ceil(total / PICTURES_ON_A_PAGE));

  const saveAll = async (): Promise<void> => {
    setIsSaving(true);
    const saved = await save(written);
    setTexts(new Map([...texts].filter(([id]) => !saved.includes(id))));
    setIsSaving(false);
    if (saved.length === 0) return;
    // The saved pictures are gone, and the following ones have moved up.
    setPage(1);
    toggleNotification({
      type: 'success',
      message: text('pictures.undescribed.saved', { count: saved.length }),
    });
  };

  if (total === 0) return <Typography>{text('pictures.undescribed.none')}</Typography>;
  return (
    <Flex direction="column" alignItems="stretch" gap={6}>
      <Typography textColor="neutral600">
        {text('pictures.undescribed.count', { count: total })}
      </Typography>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={6}>
        {pictures.map((picture) => (
          <Row
            key={picture.id}
            picture={picture}
            language={locale}
            value={texts.get(picture.id) ?? ''}
            onChange={(newText) => setTexts(new Map([...texts, [picture.id, newText]]))}
          />
        ))}
      </Flex>
      <Flex justifyContent="space-between" gap={4} wrap="wrap">
        <Flex gap={4}>
          <Button variant="tertiary" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {text('pictures.undescribed.before')}
          </Button>
          <Button variant="tertiary" disabled={page >= last} onClick={() => setPage(page + 1)}>
            {text('pictures.undescribed.after')}
          </Button>
        </Flex>
        <Button loading={isSaving} disabled={written.size === 0} onClick={() => void saveAll()}>
          {text('pictures.undescribed.save', { count: written.size })}
        </Button>
      </Flex>
    </Flex>
  );
};

/**
 * Page of all used pictures without an alternative text in a language, with inputs for the texts.
 */
export const UndescribedPage = () => {
  const text = useTexts();
  const { formatDisplayName } = useIntl();
  const [query] = useSearchParams();
  const locale = query.get('locale');
  const language = locale === null ? undefined : formatDisplayName(locale, { type: 'language' });
  return (
    <SubPage
      title={
        language === undefined
          ? text('pictures.undescribed.title')
          : text('pictures.undescribed.title.in', { language })
      }
      subtitle={text('pictures.undescribed.hint')}
      back={{
        to: getPanelLink('contentQuality')?.() ?? '/',
        label: text('pictures.undescribed.back'),
      }}
    >
      <Box background="neutral0" padding={6} shadow="tableShadow" hasRadius>
        <Pictures key={locale} locale={locale} />
      </Box>
    </SubPage>
  );
};
