/** Texts one after the other, as one piece. */
export const bytesOf = (pieces: readonly Buffer[]): Buffer => {
  const [only] = pieces;
  return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
};

/**
 * JSON text that is passed on as it is, never parsed. `T` is what it would parse to; a contract's handler
 * can be held to it by the compiler although no such value is ever made.
 */
export class Json<T = unknown> {
  /** Texts whose meaning somebody looked at, and may have gone by. */
  private static readonly parsed = new WeakSet<Buffer>();

  static wasParsed = (part: Buffer): boolean => Json.parsed.has(part);

  /** Never there; it ties the text to its meaning. */
  declare private readonly meaning: T;

  constructor(readonly parts: readonly Buffer[]) {}

  /** The text as one piece. */
  toBuffer(): Buffer {
    return bytesOf(this.parts);
  }

  /** What the text says, for those who cannot pass it on as text. */
  parse(): T {
    for (const part of this.parts) Json.parsed.add(part);
    return JSON.parse(this.toBuffer().toString()) as T;
  }
}

/** A value of which any part may already be text. */
export type Composed<T> =
  | T
  | Json<T>
  | (T extends readonly unknown[] | string | number | boolean | null | undefined
      ? never
      : { [K in keyof T]: Composed<T[K]> });

const text = (value: string): Buffer => Buffer.from(value);

const COMMA = text(',');

/**
 * What was cut out of JSON, as a text of its own. Otherwise it keeps all of that in memory for as long as it is kept itself: a
 * document's id the whole answer of the database.
 */
export const copyOf = (text: string): string => Buffer.from(text).toString();

/** Several texts as a list. */
export const jsonList = <T>(items: readonly Json<T>[]): Json<T[]> => {
  const parts = items.flatMap(({ parts: inner }, at) => (at === 0 ? inner : [COMMA, ...inner]));
  return new Json([text('['), ...parts, text(']')]);
};

/** The text of a value that holds text at some places. */
export const compose = <T>(value: Composed<T>): Json<T> => {
  if (value instanceof Json) return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return new Json([text(JSON.stringify(value))]);
  }
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  const parts = entries.flatMap(([key, inner], at) => [
    text(`${at === 0 ? '' : ','}${JSON.stringify(key)}:`),
    ...compose(inner).parts,
  ]);
  return new Json([text('{'), ...parts, text('}')]);
};

/**
 * The value of the only key of an object, as text.
 *
 * @throws Error where the object has another form
 */
export const onlyValueOf = <K extends string, T>(object: Json<Record<K, T>>, key: K): Json<T> => {
  const whole = object.toBuffer();
  const before = `{${JSON.stringify(key)}:`;
  if (whole.toString('utf8', 0, Buffer.byteLength(before)) !== before) {
    throw new Error(`The answer does not begin with ${key}`);
  }
  return new Json([whole.subarray(Buffer.byteLength(before), -1)]);
};
