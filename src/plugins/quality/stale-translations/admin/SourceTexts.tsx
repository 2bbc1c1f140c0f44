import { useLanguageName } from '#platform/admin/named-languages';
import { useEffect, useRef } from 'react';
import { Box, Flex, Typography } from '@strapi/design-system';
import { ComparedText } from '#platform/admin/ComparedText';
import type { ChangedField, Source } from '../stale-translations';
import { useTexts } from './texts';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/content-manager/strapi-admin';
import { useFetchClient, useForm } from '@strapi/strapi/admin';
import { createInitialValues, type Attributes } from '../form-model';

type Values = Readonly<Record<string, unknown>>;

type Components = Readonly<Record<string, { attributes: Attributes } | undefined>>;

const isSame = (first: unknown, other: unknown): boolean =>
  JSON.stringify(first) === JSON.stringify(other);

/**
 * Fills in a new language version with the values of its source, texts excepted. It does so at the
 * first edit: an untouched form would otherwise ask for confirmation when the user leaves.
 */
export const StartFromSource = ({ source, locale }: { source: string; locale: string }) => {
  const text = useTexts();
  const { model, id, collectionType, contentType, components } = useContentManagerContext();
  const { get } = useFetchClient();
  const change = useForm('StartFromSource', (form) => form.onChange);
  const getValues = useForm('StartFromSource', (form) => form.getValues);
  const initial = useForm('StartFromSource', (form) => form.initialValues as Values);
  const isModified = useForm('StartFromSource', (form) => form.modified);
  const isFilled = useRef(false);

  useEffect(() => {
    if (!isModified || isFilled.current || contentType === undefined) return;
    isFilled.current = true;
    const componentModels = components as Components;
    const form = {
      attributes: contentType.attributes as Attributes,
      componentOf: (uid: string) => componentModels[uid]?.attributes,
    };
    get<{ data?: Values }>(`/i18n/content-manager/get-fill-from-locale/${model}`, {
      params: { documentId: id, sourceLocale: source, targetLocale: locale, collectionType },
    }).then(
      ({ data }) => {
        const now = getValues() as Values;
        for (const [name, value] of Object.entries(
          createInitialValues(model, form, data.data ?? {}),
        )) {
          if (isSame(now[name], initial[name])) change(name, value);
        }
      },
      // The form works without these values, and “Fill in from another locale” reports the error.
      () => undefined,
    );
  }, [isModified, contentType]);

  return (
    <Typography variant="pi" textColor="neutral600">
      {text('stale-translations.start')}
    </Typography>
  );
};

/** Returns the place of an input: forms count the components of a list from 0, places from 1. */
const toFieldPlace = (name: string): string =>
  name.replace(/\.(\d+)(?=\.)/g, (_, position: string) => `.${Number(position) + 1}`);

/** Returns the former text of a place; undefined if its field was not changed. */
const findFormerText = (changes: readonly ChangedField[], place: string): unknown => {
  const [name, ...inner] = place.split('.');
  return inner.reduce<unknown>(
    (value, part) =>
      Array.isArray(value)
        ? (value as unknown[])[Number(part) - 1]
        : (value as Readonly<Record<string, unknown>> | null | undefined)?.[part],
    changes.find(({ field }) => field === name)?.before,
  );
};

/** Scrolls the list to the source of the field that has the focus. */
const useFocusedField = () => {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const follow = ({ target }: FocusEvent): void => {
      const name = target instanceof Element ? target.getAttribute('name') : null;
      const items = [...(list.current?.children ?? [])];
      const item = items.find(
        (candidate) =>
          candidate instanceof HTMLElement && candidate.dataset.place === toFieldPlace(name ?? ''),
      );
      if (!(item instanceof HTMLElement) || list.current === null) return;
      // The page itself must not scroll.
      list.current.scrollTop = item.offsetTop - list.current.offsetTop;
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);
  return list;
};

/** Lists the texts of the source, with the words that were changed since the translation. */
export const SourceTexts = ({
  source: { locale, texts },
  changes,
}: {
  source: Source;
  changes: readonly ChangedField[];
}) => {
  const text = useTexts();
  const languageOf = useLanguageName();
  const list = useFocusedField();
  if (texts.length === 0) return null;
  return (
    <Flex direction="column" alignItems="stretch" gap={2} width="100%" data-source-texts>
      <Typography fontWeight="semiBold">
        {text('stale-translations.source', { source: languageOf(locale) })}
      </Typography>
      <Flex
        tag="ul"
        ref={list}
        direction="column"
        alignItems="stretch"
        gap={3}
        lang={locale}
        tabIndex={0}
        style={{ maxHeight: '320px', overflowY: 'auto', position: 'relative' }}
      >
        {texts.map(({ place, label, text: words }) => (
          <Box tag="li" key={place} data-place={place}>
            <Typography variant="pi" textColor="neutral600">
              {label}
            </Typography>
            <Box>
              {changes.some(({ field }) => field === place.split('.')[0]) ? (
                <ComparedText value={words} other={findFormerText(changes, place)} side="after" />
              ) : (
                <Typography style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                  {words}
                </Typography>
              )}
            </Box>
          </Box>
        ))}
      </Flex>
    </Flex>
  );
};
