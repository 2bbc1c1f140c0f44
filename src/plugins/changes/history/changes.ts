import type { ModelAttribute } from '#delivery/plan/model';

/** Permission to see and restore deleted entries. */
export const USE_BIN = 'plugin::history.bin.use';

/** Stored content of an entry. */
export type State = Readonly<Record<string, unknown>>;

/** Change of one field between two versions. */
export type FieldChange = {
  field: string;
  /** Kind of the field in the model. `unknown`: the field no longer exists. */
  kind: ModelAttribute['kind'] | 'unknown';
  /** Type or component of its items, if there is only one. */
  part: string | null;
  added: number;
  removed: number;
  changed: number;
  isMoved: boolean;
  /** The old and the new value, if both are short texts, numbers or booleans, or empty. */
  values?: { from: ShortValue; to: ShortValue };
};

export type ShortValue = string | number | boolean | null;

const TEXT_AT_MOST = 60;

const toShortValue = (value: unknown): ShortValue | undefined => {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'string' && value.length <= TEXT_AT_MOST ? value : undefined;
};

const pickShortValues = (before: unknown, after: unknown): Pick<FieldChange, 'values'> => {
  const [from, to] = [toShortValue(before), toShortValue(after)];
  return from === undefined || to === undefined || from === to ? {} : { values: { from, to } };
};

const isSameValue = (first: unknown, other: unknown): boolean =>
  buildIdentityKey(first ?? null) === buildIdentityKey(other ?? null);

/**
 * Returns the identity of a value. Relations and media are compared by id, because titles may
 * change.
 */
const buildIdentityKey = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => {
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    const item = inner as State;
    const names = Object.keys(item);
    if (names.length === 2 && 'documentId' in item) return ['document', item.documentId];
    if (names.length === 2 && 'id' in item && 'name' in item) return ['file', item.id];
    return Object.fromEntries(names.sort().map((name) => [name, item[name]]));
  });

const getComponentUid = (item: unknown): unknown =>
  (item as { __component?: unknown } | null)?.__component;

type Counts = Pick<FieldChange, 'added' | 'removed' | 'changed' | 'isMoved'>;

/** Counts the items of a list that were moved, removed, added, or changed in place. */
const compareLists = (
  before: readonly unknown[],
  after: readonly unknown[],
  hasIdentity: boolean,
): Counts => {
  const remaining = [...after];
  const removed: unknown[] = [];
  for (const item of before) {
    const index = remaining.findIndex((candidate) => isSameValue(candidate, item));
    if (index === -1) removed.push(item);
    else remaining.splice(index, 1);
  }
  let changedCount = 0;
  if (!hasIdentity) {
    for (const item of [...removed]) {
      const index = remaining.findIndex(
        (candidate) => getComponentUid(candidate) === getComponentUid(item),
      );
      if (index === -1) continue;
      remaining.splice(index, 1);
      removed.splice(removed.indexOf(item), 1);
      changedCount += 1;
    }
  }
  const isSame = remaining.length === 0 && removed.length === 0 && changedCount === 0;
  const isMoved = isSame && before.some((item, index) => !isSameValue(item, after[index]));
  return { added: remaining.length, removed: removed.length, changed: changedCount, isMoved };
};

const listIn = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];

/**
 * Returns the fields that differ between two versions, in the order of the model. Fields that the
 * model no longer has come last.
 */
export const compareStates = (
  attributes: Readonly<Record<string, ModelAttribute>>,
  before: State,
  after: State,
): readonly FieldChange[] => {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const knownNames = Object.keys(attributes).filter((name) => names.has(name));
  const unknown = [...names].filter((name) => !(name in attributes)).sort();
  return [...knownNames, ...unknown].flatMap((field): FieldChange[] => {
    if (isSameValue(before[field], after[field])) return [];
    const { kind, target } = attributes[field] ?? {};
    const change = { field, kind: kind ?? ('unknown' as const), part: target ?? null };
    if (kind === undefined || kind === 'value') {
      const values = kind === undefined ? {} : pickShortValues(before[field], after[field]);
      return [{ ...change, added: 0, removed: 0, changed: 1, isMoved: false, ...values }];
    }
    const counts = compareLists(
      listIn(before[field]),
      listIn(after[field]),
      kind === 'relation' || kind === 'media',
    );
    return [{ ...change, ...counts }];
  });
};

export type ChangeActor = { kind: string; name: string | null };

/** A note, when it was written, and the name of its author at that time. */
export type Note = { text: string; by: string | null; at: string };

export type DescribedEvent = {
  id: string;
  event: string;
  at: string;
  actor: ChangeActor;
  /** Changes since the previous event. Null: no previous event is stored. */
  changes: readonly FieldChange[] | null;
  note: Note | null;
};

/** Deletion of an entry in some or all locales. */
export type Deletion = {
  /** Id of its first event. */
  id: string;
  uid: string;
  documentId: string;
  title: string | null;
  at: string;
  /** When it is removed for good. */
  until: string;
  actor: ChangeActor;
  locales: readonly string[];
  wasPublished: boolean;
};

/** Version of an entry that references another entry. */
export type Root = {
  uid: string;
  documentId: string;
  locale: string;
  isPublished: boolean;
  title: string | null;
};

/** Part of a state that cannot be restored, with the reason. */
export type SkippedPart = {
  /** Attribute names and positions. */
  path: readonly string[];
  /**
   * `gone`: the referenced entry does not exist; `unknown`: the field does not exist; `unfit`: the
   * field does not accept the value; `language`: the site has no translations in the language of the
   * texts.
   */
  reason: 'gone' | 'unknown' | 'unfit' | 'language';
  /** Title of the referenced entry, or code of the language. Null: the field itself is left out. */
  title: string | null;
};

/** A restored entry and the references to it. */
export type RestoredEntry = {
  uid: string;
  documentId: string;
  locales: readonly string[];
  leftOut: readonly (SkippedPart & { locale: string })[];
  /** Entries that reference it again, and entries that cannot. */
  shownOn: readonly Root[];
  lostOn: readonly Root[];
};

export type ContentChange = {
  id: string;
  uid: string;
  /** Display name of the type. */
  type: string;
  documentId: string;
  /** Empty for types without locales. */
  locale: string;
  /** Null: the role may read none of the fields that name the entry. */
  title: string | null;
  at: string;
  actor: ChangeActor;
  changes: readonly FieldChange[];
};

export type ChangeFilterOptions = {
  types: readonly {
    uid: string;
    type: string;
    fields: readonly { name: string; customField: string | null }[];
  }[];
  lines: readonly { documentId: string; name: string }[];
  people: readonly { id: number; name: string }[];
};

type Version = { id: string; changes: readonly FieldChange[] | null };

/**
 * Returns the ids of the versions that are compared first: the latest one, and the one before the
 * last change. Publishing a saved entry changes nothing, so its neighbour would be equal.
 *
 * @param events newest first
 * @returns null without versions
 */
export const findFirstComparison = (
  events: readonly Version[],
): { from: string; to: string } | null => {
  const [latest, previous = latest] = events;
  if (latest === undefined || previous === undefined) return null;
  const changedIndex = events.findIndex(({ changes }) => (changes ?? []).length > 0);
  const before = changedIndex === -1 ? previous : (events[changedIndex + 1] ?? previous);
  return { from: before.id, to: latest.id };
};
