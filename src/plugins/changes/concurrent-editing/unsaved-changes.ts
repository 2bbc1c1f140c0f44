export type FormValues = Readonly<Record<string, unknown>>;

/** Field that the user has changed: the new value and the value on which it is based. */
export type ChangedField = { mine: unknown; base: unknown };

/** Unsaved input of a form. */
export type UnsavedChanges = {
  fields: Readonly<Record<string, ChangedField>>;
  /** Time of the input, in milliseconds since 1970 by the browser's clock. */
  at: number;
};

type Part = Readonly<Record<string, unknown>>;

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Normalizes a missing value. Undefined, null and empty text look the same to users. */
const normalizeEmpty = (value: unknown): unknown =>
  value === undefined || value === '' ? null : value;

/**
 * Replaces a file of the media library by its id. Its content and texts are stored at once, not with
 * the form.
 */
const replaceFileById = (_: string, value: unknown): unknown =>
  isPart(value) && typeof value.mime === 'string' && typeof value.id === 'number'
    ? { file: value.id }
    : value;

const serializeValue = (value: unknown): string | undefined =>
  JSON.stringify(normalizeEmpty(value), replaceFileById);

export const isSame = (first: unknown, other: unknown): boolean =>
  serializeValue(first) === serializeValue(other);

/** Returns the fields that differ from the form's initial values. */
export const collectChangedFields = (
  values: FormValues,
  initial: FormValues,
): UnsavedChanges['fields'] =>
  Object.fromEntries(
    [...new Set([...Object.keys(values), ...Object.keys(initial)])].flatMap((name) =>
      isSame(values[name], initial[name])
        ? []
        : [[name, { mine: normalizeEmpty(values[name]), base: normalizeEmpty(initial[name]) }]],
    ),
  );

const isRelation = (value: unknown): value is { connect: unknown[]; disconnect: unknown[] } =>
  isPart(value) && Array.isArray(value.connect) && Array.isArray(value.disconnect);

/**
 * Returns the part of a value that was added after a save. Saved relations are not added or removed
 * again.
 */
export const rebaseEdits = (mine: unknown, saved: unknown): unknown => {
  if (!isRelation(mine) || !isRelation(saved)) return mine;
  const removeItems = (all: unknown[], removed: unknown[]): unknown[] =>
    all.filter((item) => !removed.some((other) => isSame(item, other)));
  return {
    ...mine,
    connect: removeItems(mine.connect, saved.connect),
    disconnect: removeItems(mine.disconnect, saved.disconnect),
  };
};

const nameOf = (value: unknown): string => {
  if (!isPart(value)) return '';
  const name = [value.label, value.title, value.name, value.documentId].find(
    (text) => typeof text === 'string',
  );
  return typeof name === 'string' ? name : '';
};

const plumbing: ReadonlySet<string> = new Set(['id', 'documentId', 'type', 'format']);

/** Formats a form value as text. */
export const formatValue = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(formatValue).filter(Boolean).join('\n');
  if (isRelation(value)) {
    return [
      ...value.connect.map((item) => `+ ${nameOf(item)}`),
      ...value.disconnect.map((item) => `− ${nameOf(item)}`),
    ].join('\n');
  }
  if (!isPart(value)) return '';
  if (typeof value.mime === 'string') return nameOf(value);
  return Object.entries(value)
    .filter(([name]) => !plumbing.has(name) && !name.startsWith('__'))
    .map(([, inner]) => formatValue(inner))
    .filter(Boolean)
    .join(' · ');
};

const isComponent = (value: unknown): value is Part =>
  isPart(value) && !isRelation(value) && typeof value.mime !== 'string';

const listParts = (value: unknown): Part[] =>
  (Array.isArray(value) ? value : [value]).filter(isComponent);

/**
 * Gives a component the id of the one in its place if its own no longer exists. The server refuses
 * other ids.
 */
const fitPart = (
  part: Part,
  theirs: readonly Part[],
  index: number,
  takenIds: ReadonlySet<unknown>,
): Part => {
  const partWithId = theirs.find(({ id }) => id === part.id);
  const inPlace = theirs[index];
  const isFree = inPlace?.__component === part.__component && !takenIds.has(inPlace?.id);
  const storedPart = partWithId ?? (isFree ? inPlace : undefined);
  const inner = Object.fromEntries(
    Object.entries(part)
      .filter(([name]) => name !== 'id')
      .map(([name, value]) => [name, keepExistingRows(value, storedPart?.[name])]),
  );
  return 'id' in part && storedPart?.id !== undefined ? { ...inner, id: storedPart.id } : inner;
};

/** Adapts the user's value of a field so that it can replace the stored one. */
export const keepExistingRows = (mine: unknown, theirs: unknown): unknown => {
  const parts = listParts(theirs);
  if (Array.isArray(mine)) {
    const takenIds = new Set(listParts(mine).map(({ id }) => id));
    return mine.map((part: unknown, index) =>
      isComponent(part) && ('__component' in part || '__temp_key__' in part)
        ? fitPart(part, parts, index, takenIds)
        : part,
    );
  }
  return isComponent(mine) && 'id' in mine && !('url' in mine)
    ? fitPart(mine, parts, 0, new Set())
    : mine;
};
