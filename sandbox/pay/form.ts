/** Value of a form-encoded text. */
export type Form = string | Form[] | { [key: string]: Form };

const keysOf = (name: string): string[] => name.replace(/\]/g, '').split('[');

/** Converts lists, which are encoded as `a[0][b]`: an object with only numeric keys is a list. */
const listed = (value: Form): Form => {
  if (typeof value === 'string') return value;
  const entries = Object.entries(value).map(([key, item]): [string, Form] => [key, listed(item)]);
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key));
  return isList ? entries.map(([, item]) => item) : Object.fromEntries(entries);
};

/** Decodes a form-encoded text with bracketed names. */
export const decodeForm = (text: string): Record<string, Form> => {
  const root = Object.create(null) as Record<string, Form>;
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = keysOf(name);
    let target = root;
    keys.forEach((key, index) => {
      const part = key === '' ? String(Object.keys(target).length) : key;
      if (index === keys.length - 1) target[part] = value;
      else
        target = (target[part] ??= Object.create(null) as Record<string, Form>) as Record<
          string,
          Form
        >;
    });
  }
  return Object.fromEntries(Object.entries(root).map(([key, value]) => [key, listed(value)]));
};
