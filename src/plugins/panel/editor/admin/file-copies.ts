type File = { id: unknown; hash: unknown; mime: unknown };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isFile = (value: unknown): value is File =>
  isObject(value) && 'id' in value && 'hash' in value && 'mime' in value;

/**
 * Returns the files of a form whose details or contents were edited in its dialogs. Returns null if
 * the form has any other change.
 */
export const editedFiles = (value: unknown, initial: unknown): readonly File[] | null => {
  if (value === initial) return [];
  if (isFile(value) && isFile(initial)) return value.id === initial.id ? [value] : null;
  const bothLists = Array.isArray(value) && Array.isArray(initial);
  if (!bothLists && !(isObject(value) && isObject(initial))) return null;
  const [values, initials] = [Object.entries(value), Object.entries(initial as object)];
  if (values.length !== initials.length) return null;
  const before = new Map<string, unknown>(initials);
  const edited: File[] = [];
  for (const [name, inner] of values) {
    const files = before.has(name) ? editedFiles(inner, before.get(name)) : null;
    if (files === null) return null;
    edited.push(...files);
  }
  return edited;
};

/** Returns a document in which some files are replaced by their current copies. */
export const withFiles = (value: unknown, files: readonly File[]): unknown => {
  if (isFile(value)) return files.find(({ id }) => id === value.id) ?? value;
  if (Array.isArray(value)) return value.map((inner) => withFiles(inner, files));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withFiles(inner, files)]),
  );
};
