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

/** Returns whether columns of a type hold text, which supports searches for a part. */
export const isText = (type: string): boolean => textTypes.has(type);

const toNumber = (value: unknown): number => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
};

const isInteger = (value: unknown): boolean => {
  const number = toNumber(value);
  return Number.isInteger(number) && number >= -INTEGER && number < INTEGER;
};

/**
 * Returns whether a value is a valid row id. The database gets it as written: `1e3` is a number,
 * but no valid integer literal.
 */
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

/**
 * Checks by column type. Unlisted types accept every primitive value, or Strapi checks them itself.
 */
const checks: Readonly<Record<string, Check>> = {
  increments: isRowNumber,
  integer: isInteger,
  biginteger: isBigInteger,
  decimal: (value) => Number.isFinite(toNumber(value)),
  float: (value) => Number.isFinite(toNumber(value)),
  // The year 0000 does not exist.
  date: (value) => !String(value).startsWith('0000'),
  json: isJson,
  blocks: isJson,
};

/**
 * Returns whether PostgreSQL can compare a column of a Strapi type with a value. Null is always
 * comparable.
 */
export const isComparable = (type: string, value: unknown): boolean =>
  value === null || (checks[type]?.(value) ?? true);
