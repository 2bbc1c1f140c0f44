import type { MailKind, MailValues } from '../kinds';

/** Variable in a text; logic, filters and paths are not supported. */
export const VARIABLE = /\{\{\s*([a-zA-Z]\w*)\s*\}\}/g;

/** Returns the names of the variables in a text, without duplicates. */
export const findVariableNames = (text: string): string[] => [
  ...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name)),
];

/** Variables that every kind has. */
const common = ['name', 'email', 'vertical'];

/** Variables that texts can use and those that they must use. */
export type AllowedVariables = { allowed: readonly string[]; required: readonly string[] };

export const getKindVariables = ({ variables }: Pick<MailKind, 'variables'>): AllowedVariables => ({
  allowed: [...common, ...Object.keys(variables)],
  required: Object.keys(variables).filter((name) => variables[name]?.isRequired),
});

/** Returns the variables of all kinds, for a template without a kind. */
export const mergeKindVariables = (
  kinds: readonly Pick<MailKind, 'variables'>[],
): AllowedVariables => ({
  allowed: [...new Set([...common, ...kinds.flatMap(({ variables }) => Object.keys(variables))])],
  required: [],
});

/** Returns the variables that can be the URL of a link. */
export const listUrlVariables = ({ variables }: Pick<MailKind, 'variables'>): string[] =>
  Object.keys(variables).filter((name) => variables[name]?.isUrl);

/** Returns the values for previews and test mails. */
export const buildSampleValues = (
  { variables }: Pick<MailKind, 'variables'>,
  vertical: string,
): MailValues => ({
  name: 'Ana García',
  email: 'ana.garcia@example.com',
  vertical,
  ...Object.fromEntries(Object.entries(variables).map(([name, { sample }]) => [name, sample])),
});
