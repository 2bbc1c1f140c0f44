import { useLanguageName } from '../../../../platform/admin/named-languages';
import { useEffect, useRef } from 'react';
import { Box, Flex, Typography } from '@strapi/design-system';
import { ComparedText } from '../../../../platform/admin/ComparedText';
import type { ChangedField, Source } from '../stale-translations';
import { useTexts } from './texts';

/** Returns the place of an input: forms count the components of a list from 0, places from 1. */
const placeOf = (name: string): string =>
  name.replace(/\.(\d+)(?=\.)/g, (_, position: string) => `.${Number(position) + 1}`);

/** Returns the former text of a place; undefined if its field was not changed. */
const textBefore = (changes: readonly ChangedField[], place: string): unknown => {
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
        (one) => one instanceof HTMLElement && one.dataset.place === placeOf(name ?? ''),
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
                <ComparedText value={words} other={textBefore(changes, place)} side="after" />
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
