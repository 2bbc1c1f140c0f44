import type { ModelAttribute } from '../../../delivery/plan/model';

/** An entry's content as it is kept. */
export type State = Readonly<Record<string, unknown>>;

/** What became of one field between two states. */
export type FieldChange = {
  field: string;
  /** What the model says that it is; `unknown` where there is no such field any more. */
  kind: ModelAttribute['kind'] | 'unknown';
  /** The type or component of its items, where there is only one. */
  part: string | null;
  added: number;
  removed: number;
  changed: number;
  isMoved: boolean;
};

const same = (one: unknown, other: unknown): boolean =>
  identityOf(one ?? null) === identityOf(other ?? null);

/** Relations and media are what they lead to, whatever that is called by now. */
const identityOf = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => {
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    const item = inner as State;
    const names = Object.keys(item);
    if (names.length === 2 && 'documentId' in item) return ['document', item.documentId];
    if (names.length === 2 && 'id' in item && 'name' in item) return ['file', item.id];
    return Object.fromEntries(names.sort().map((name) => [name, item[name]]));
  });

const componentOf = (item: unknown): unknown =>
  (item as { __component?: unknown } | null)?.__component;

type Counts = Pick<FieldChange, 'added' | 'removed' | 'changed' | 'isMoved'>;

/** What of a list is elsewhere, gone, new, or another one in the same place. */
const compareLists = (
  before: readonly unknown[],
  after: readonly unknown[],
  hasIdentity: boolean,
): Counts => {
  const left = [...after];
  const gone: unknown[] = [];
  for (const item of before) {
    const at = left.findIndex((one) => same(one, item));
    if (at === -1) gone.push(item);
    else left.splice(at, 1);
  }
  let changed = 0;
  if (!hasIdentity) {
    for (const item of [...gone]) {
      const at = left.findIndex((one) => componentOf(one) === componentOf(item));
      if (at === -1) continue;
      left.splice(at, 1);
      gone.splice(gone.indexOf(item), 1);
      changed += 1;
    }
  }
  const isSame = left.length === 0 && gone.length === 0 && changed === 0;
  const isMoved = isSame && before.some((item, at) => !same(item, after[at]));
  return { added: left.length, removed: gone.length, changed, isMoved };
};

const listIn = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];

/**
 * What differs between two states, field by field in the order of the model; fields that the model does
 * not have (any more) come last.
 */
export const changesBetween = (
  attributes: Readonly<Record<string, ModelAttribute>>,
  before: State,
  after: State,
): readonly FieldChange[] => {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const known = Object.keys(attributes).filter((name) => names.has(name));
  const unknown = [...names].filter((name) => !(name in attributes)).sort();
  return [...known, ...unknown].flatMap((field): FieldChange[] => {
    if (same(before[field], after[field])) return [];
    const { kind, target } = attributes[field] ?? {};
    const change = { field, kind: kind ?? ('unknown' as const), part: target ?? null };
    if (kind === undefined || kind === 'value') {
      return [{ ...change, added: 0, removed: 0, changed: 1, isMoved: false }];
    }
    const counts = compareLists(
      listIn(before[field]),
      listIn(after[field]),
      kind === 'relation' || kind === 'media',
    );
    return [{ ...change, ...counts }];
  });
};
