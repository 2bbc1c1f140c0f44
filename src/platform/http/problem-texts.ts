import type { z } from '@strapi/utils';
import type { MessageLanguage } from './errors';

type Sentence = Record<MessageLanguage, string>;

/** Sentences about a value of a wrong type, by the expected type. */
const types: Readonly<Record<string, Sentence>> = {
  string: { en: 'This must be text.', es: 'Debe ser un texto.' },
  number: { en: 'This must be a number.', es: 'Debe ser un número.' },
  int: { en: 'This must be a whole number.', es: 'Debe ser un número entero.' },
  boolean: { en: 'This must be true or false.', es: 'Debe ser true o false.' },
  array: { en: 'This must be a list.', es: 'Debe ser una lista.' },
  object: { en: 'This must be an object.', es: 'Debe ser un objeto.' },
  record: { en: 'This must be an object.', es: 'Debe ser un objeto.' },
  null: { en: 'This must be null.', es: 'Debe ser null.' },
};

/** Sentences about a text of a wrong form, by the expected form. */
const formats: Readonly<Record<string, Sentence>> = {
  email: {
    en: 'This must be an e-mail address.',
    es: 'Debe ser una dirección de correo electrónico.',
  },
  url: { en: 'This must be a web address.', es: 'Debe ser una dirección web.' },
  date: {
    en: 'This must be a date such as 2026-01-31.',
    es: 'Debe ser una fecha como 2026-01-31.',
  },
  datetime: {
    en: 'This must be a date with a time such as 2026-01-31T09:30:00Z.',
    es: 'Debe ser una fecha con hora como 2026-01-31T09:30:00Z.',
  },
  time: { en: 'This must be a time such as 09:30.', es: 'Debe ser una hora como 09:30.' },
};

const missingValueText: Sentence = { en: 'This is missing.', es: 'Falta este dato.' };

const invalid: Sentence = {
  en: 'This value is not accepted.',
  es: 'Este valor no se admite.',
};

const malformed: Sentence = {
  en: 'This does not have the required form.',
  es: 'No tiene la forma necesaria.',
};

/** Returns the words that are counted in a value: characters, entries, or none for numbers. */
const getCountedNoun = (origin: string, count: number): Sentence | null => {
  const isOne = count === 1;
  if (origin === 'string') {
    return { en: isOne ? 'character' : 'characters', es: isOne ? 'carácter' : 'caracteres' };
  }
  if (['array', 'set', 'map', 'object', 'file'].includes(origin)) {
    return { en: isOne ? 'entry' : 'entries', es: isOne ? 'elemento' : 'elementos' };
  }
  return null;
};

const describeBound = (
  origin: string,
  limit: number | bigint,
  { isUpper, isInclusive }: { isUpper: boolean; isInclusive: boolean },
): Sentence => {
  const counted = getCountedNoun(origin, Number(limit));
  if (counted !== null) {
    return isUpper
      ? {
          en: `This must have at most ${limit} ${counted.en}.`,
          es: `Debe tener como máximo ${limit} ${counted.es}.`,
        }
      : {
          en: `This must have at least ${limit} ${counted.en}.`,
          es: `Debe tener como mínimo ${limit} ${counted.es}.`,
        };
  }
  if (isInclusive) {
    return isUpper
      ? { en: `This must be at most ${limit}.`, es: `Debe ser como máximo ${limit}.` }
      : { en: `This must be at least ${limit}.`, es: `Debe ser como mínimo ${limit}.` };
  }
  return isUpper
    ? { en: `This must be less than ${limit}.`, es: `Debe ser menor que ${limit}.` }
    : { en: `This must be greater than ${limit}.`, es: `Debe ser mayor que ${limit}.` };
};

const describeChoices = (values: readonly unknown[]): Sentence => {
  const list = values.map(String).join(', ');
  return values.length === 1
    ? { en: `This must be ${list}.`, es: `Debe ser ${list}.` }
    : { en: `This must be one of: ${list}.`, es: `Debe ser uno de estos valores: ${list}.` };
};

const describeIssue = (issue: z.core.$ZodRawIssue): Sentence => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? missingValueText : (types[issue.expected] ?? invalid);
    case 'invalid_value':
      return issue.input === undefined ? missingValueText : describeChoices(issue.values);
    case 'too_big':
      return describeBound(issue.origin, issue.maximum, {
        isUpper: true,
        isInclusive: issue.inclusive !== false,
      });
    case 'too_small':
      return describeBound(issue.origin, issue.minimum, {
        isUpper: false,
        isInclusive: issue.inclusive !== false,
      });
    case 'invalid_format':
      return formats[issue.format] ?? malformed;
    case 'not_multiple_of':
      return {
        en: `This must be a multiple of ${issue.divisor}.`,
        es: `Debe ser un múltiplo de ${issue.divisor}.`,
      };
    default:
      return invalid;
  }
};

/**
 * Returns the text of a validation problem, a whole sentence for people. A missing value is called
 * missing, not a value of a wrong type. Patterns are not shown, because people cannot read them.
 */
export const getProblemText = (issue: z.core.$ZodRawIssue, language: MessageLanguage): string =>
  describeIssue(issue)[language];
