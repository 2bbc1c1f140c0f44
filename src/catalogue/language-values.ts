import type { Field } from '#feature/layout';

type Attribute = {
  type: string;
  regex?: unknown;
  customField?: string | undefined;
  pluginOptions?: { i18n?: { localized?: boolean } };
};

type FieldOptions = Pick<Field, 'sameText'> | undefined;

const TEXTS = ['string', 'text', 'richtext', 'blocks'];

/** Links and addresses may lead to a page in the same language. */
const LINKS = 'plugin::links.';

/**
 * Returns whether a field holds a text that translators write. Codes, addresses and values with a
 * pattern are no texts.
 */
export const isText = ({ type, regex, customField }: Attribute, field: FieldOptions): boolean =>
  TEXTS.includes(type) &&
  regex === undefined &&
  customField === undefined &&
  field?.sameText !== 'code';

/**
 * Returns whether a new version in another language begins with the value of its source. Slugs and
 * ISBNs are not copied: they have a pattern, but each language has its own.
 */
export const isCopiedAtStart = ({ type, customField }: Attribute, field: FieldOptions): boolean =>
  !TEXTS.includes(type) || customField !== undefined || field?.sameText !== undefined;

/** Returns whether a field has one value in every language, such as a price. */
export const isSharedValue = (attribute: Attribute, field: FieldOptions): boolean =>
  isCopiedAtStart(attribute, field) &&
  field?.sameText !== 'name' &&
  attribute.customField?.startsWith(LINKS) !== true;

/** Returns whether each language of a localized type stores the field by itself. */
export const isStoredByLanguage = ({ type, pluginOptions }: Attribute): boolean =>
  type === 'relation' || pluginOptions?.i18n?.localized === true;
