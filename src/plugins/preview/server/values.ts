/** A document of a contract's form, or a part of one. */
export type Value = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every media of a contract says so, whatever else it leaves out. */
export const isMedia = (value: unknown): value is Value =>
  isObject(value) && 'isUrlSigned' in value;

/** Facts for machines; a person who previews a page has no use for them. */
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

/** What the settings of the service say, and no form. */
export const settingFields: ReadonlySet<string> = new Set(['timeZone']);

/** The fields of which one is an item's title. */
export const titleFields: readonly string[] = [
  'title',
  'name',
  'sliderName',
  'middleTitle',
  'ImpactText',
];

/** The field that is an item's title; undefined where it has none. */
export const titleKeyOf = (value: Value): string | undefined =>
  titleFields.find((key) => typeof value[key] === 'string' && value[key] !== '');

/** Whether documents of its kind have a title, be it written or not. */
export const hasTitle = (value: Value): boolean => titleFields.some((key) => key in value);

export const titleOf = (value: Value): string | undefined => {
  const key = titleKeyOf(value);
  return key === undefined ? undefined : (value[key] as string);
};

/** The fields that a person sees, as far as they are filled in. */
export const visible = (value: Value): [string, unknown][] =>
  Object.entries(value).filter(
    ([key, item]) => !hiddenFields.has(key) && item !== null && item !== '' && item !== undefined,
  );

export const isScalar = (value: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'));

/** Texts, however short they are. */
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

/** Whether a field is to be read rather than looked up. */
export const isText = (key: string, value: unknown): value is string =>
  typeof value === 'string' &&
  (textFields.has(key) ||
    ((value.length > LONG_TEXT || value.includes('\n')) && !titleFields.includes(key)));

/** A zone's part holds one thing under a name of its own; what counts is the thing. */
export const unwrapped = (item: Value): Value => {
  if (!('__component' in item)) return item;
  const inner = Object.values(item).find((value) => isObject(value));
  return isObject(inner) ? inner : item;
};
