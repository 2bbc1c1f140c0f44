import { setImmediate as nextTurn } from 'node:timers/promises';

/** Returns the concatenation of texts. A single text is returned without a copy. */
export const concatBuffers = (pieces: readonly Buffer[]): Buffer => {
  const [only] = pieces;
  return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
};

/** JSON text that is sent as it is and never parsed. `T` is the type that it would parse to. */
export class Json<T = unknown> {
  /** Texts that were parsed; the response may depend on their values. */
  private static readonly parsed = new WeakSet<Buffer>();

  static wasParsed = (part: Buffer): boolean => Json.parsed.has(part);

  /** Never assigned; it ties the text to its type. */
  declare private readonly meaning: T;

  constructor(readonly parts: readonly Buffer[]) {}

  toBuffer(): Buffer {
    return concatBuffers(this.parts);
  }

  /** Returns the parsed value, for callers that cannot use the text. */
  parse(): T {
    for (const part of this.parts) Json.parsed.add(part);
    return JSON.parse(this.toBuffer().toString()) as T;
  }
}

/** A value of which any part may already be JSON text. */
export type JsonParts<T> =
  | T
  | Json<T>
  | (T extends readonly unknown[] | string | number | boolean | null | undefined
      ? never
      : { [K in keyof T]: JsonParts<T[K]> });

const encodeText = (value: string): Buffer => Buffer.from(value);

const COMMA = encodeText(',');

/** Copies a substring, which otherwise keeps a whole result of the database in memory. */
export const copyOf = (text: string): string => Buffer.from(text).toString();

export const createJsonList = <T>(items: readonly Json<T>[]): Json<T[]> => {
  const parts = items.flatMap(({ parts: inner }, index) =>
    index === 0 ? inner : [COMMA, ...inner],
  );
  return new Json([encodeText('['), ...parts, encodeText(']')]);
};

/** Returns the JSON text of a value that contains texts. */
export const compose = <T>(value: JsonParts<T>): Json<T> => {
  if (value instanceof Json) return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return new Json([encodeText(JSON.stringify(value))]);
  }
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  const parts = entries.flatMap(([key, inner], index) => [
    encodeText(`${index === 0 ? '' : ','}${JSON.stringify(key)}:`),
    ...compose(inner).parts,
  ]);
  return new Json([encodeText('{'), ...parts, encodeText('}')]);
};

/**
 * Returns the value of the only key of an object, as text.
 *
 * @throws Error if the object has another form
 */
export const extractOnlyValue = <K extends string, T>(
  object: Json<Record<K, T>>,
  key: K,
): Json<T> => {
  const objectBytes = object.toBuffer();
  const before = `{${JSON.stringify(key)}:`;
  if (objectBytes.toString('utf8', 0, Buffer.byteLength(before)) !== before) {
    throw new Error(`The answer does not begin with ${key}`);
  }
  return new Json([objectBytes.subarray(Buffer.byteLength(before), -1)]);
};

/** Number of texts that are parsed in one turn of the event loop. */
const PARSED_AT_ONCE = 50;

/** Returns objects with only some of their keys, in the order of the objects. */
export const pickKeys = async (
  texts: readonly Buffer[],
  keys: readonly string[],
): Promise<Buffer[]> => {
  const picked: Buffer[] = [];
  for (const [index, whole] of texts.entries()) {
    if (index > 0 && index % PARSED_AT_ONCE === 0) await nextTurn();
    const object = JSON.parse(whole.toString()) as Record<string, unknown>;
    const entries = Object.entries(object).filter(([key]) => keys.includes(key));
    picked.push(encodeText(JSON.stringify(Object.fromEntries(entries))));
  }
  return picked;
};
