const INTEGER = 2 ** 31;
const BIG_INTEGER = 2n ** 63n;

const textTypes: ReadonlySet<string> = new Set([
  'string',
  'text',
  'richtext',
  'uid',
  'email',
  'enumeration',
  'password',
]);

/** Whether a type's columns hold text, so that parts of it can be looked for. */
export const isText = (type: string): boolean => textTypes.has(type);

const numberIn = (value: unknown): number => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
};

const isInteger = (value: unknown): boolean => {
  const number = numberIn(value);
  return Number.isInteger(number) && number >= -INTEGER && number < INTEGER;
};

/** Sent to the database as it was written: `1e3` is a number, and none that a column of numbers is compared with. */
const isRowNumber = (value: unknown): boolean =>
  isInteger(value) && /^\s*[+-]?\d+\s*$/.test(String(value));

const isBigInteger = (value: unknown): boolean => {
  const text = String(value).trim();
  if (typeof value === 'boolean' || !/^[+-]?\d{1,30}$/.test(text)) return false;
  const number = BigInt(text.replace(/^\+/, ''));
  return number >= -BIG_INTEGER && number < BIG_INTEGER;
};

const isJson = (value: unknown): boolean => {
  if (typeof value !== 'string') return true;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
};

type Check = (value: unknown) => boolean;

/** Types that are not listed take every plain value, or are checked by Strapi itself. */
const checks: Readonly<Record<string, Check>> = {
  increments: isRowNumber,
  integer: isInteger,
  biginteger: isBigInteger,
  decimal: (value) => Number.isFinite(numberIn(value)),
  float: (value) => Number.isFinite(numberIn(value)),
  // There is no such year.
  date: (value) => !String(value).startsWith('0000'),
  json: isJson,
  blocks: isJson,
};

/** Whether PostgreSQL can compare a column of one of Strapi's types with a value; with null always. */
export const isComparable = (type: string, value: unknown): boolean =>
  value === null || (checks[type]?.(value) ?? true);
