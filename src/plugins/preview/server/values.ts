/** A document in a contract's form, or a part of it. */
export type Value = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns true for media, which always carry `isUrlSigned`, whatever other fields the contract
 * omits.
 */
export const isMedia = (value: unknown): value is Value =>
  isObject(value) && 'isUrlSigned' in value;

/** Technical fields that a preview does not show. */
export const hiddenFields: ReadonlySet<string> = new Set([
  'id',
  'documentId',
  '__component',
  'locale',
  'order',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'slug',
  'SKU',
  'payID',
  'payCrm',
]);

/** Fields whose values come from the settings instead of a form. */
export const settingFields: ReadonlySet<string> = new Set(['timeZone']);

/** Fields that the buying button of a product shows. */
export const saleFields: ReadonlySet<string> = new Set([
  'enrolButton',
  'isSoon',
  'isOffSale',
  'offSaleText',
  'onSaleAgainAt',
]);

/** Fields that can serve as an item's title, in order of preference. */
export const titleFields: readonly string[] = [
  'title',
  'name',
  'sliderName',
  'middleTitle',
  'ImpactText',
];

/** Returns the field that serves as the item's title; undefined if there is none. */
export const findTitleKey = (value: Value): string | undefined =>
  titleFields.find((key) => typeof value[key] === 'string' && value[key] !== '');

/** Returns true if this kind of document has a title field, even if it is empty. */
export const hasTitle = (value: Value): boolean => titleFields.some((key) => key in value);

export const findTitle = (value: Value): string | undefined => {
  const key = findTitleKey(value);
  return key === undefined ? undefined : (value[key] as string);
};

export const listVisibleFields = (value: Value): [string, unknown][] =>
  Object.entries(value).filter(
    ([key, item]) => !hiddenFields.has(key) && item !== null && item !== '' && item !== undefined,
  );

export const isScalar = (value: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'));

/** Fields that always count as texts, whatever their length. */
const textFields = new Set([
  'presentation',
  'objectives',
  'directed',
  'subjectData',
  'syllabus',
  'contract',
  'description',
  'synopsis',
  'chapterIndex',
  'cv',
]);

const LONG_TEXT = 120;

/** Returns true if a field is a text to read instead of a short value. */
export const isText = (key: string, value: unknown): value is string =>
  typeof value === 'string' &&
  (textFields.has(key) ||
    ((value.length > LONG_TEXT || value.includes('\n')) && !titleFields.includes(key)));

/** Returns the single object inside a dynamic zone's component, or the component itself. */
export const unwrapComponent = (item: Value): Value => {
  if (!('__component' in item)) return item;
  const inner = Object.values(item).find((value) => isObject(value));
  return isObject(inner) ? inner : item;
};
