/** A value in a data file. */
export type Value = string | number | boolean | null | Value[] | Fields;
export type Fields = { [name: string]: Value };

export const isFields = (value: Value | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges one set of fields over another: components field by field, lists as a whole. */
export const mergeFields = (below: Fields, above: Fields): Fields => {
  const merged: Fields = { ...below };
  for (const [name, value] of Object.entries(above)) {
    const base = merged[name];
    merged[name] = isFields(base) && isFields(value) ? mergeFields(base, value) : value;
  }
  return merged;
};

export const getTextField = (fields: Fields, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
};

export const listOf = (fields: Fields, name: string): string[] => {
  const value = fields[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
};
