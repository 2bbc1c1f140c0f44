import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Box, Button, Field, Flex, Textarea, Typography } from '@strapi/design-system';
import { useFetchClient, useNotification } from '@strapi/strapi/admin';
import { useErrorNotice } from '#platform/admin/error-notice';
import { useLoaded } from '#platform/admin/use-loaded';
import { useLanguage } from '#feature/admin/texts';
import { type FileDetails, useFileDetails } from '#platform/strapi/admin/media-library';
import { useTexts } from './texts';

type StoredTexts = {
  languages: readonly { code: string }[];
  texts: Readonly<Record<string, string>>;
};

const buildTextsUrl = (id: number): string => `/pictures/files/${id}/texts`;

const Form = ({ id, stored }: { id: number; stored: StoredTexts }) => {
  const text = useTexts();
  const { put } = useFetchClient();
  const { toggleNotification } = useNotification();
  const tellError = useErrorNotice();
  const [texts, setTexts] = useState(stored.texts);
  const [isSaving, setIsSaving] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const names = new Intl.DisplayNames(useLanguage(), { type: 'language' });

  // The drawer closes at clicks outside of its own elements, and this form is outside of them.
  useEffect(() => {
    const boxElement = box.current;
    const stopEvent = (event: Event): void => event.stopPropagation();
    boxElement?.addEventListener('pointerdown', stopEvent);
    return () => boxElement?.removeEventListener('pointerdown', stopEvent);
  }, []);

  const save = async (): Promise<void> => {
    setIsSaving(true);
    try {
      await put(buildTextsUrl(id), { texts });
      toggleNotification({ type: 'success', message: text('pictures.texts.saved') });
    } catch (error) {
      tellError(error);
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <Box ref={box} style={{ order: -1 }} data-alternative-texts={id}>
      <Box paddingBottom={2}>
        <Typography variant="beta" fontWeight="semiBold" tag="h3">
          {text('pictures.texts.title')}
        </Typography>
      </Box>
      <Flex direction="column" alignItems="stretch" gap={3}>
        <Typography textColor="neutral600">{text('pictures.texts.hint')}</Typography>
        {stored.languages.map(({ code }) => (
          <Field.Root key={code} name={`alternativeTexts.${code}`}>
            <Field.Label>
              {text('pictures.texts.label', { language: names.of(code) ?? code })}
            </Field.Label>
            <Textarea
              lang={code}
              value={texts[code] ?? ''}
              onChange={({ target }: { target: HTMLTextAreaElement }) =>
                setTexts({ ...texts, [code]: target.value })
              }
            />
          </Field.Root>
        ))}
        <Flex justifyContent="flex-end">
          <Button variant="secondary" loading={isSaving} onClick={() => void save()}>
            {text('pictures.texts.save')}
          </Button>
        </Flex>
      </Flex>
    </Box>
  );
};

const FileTexts = ({ id, place }: FileDetails) => {
  // Users without permission to read the texts see no form.
  const { data: storedTexts } = useLoaded<StoredTexts>(buildTextsUrl(id), { isOptional: true });
  if (storedTexts === undefined || storedTexts.languages.length === 0) return null;
  return createPortal(<Form id={id} stored={storedTexts} />, place);
};

/**
 * Form in the details of a file in the media library, with its alternative texts in the languages
 * other than the default.
 */
export const AlternativeTexts = () => {
  const details = useFileDetails();
  return details === null ? null : <FileTexts key={details.id} {...details} />;
};
