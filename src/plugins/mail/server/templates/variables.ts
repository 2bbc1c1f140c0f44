import type { MailKind, MailValues } from '../kinds';

/** How a text names a value: logic, filters and paths are not part of it. */
export const VARIABLE = /\{\{\s*([a-zA-Z]\w*)\s*\}\}/g;

/** The names that a text uses, each once. */
export const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name)),
];

/** Of every reader, whatever the kind. */
const common = ['name', 'email', 'vertical'];

/** What texts may name, and what they have to. */
export type AllowedVariables = { allowed: readonly string[]; required: readonly string[] };

export const variablesOf = ({ variables }: Pick<MailKind, 'variables'>): AllowedVariables => ({
  allowed: [...common, ...Object.keys(variables)],
  required: Object.keys(variables).filter((name) => variables[name]?.isRequired),
});

/** Where nobody has said yet of what kind a text is: whatever any kind allows. */
export const variablesOfAny = (
  kinds: readonly Pick<MailKind, 'variables'>[],
): AllowedVariables => ({
  allowed: [...new Set([...common, ...kinds.flatMap(({ variables }) => Object.keys(variables))])],
  required: [],
});

/** The variables that may stand as the address of a link. */
export const urlsOf = ({ variables }: Pick<MailKind, 'variables'>): string[] =>
  Object.keys(variables).filter((name) => variables[name]?.isUrl);

/** For previews and test mails. */
export const sampleValues = (
  { variables }: Pick<MailKind, 'variables'>,
  vertical: string,
): MailValues => ({
  name: 'Ana García',
  email: 'ana.garcia@example.com',
  vertical,
  ...Object.fromEntries(Object.entries(variables).map(([name, { sample }]) => [name, sample])),
});
