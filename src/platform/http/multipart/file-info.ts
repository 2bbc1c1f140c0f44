import { z } from '@strapi/utils';
import { commonErrors } from '../common-errors';
import { httpError, type MessageLanguage } from '../errors';
import { inspectValue } from '../bodies/inspect-value';
import { measureJson } from '../bodies/measure-json';
import { unstorableText } from '../address-guard';

const FIELD = 'fileInfo';

/** A text column of Strapi's is this long where it is not `text`. */
const NAME_LENGTH = 255;
const TEXT_LENGTH = 10_000;

const fileInfo = z.looseObject({
  name: z.string().max(NAME_LENGTH).nullish(),
  alternativeText: z.string().max(TEXT_LENGTH).nullish(),
  caption: z.string().max(TEXT_LENGTH).nullish(),
  folder: z.union([z.int(), z.string().regex(/^\d{0,9}$/)]).nullish(),
});

/** The most values in the description of one file; forms of the panel send six. */
const MOST_VALUES = 100;

const wrong: Record<MessageLanguage, string> = {
  en: 'This does not describe a file.',
  es: 'Esto no describe un archivo.',
};

const problem = (message: string, path: readonly string[]): Error =>
  httpError(commonErrors.INVALID_REQUEST, {
    details: { errors: [{ in: 'body', path: [FIELD, ...path], message }] },
  });

const parsed = (text: unknown, language: MessageLanguage): unknown => {
  if (typeof text !== 'string') return text;
  // Strapi parses the same text once more.
  if (measureJson(text, MOST_VALUES).problem !== null) throw problem(wrong[language], []);
  try {
    return JSON.parse(text);
  } catch {
    throw problem(wrong[language], []);
  }
};

/**
 * Checks what a form says of its files before anything is stored: the upload plugin writes the files first and
 * their rows afterwards, so that a description which the database refuses would leave files without a row, or
 * another file behind an old row.
 *
 * @throws ValidationError `INVALID_REQUEST`
 */
export const requireFileInfo = (
  fields: Readonly<Record<string, unknown>>,
  language: MessageLanguage,
): void => {
  for (const text of [fields[FIELD] ?? []].flat()) {
    const info = parsed(text, language);
    const { unstorable } = inspectValue(info);
    if (unstorable !== undefined) throw problem(unstorableText[language], unstorable);
    const result = fileInfo.safeParse(info);
    if (result.success) continue;
    throw problem(wrong[language], result.error.issues[0]?.path.map(String) ?? []);
  }
};
