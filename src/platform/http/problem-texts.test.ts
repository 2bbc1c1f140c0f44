import { z } from '@strapi/utils';
import { messageLanguages, type MessageLanguage } from './errors';
import { getProblemText } from './problem-texts';

const textOf = (schema: z.ZodType, value: unknown, language: MessageLanguage): string | undefined =>
  schema.safeParse(value, { error: (issue) => getProblemText(issue, language) }).error?.issues[0]
    ?.message;

const cases: [string, z.ZodType, unknown, string, string][] = [
  ['missing value', z.string(), undefined, 'This is missing.', 'Falta este dato.'],
  ['missing choice', z.enum(['a', 'b']), undefined, 'This is missing.', 'Falta este dato.'],
  ['wrong type', z.string(), 1, 'This must be text.', 'Debe ser un texto.'],
  ['NaN', z.number(), NaN, 'This must be a number.', 'Debe ser un número.'],
  ['fraction', z.int(), 1.5, 'This must be a whole number.', 'Debe ser un número entero.'],
  [
    'unknown choice',
    z.enum(['a', 'b']),
    'c',
    'This must be one of: a, b.',
    'Debe ser uno de estos valores: a, b.',
  ],
  ['only choice', z.literal('a'), 'b', 'This must be a.', 'Debe ser a.'],
  [
    'long text',
    z.string().max(2),
    'abc',
    'This must have at most 2 characters.',
    'Debe tener como máximo 2 caracteres.',
  ],
  [
    'empty text',
    z.string().min(1),
    '',
    'This must have at least 1 character.',
    'Debe tener como mínimo 1 carácter.',
  ],
  [
    'long list',
    z.array(z.string()).max(1),
    ['a', 'b'],
    'This must have at most 1 entry.',
    'Debe tener como máximo 1 elemento.',
  ],
  ['large number', z.number().max(5), 6, 'This must be at most 5.', 'Debe ser como máximo 5.'],
  ['small number', z.number().gt(5), 5, 'This must be greater than 5.', 'Debe ser mayor que 5.'],
  [
    'malformed date',
    z.iso.date(),
    '31/01/2026',
    'This must be a date such as 2026-01-31.',
    'Debe ser una fecha como 2026-01-31.',
  ],
  [
    'malformed e-mail',
    z.email(),
    'ana',
    'This must be an e-mail address.',
    'Debe ser una dirección de correo electrónico.',
  ],
  [
    'unmatched pattern',
    z.string().regex(/^a$/),
    'b',
    'This does not have the required form.',
    'No tiene la forma necesaria.',
  ],
  [
    'unmatched union',
    z.union([z.number(), z.boolean()]),
    'b',
    'This value is not accepted.',
    'Este valor no se admite.',
  ],
];

it.each(cases)(
  'getProblemText – %s – is a sentence in both languages',
  (_, schema, value, en, es) => {
    expect(messageLanguages.map((language) => textOf(schema, value, language))).toEqual([en, es]);
  },
);
