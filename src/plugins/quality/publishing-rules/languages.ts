import { listIn, getComponent, getText } from '#catalogue/entry-values';
import { isSharedValue } from '#catalogue/language-values';
import { PRICE_FIELDS } from '#catalogue/money/product-prices';
import { getLanguageName } from '#catalogue/locale-names';
import type { Text } from '#feature/layout';
import type {
  Entry,
  Facts,
  Path,
  Severity,
  SourceVersion,
  Values,
} from '#feature/publishing-rules';
import { getComponentUid, type AttributeShape, type Shapes, type FieldOf } from './models';

/** Place where a translation has a text or a value that does not fit its source. */
export type LanguagePlace = {
  code: string;
  severity: Severity;
  path: Path;
  values: Values;
  /** `{field}` stands for the name of the field. */
  text: Text;
  title: Text;
  /** Whether each field forms a group of its own. */
  isGrouped: boolean;
};

type Models = { uid: string; title: string; shapes: Shapes; fieldOf: FieldOf };

/** Text of a translation beside the text of its source. */
type TextPair = { path: Path; text: string; source: string };

const TEXTS = ['string', 'text', 'richtext'];
const NUMBERS = ['decimal', 'integer', 'float', 'biginteger'];
const DATES = ['date', 'datetime', 'time'];
const VALUES = [...NUMBERS, ...DATES, 'boolean', 'enumeration'];

/** Shorter texts may be the same in two languages: `6 ECTS`, `Online`. */
const FEW_WORDS = 3;
const FEW_LETTERS = 15;

const isLocalized = ({ pluginOptions }: AttributeShape): boolean =>
  pluginOptions?.i18n?.localized === true;

/** Returns whether an attribute holds a text that is translated. Codes have a pattern. */
const isTranslated = (attribute: AttributeShape): boolean =>
  TEXTS.includes(attribute.type) &&
  attribute.regex === undefined &&
  attribute.customField === undefined;

/** Returns a text without markup and repeated spaces. */
const withoutMarkup = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/<[^<>]*>|[*_#>`~|\\-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Returns whether a text is long enough to differ between languages, and no address or code. */
const isLong = (text: string): boolean => {
  if (!/\s/.test(text) && /[\d@/:_.]/.test(text)) return false;
  const words = text.match(/\p{L}+/gu) ?? [];
  return words.length >= FEW_WORDS || words.join('').length >= FEW_LETTERS;
};

/** Returns the texts of a translation and its source, components included. */
const listTextPairs = (
  { uid, shapes, fieldOf }: Omit<Models, 'title'>,
  entry: Entry,
  source: Entry,
  before: Path = [],
): TextPair[] =>
  Object.entries(shapes(uid) ?? {}).flatMap(([name, attribute]): TextPair[] => {
    if (attribute === undefined || (before.length === 0 && !isLocalized(attribute))) return [];
    const field = fieldOf(uid, name);
    if (field === undefined || field.sameText !== undefined) return [];
    const path = [...before, name];
    if (isTranslated(attribute)) {
      return [
        {
          path,
          text: withoutMarkup(getText(entry, name)),
          source: withoutMarkup(getText(source, name)),
        },
      ];
    }
    const isList = Array.isArray(entry[name]);
    const sources = listIn(source, name);
    return listIn(entry, name).flatMap((part, index) => {
      const component = getComponentUid(attribute, part);
      const other = sources[index];
      if (component === undefined || other === undefined) return [];
      if (getComponentUid(attribute, other) !== component) return [];
      const innerScope = { uid: component, shapes, fieldOf };
      return listTextPairs(innerScope, part, other, isList ? [...path, index] : path);
    });
  });

const nameOf = (locale: string): Text => ({
  en: getLanguageName(locale, 'en'),
  es: getLanguageName(locale, 'es'),
});

const findUntranslatedPlaces = (
  models: Models,
  entry: Entry,
  { locale, content, isTranslationPublished }: SourceVersion,
): LanguagePlace[] => {
  const pairs = listTextPairs(models, entry, content);
  const isTitle = ({ path }: TextPair): boolean => path.length === 1 && path[0] === models.title;
  const untranslated = pairs.filter(({ text, source }) => text === source && isLong(text));
  const hasTitle = pairs.some((pair) => isTitle(pair) && pair.text !== pair.source);
  // The title for search engines follows the title.
  const hasText = pairs.some(
    (pair) =>
      pair.text !== '' &&
      pair.text !== pair.source &&
      !isTitle(pair) &&
      pair.path.join('.') !== 'seo.title',
  );
  const values = { language: nameOf(locale) };
  const warnings = untranslated.map(({ path }): LanguagePlace => ({
    code: 'TEXT_UNTRANSLATED',
    severity: 'warning',
    path,
    values,
    text: {
      en: '“{field}” is not translated: the text is the same as in {language}.',
      es: '«{field}» está sin traducir: el texto es el mismo que en {language}.',
    },
    title: { en: '“{field}” is not translated.', es: '«{field}» está sin traducir.' },
    isGrouped: true,
  }));
  if (!hasTitle || hasText || untranslated.length === 0) return warnings;
  const isOnlyTitle: LanguagePlace = {
    code: 'ONLY_TITLE_TRANSLATED',
    // Published translations stay publishable, for example with a new price.
    severity: isTranslationPublished ? 'warning' : 'error',
    path: [models.title],
    values,
    text: {
      en: 'Only “{field}” is translated. The other texts are the same as in {language}.',
      es: 'Solo está traducido «{field}». Los demás textos son los mismos que en {language}.',
    },
    title: { en: 'Only “{field}” is translated.', es: 'Solo está traducido «{field}».' },
    isGrouped: false,
  };
  return [isOnlyTitle, ...warnings];
};

type Value = string | number | null;

/** Returns a value in comparable form. A switch that is off and one without a value are equal. */
const getComparableValue = (entry: Entry, name: string, { type }: AttributeShape): Value => {
  const value = entry[name];
  if (value === null || value === undefined || value === '' || value === false) return null;
  if (type === 'relation') {
    const documents = listIn(entry, name).map(({ documentId }) => String(documentId));
    return documents.length === 0 ? null : documents.sort().join(' ');
  }
  if (type === 'datetime') {
    const isTime = typeof value === 'string' || value instanceof Date;
    return isTime ? new Date(value).getTime() : null;
  }
  if (typeof value === 'number' || typeof value === 'string') {
    const number = Number(value);
    return NUMBERS.includes(type) && !Number.isNaN(number) ? number : String(value);
  }
  return value === true ? 'true' : null;
};

const YES: Text = { en: 'yes', es: 'sí' };
const NO: Text = { en: 'no', es: 'no' };
const EMPTY: Text = { en: 'empty', es: 'vacío' };

const DIFFERS: Text = {
  en: '“{field}” differs from the version in {language}: {own} / {other}.',
  es: '«{field}» no coincide con la versión en {language}: {own} / {other}.',
};

const RELATION_DIFFERS: Text = {
  en: '“{field}” differs from the version in {language}.',
  es: '«{field}» no coincide con la versión en {language}.',
};

const PRICE_DIFFERS: Text = {
  en: 'The price differs from the price in another locale.',
  es: 'El precio no coincide con el de otro idioma.',
};

const isPrice = (name: string): boolean => PRICE_FIELDS.some((price) => price === name);

const findDifferingPlaces = (
  { uid, shapes, fieldOf }: Omit<Models, 'title'>,
  entry: Entry,
  { locale, content }: Pick<SourceVersion, 'locale' | 'content'>,
  before: Path = [],
): LanguagePlace[] =>
  Object.entries(shapes(uid) ?? {}).flatMap(([name, attribute]): LanguagePlace[] => {
    const field = fieldOf(uid, name);
    if (attribute === undefined || field === undefined || !(name in content)) return [];
    const { component, repeatable } = attribute;
    if (component !== undefined && repeatable !== true) {
      const [part, other] = [getComponent(entry, name), getComponent(content, name)];
      if (part === null || other === null || !isLocalized(attribute)) return [];
      const innerScope = { uid: component, shapes, fieldOf };
      return findDifferingPlaces(innerScope, part, { locale, content: other }, [...before, name]);
    }
    const isRelation = attribute.type === 'relation';
    const isKnown = VALUES.includes(attribute.type) || TEXTS.includes(attribute.type);
    const isValue = isKnown && isSharedValue(attribute, field);
    const isStored = isLocalized(attribute) || before.length > 0;
    if (!isRelation && !(isValue && isStored)) return [];
    const [ownValue, other] = [
      getComparableValue(entry, name, attribute),
      getComparableValue(content, name, attribute),
    ];
    if (ownValue === other) return [];
    const formatValue = (value: Value): Values[string] => {
      if (attribute.type === 'boolean') return value === null ? NO : YES;
      if (value === null) return EMPTY;
      if (typeof value === 'number') return isPrice(name) ? { amount: value } : value;
      return field.choices?.[value] ?? value;
    };
    const values: Values = {
      language: nameOf(locale),
      own: formatValue(ownValue),
      other: formatValue(other),
    };
    return [
      {
        code: isPrice(name) ? 'PRICE_DIFFERS_BY_LANGUAGE' : 'VALUE_DIFFERS_BY_LANGUAGE',
        severity: 'warning',
        path: [...before, name],
        values,
        text: isRelation || DATES.includes(attribute.type) ? RELATION_DIFFERS : DIFFERS,
        title: isPrice(name) ? PRICE_DIFFERS : RELATION_DIFFERS,
        isGrouped: !isPrice(name),
      },
    ];
  });

/**
 * Compares a translation with its source: texts that are the same, and values that are not. Returns
 * nothing for an entry that is no translation.
 */
export const findLanguagePlaces = (
  models: Models,
  entry: Entry,
  { source }: Pick<Facts, 'source'>,
): LanguagePlace[] =>
  source === null
    ? []
    : [
        ...findUntranslatedPlaces(models, entry, source),
        ...findDifferingPlaces(models, entry, source),
      ];
