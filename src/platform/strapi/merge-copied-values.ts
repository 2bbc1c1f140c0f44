/** The part of an attribute's schema that controls how its values are merged. */
export type Attribute = { type: string; component?: string; default?: unknown };

/** A content type or component. */
export type Model = { attributes: Readonly<Record<string, Attribute | undefined>> };

type Values = Readonly<Record<string, unknown>>;

/** The part of the content that the current user may read and write. */
export type View = {
  modelOf: (uid: string) => Model | undefined;
  /** @param path of the attribute in the entry, for example `seo.title` */
  sees: (model: Model, name: string, path: string) => boolean;
};

type Pair = { model: Model; source: Values; sent: Values; path: string };

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown): boolean =>
  [null, undefined, '', false].includes(value as null) ||
  (Array.isArray(value) && value.length === 0);

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : isEmpty(value) ? [] : [value];

const getId = (value: unknown): string | undefined => {
  const id = isValues(value) ? value.id : value;
  return typeof id === 'number' || typeof id === 'string' ? String(id) : undefined;
};

/** Returns the changes of a relation as the panel's form sends them; undefined where the value is the whole relation. */
const getRelationChanges = (
  attribute: Attribute | undefined,
  value: unknown,
): { connect: readonly unknown[]; disconnect: readonly unknown[] } | undefined =>
  attribute?.type === 'relation' &&
  isValues(value) &&
  !('set' in value) &&
  ('connect' in value || 'disconnect' in value)
    ? { connect: listOf(value.connect), disconnect: listOf(value.disconnect) }
    : undefined;

const isUnchanged = (attribute: Attribute | undefined, value: unknown): boolean => {
  const changes = getRelationChanges(attribute, value);
  return changes !== undefined && changes.connect.length + changes.disconnect.length === 0;
};

const joinPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Returns the hidden fields that have a value in some rows. */
const findHiddenFields = (view: View, model: Model, rows: readonly unknown[], path: string) => {
  const hiddenPaths = Object.entries(model.attributes).flatMap(([name, attribute]): string[] => {
    const values = rows.map((row) => (isValues(row) ? row[name] : undefined));
    const fieldPath = joinPath(path, name);
    const { component, default: initial } = attribute ?? {};
    const inner = component === undefined ? undefined : view.modelOf(component);
    if (inner !== undefined)
      return findHiddenFields(view, inner, values.flatMap(listOf), fieldPath);
    const isLost = values.some((value) => !isEmpty(value) && value !== initial);
    return isLost && !view.sees(model, name, fieldPath) ? [fieldPath] : [];
  });
  return [...new Set(hiddenPaths)];
};

/**
 * Merges the values of a copy's form with those of its source. Sent values win as a whole. Fields
 * that the current user does not see come from the source, matched by the rows' `id`.
 *
 * @param refuse is called with the hidden fields of a list whose rows cannot be matched
 */
export const createCopyMerge = (view: View, refuse: (fields: readonly string[]) => never) => {
  /** @param isSame whether the sent component is the source's; it then keeps fields that were not sent */
  const mergeValues = ({ model, source, sent, path }: Pair, isSame: boolean): Values => {
    const names = [...new Set([...Object.keys(source), ...Object.keys(sent)])];
    return Object.fromEntries(
      names.flatMap((name): [string, unknown][] => {
        if (name === 'id') return [];
        const attribute = model.attributes[name];
        const fieldPath = joinPath(path, name);
        if (name in sent && !isUnchanged(attribute, sent[name])) {
          return [[name, mergeValue(attribute, source[name], sent[name], fieldPath)]];
        }
        const isKept = isSame || (attribute !== undefined && !view.sees(model, name, fieldPath));
        return isKept && name in source ? [[name, source[name]]] : [];
      }),
    );
  };

  const mergeRows = (
    source: readonly unknown[],
    sent: readonly unknown[],
    { path, component }: { path: string; component?: string | undefined },
  ): readonly unknown[] => {
    const rowsById = new Map(source.map((row) => [getId(row), row]));
    const isStored = (row: unknown): boolean =>
      getId(row) !== undefined && rowsById.has(getId(row));
    const model = component === undefined ? undefined : view.modelOf(component);
    if (model !== undefined && sent.length > 0 && !sent.some(isStored)) {
      const lostPaths = findHiddenFields(view, model, source, path);
      if (lostPaths.length > 0) refuse(lostPaths);
    }
    return sent.map((row) => {
      const sourceRow = isStored(row) ? rowsById.get(getId(row)) : undefined;
      if (!isValues(row) || !isValues(sourceRow)) return row;
      if (row.__component !== sourceRow.__component) return row;
      const rowModel = model ?? view.modelOf(String(sourceRow.__component));
      return rowModel === undefined
        ? row
        : mergeValues({ model: rowModel, source: sourceRow, sent: row, path }, true);
    });
  };

  const mergeRelation = (attribute: Attribute, source: unknown, sent: unknown): unknown => {
    const changes = getRelationChanges(attribute, sent);
    if (changes === undefined || !Array.isArray(source)) return sent;
    const { connect, disconnect } = changes;
    const changedIds = new Set([...connect, ...disconnect].map(getId));
    const others: unknown[] = source.filter((entry) => !changedIds.has(getId(entry)));
    return { connect: [...others, ...connect] };
  };

  const mergeValue = (
    attribute: Attribute | undefined,
    source: unknown,
    sent: unknown,
    path: string,
  ): unknown => {
    if (attribute?.type === 'relation') return mergeRelation(attribute, source, sent);
    if (attribute?.type !== 'component' && attribute?.type !== 'dynamiczone') return sent;
    const { component } = attribute;
    if (Array.isArray(sent)) return mergeRows(listOf(source), sent, { path, component });
    const model = component === undefined ? undefined : view.modelOf(component);
    if (model === undefined || !isValues(sent) || !isValues(source)) return sent;
    return mergeValues({ model, source, sent, path }, getId(sent) === getId(source));
  };

  /** Returns the source's values that were not sent, and the sent values with their hidden fields. */
  return (model: Model, source: Values, sent: Values): { source: Values; sent: Values } => {
    const changedFields = Object.entries(sent).filter(
      ([name, value]) => !isUnchanged(model.attributes[name], value),
    );
    const names = new Set(changedFields.map(([name]) => name));
    return {
      source: Object.fromEntries(Object.entries(source).filter(([name]) => !names.has(name))),
      sent: Object.fromEntries(
        changedFields.map(([name, value]) => [
          name,
          mergeValue(model.attributes[name], source[name], value, name),
        ]),
      ),
    };
  };
};
