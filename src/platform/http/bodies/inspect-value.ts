/** PostgreSQL stores neither NUL nor half a surrogate pair. */
const unstorable = /[\0\p{Surrogate}]/u;

/**
 * A list or object on the path of the current walk. `keys` is null for a list, whose keys are its
 * indexes.
 */
type Level = {
  value: Readonly<Record<string, unknown>>;
  keys: readonly string[] | null;
  at: number;
};

const createLevel = (value: object): Level => ({
  value: value as Level['value'],
  keys: Array.isArray(value) ? null : Object.keys(value),
  at: 0,
});

const getKey = ({ keys, at }: Level): string => keys?.[at] ?? String(at);

const getLength = ({ keys, value }: Level): number =>
  keys?.length ?? (value as unknown as unknown[]).length;

export type Findings = {
  /**
   * The path of the first text that the database cannot store. For a key, the path of its object.
   */
  unstorable?: string[];
  /**
   * The path of the first `__component` that names a property of every object. Strapi would treat
   * it as a component.
   */
  component?: string[];
  /** Whether an object has the key `__proto__`. */
  hasPrototype: boolean;
};

/**
 * Inspects a value and all values in it, in one walk that allocates nothing for primitive values.
 */
export const inspectValue = (root: unknown): Findings => {
  const findings: Findings = { hasPrototype: false };
  if (typeof root === 'string' && unstorable.test(root)) findings.unstorable = [];
  if (typeof root !== 'object' || root === null) return findings;
  const levels = [createLevel(root)];
  const getPath = (): string[] => levels.map(getKey);
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    if (level.at >= getLength(level)) {
      levels.pop();
      const above = levels.at(-1);
      if (above !== undefined) above.at += 1;
      continue;
    }
    const key = level.keys?.[level.at];
    const value = level.value[key ?? level.at];
    if (key !== undefined) {
      if (key === '__proto__') findings.hasPrototype = true;
      if (findings.unstorable === undefined && unstorable.test(key)) {
        findings.unstorable = getPath().slice(0, -1);
      }
    }
    if (typeof value === 'object' && value !== null) {
      levels.push(createLevel(value));
      continue;
    }
    if (typeof value === 'string') {
      if (key === '__component' && value in Object.prototype) findings.component ??= getPath();
      if (findings.unstorable === undefined && unstorable.test(value))
        findings.unstorable = getPath();
    }
    level.at += 1;
  }
  return findings;
};
