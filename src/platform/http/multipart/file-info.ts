import { z } from '@strapi/utils';
import { commonErrors } from '../common-errors';
import { httpError, type MessageLanguage } from '../errors';
import { inspectValue } from '../bodies/inspect-value';
import { measureJson } from '../bodies/measure-json';
import { unstorableText } from '../address-guard';

const FIELD = 'fileInfo';

/** Maximum length of Strapi's text columns, except those of type `text`. */
const NAME_LENGTH = 255;
const TEXT_LENGTH = 10_000;

const fileInfo = z.looseObject({
  name: z.string().max(NAME_LENGTH).nullish(),
  alternativeText: z.string().max(TEXT_LENGTH).nullish(),
  caption: z.string().max(TEXT_LENGTH).nullish(),
  folder: z.union([z.int(), z.string().regex(/^\d{0,9}$/)]).nullish(),
});

/** Maximum number of values in the description of one file. The panel's forms send six. */
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
  // Checked before parsing, and because Strapi parses the text again.
  if (measureJson(text, MOST_VALUES).problem !== null) throw problem(wrong[language], []);
  try {
    return JSON.parse(text);
  } catch {
    throw problem(wrong[language], []);
  }
};

/**
 * Validates the descriptions of a form's files before anything is stored. The upload plugin writes
 * the files first and their rows afterwards. If the database rejected a description, files would
 * stay without a row, or an old row would get another file.
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
