import { getLanguageName } from './locale-names';
import type { Text } from '#feature/layout';
import type { Entry, Facts, Path, BrokenRulePlace, Rule } from '#feature/publishing-rules';
import { listIn, getComponent, getText } from './entry-values';

/** Publishing rules that several types share with the same meaning. */

const nameOf = (locale: string): Text => ({
  en: getLanguageName(locale, 'en'),
  es: getLanguageName(locale, 'es'),
});

/** Warning for the locales of the site in which the entry has no version. */
export const otherLanguages: Rule = {
  code: 'LANGUAGE_MISSING',
  severity: 'warning',
  field: 'locale',
  text: {
    en: 'The entry has no version in {language}.',
    es: 'La entrada no tiene versión en {language}.',
  },
  check: (_, { missingLanguages }) =>
    missingLanguages.map((locale) => ({ path: [], locale, values: { language: nameOf(locale) } })),
};

export const slugChangeWarning: Rule = {
  code: 'SLUG_CHANGED',
  severity: 'warning',
  field: 'slug',
  text: {
    en: 'The slug changed after publication. Addresses with “{slug}” redirect to the new slug.',
    es: 'El slug ha cambiado después de la publicación. Las direcciones con «{slug}» redirigen al nuevo.',
  },
  title: {
    en: 'The slug changed after publication.',
    es: 'El slug ha cambiado después de la publicación.',
  },
  check: (entry, { publishedSlug }) =>
    publishedSlug !== null && publishedSlug !== '' && publishedSlug !== getText(entry, 'slug')
      ? [{ values: { slug: publishedSlug } }]
      : false,
};

const searchDescription: Rule = {
  code: 'SEARCH_DESCRIPTION_MISSING',
  severity: 'warning',
  field: 'seo',
  // The component cannot be published without its author, which an entry may lack.
  cells: ['seo.description', 'seo.author'],
  text: {
    en: 'The description for search engines is missing.',
    es: 'Falta la descripción para los buscadores.',
  },
  check: (entry) => {
    const seo = getComponent(entry, 'seo');
    if (seo === null) return true;
    return getText(seo, 'description') === '' ? [{ path: ['seo', 'description'] }] : false;
  },
};

const searchTitle: Rule = {
  code: 'SEARCH_TITLE_MISSING',
  severity: 'warning',
  field: 'seo',
  cells: ['seo.title'],
  text: {
    en: 'The title for search engines is missing.',
    es: 'Falta el título para los buscadores.',
  },
  check: (entry) => {
    const seo = getComponent(entry, 'seo');
    return seo !== null && getText(seo, 'title') === '' ? [{ path: ['seo', 'title'] }] : false;
  },
};

/** Rules for search engines, for every type with its own page. */
export const searchListing: readonly Rule[] = [searchTitle, searchDescription];

const isPicture = (file: Entry): boolean => {
  const mime = getText(file, 'mime');
  return mime === '' || mime.startsWith('image/');
};

type Language = Pick<Facts, 'locale' | 'defaultLanguage'>;

/** Returns whether a picture has an alternative text in a locale. */
const isDescribed = (file: Entry, { locale, defaultLanguage }: Language): boolean => {
  const alternativeText =
    locale === null ? '' : getText(getComponent(file, 'alternativeTexts'), locale);
  const isDefault = locale === null || defaultLanguage === null || locale === defaultLanguage;
  return alternativeText !== '' || (isDefault && getText(file, 'alternativeText') !== '');
};

const isWithoutText = (owner: Entry, name: string, language: Language): boolean =>
  listIn(owner, name).some((file) => isPicture(file) && !isDescribed(file, language));

/**
 * Returns the places of pictures without a text: in a field, or in a field of a component
 * (`seo.image`).
 */
const findPicturePlaces = (entry: Entry, where: string, language: Language): BrokenRulePlace[] => {
  const [first = '', second] = where.split('.');
  if (second === undefined) {
    return isWithoutText(entry, first, language) ? [{ path: [first] }] : [];
  }
  const value = entry[first];
  const isList = Array.isArray(value);
  return listIn(entry, first).flatMap((part, index): BrokenRulePlace[] => {
    const path: Path = isList ? [first, index, second] : [first, second];
    return isWithoutText(part, second, language) ? [{ path }] : [];
  });
};

/** Returns the warning for pictures without an alternative text. */
export const createAlternativeTextRule = (...fields: readonly [string, ...string[]]): Rule => ({
  code: 'ALTERNATIVE_TEXT_MISSING',
  severity: 'warning',
  field: fields[0],
  text: {
    en: 'An image has no alternative text in this locale. Screen readers and search engines cannot describe it.',
    es: 'Una imagen no tiene texto alternativo en este idioma. Los lectores de pantalla y los buscadores no pueden describirla.',
  },
  check: (entry, facts) => fields.flatMap((where) => findPicturePlaces(entry, where, facts)),
});

/** Returns a warning for a missing value that is not required. */
export const createMissingValueRule = (
  code: string,
  field: string,
  text: Rule['text'],
  isMissing: (entry: Entry) => boolean = (entry) =>
    listIn(entry, field).length === 0 && getText(entry, field) === '',
  cells?: readonly string[],
): Rule => ({
  code,
  severity: 'warning',
  field,
  text,
  check: isMissing,
  ...(cells !== undefined && { cells }),
});

/** Warning for an entry without a business line, which no site shows. */
export const businessLine = createMissingValueRule('BUSINESS_LINE_MISSING', 'verticals', {
  en: 'The entry has no business line, so no site lists it.',
  es: 'La entrada no tiene línea de negocio, así que ningún sitio la lista.',
});

const createBrokenLinkRule = (
  field: string,
  isMeant: (isGone: boolean) => boolean,
  rule: Pick<Rule, 'code' | 'text' | 'title'>,
): Rule => ({
  ...rule,
  severity: 'error',
  // Link validation itself also rejects it.
  isRefusedElsewhere: true,
  field,
  check: (entry, facts) =>
    listIn(entry, field).flatMap((part, index) =>
      facts.brokenLinks
        .filter(({ link, isGone }) => link === getText(part, 'link') && isMeant(isGone))
        .map(({ title }) => ({ path: [field, index, 'link'], values: { title } })),
    ),
});

/**
 * Returns the rules for links: the linked entry must be visible, and the link must not be a
 * placeholder `#`.
 */
export const linkRules = (field: string): readonly Rule[] => [
  createBrokenLinkRule(field, (isGone) => isGone, {
    code: 'LINK_ENTRY_GONE',
    text: {
      en: 'A link leads to a deleted entry.',
      es: 'Un enlace lleva a una entrada eliminada.',
    },
  }),
  createBrokenLinkRule(field, (isGone) => !isGone, {
    code: 'LINK_ENTRY_UNPUBLISHED',
    text: {
      en: 'A link leads to “{title}”, which is not published. Publish it, or change the link.',
      es: 'Un enlace lleva a «{title}», que no está publicado. Publícalo o cambia el enlace.',
    },
    title: {
      en: 'A link leads to an unpublished entry.',
      es: 'Un enlace lleva a una entrada sin publicar.',
    },
  }),
  {
    code: 'LINK_LEADS_NOWHERE',
    severity: 'warning',
    field,
    text: {
      en: 'A link has no address: it is only “#”.',
      es: 'Un enlace no tiene dirección: es solo «#».',
    },
    check: (entry) =>
      listIn(entry, field).flatMap((part, index) =>
        getText(part, 'link') === '#' ? [{ path: [field, index, 'link'] }] : [],
      ),
  },
];
