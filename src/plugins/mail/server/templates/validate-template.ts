import type { MessageLanguage } from '../../../../platform/http/errors';
import type { MailText } from '../kinds';
import { templateOf } from './render-text';
import { type AllowedVariables, namesIn, VARIABLE } from './variables';

type Part = keyof MailText;

/** Something that keeps a text from being sent as its author means it. */
export type TemplateProblem = {
  part: Part;
  message: Readonly<Record<MessageLanguage, string>>;
};

/** A text as far as somebody has written it. */
export type TemplateText = { [Name in Part]?: MailText[Name] | undefined };

const partNames: Readonly<Record<Part, Record<MessageLanguage, string>>> = {
  subject: { en: 'Subject', es: 'Asunto' },
  preheader: { en: 'Preview line', es: 'Línea de vista previa' },
  body: { en: 'Text', es: 'Texto' },
};

const problem = (part: Part, { en, es }: TemplateProblem['message']): TemplateProblem => ({
  part,
  message: { en: `${partNames[part].en}: ${en}`, es: `${partNames[part].es}: ${es}` },
});

const parts: readonly Part[] = ['subject', 'preheader', 'body'];

/** Stands for a variable; not a character that a text can hold. */
const PLACEHOLDER = '\0';

/**
 * Braces that are no variable, and braces that touch one: in `{{{ name }}` the template language
 * sees another beginning than the author, and the mail would go out without the value.
 */
const NO_VARIABLE = /\{\{|\}\}|\{%|%\}|\{\0|\0\}/;

const problemsIn = (part: Part, content: string, allowed: readonly string[]): TemplateProblem[] => {
  const known = allowed.map((each) => `{{ ${each} }}`).join(', ');
  const readings = part === 'body' ? [content, templateOf(content)] : [content];
  const problems = [...new Set(readings.flatMap(namesIn))]
    .filter((name) => !allowed.includes(name))
    .map((name) =>
      problem(part, {
        en: `the variable {{ ${name} }} does not exist in this e-mail. Available: ${known}.`,
        es: `la variable {{ ${name} }} no existe en este correo. Disponibles: ${known}.`,
      }),
    );
  if (readings.some((reading) => NO_VARIABLE.test(reading.replace(VARIABLE, PLACEHOLDER)))) {
    problems.push(
      problem(part, {
        en: 'only simple names are allowed in {{ }}, as in {{ name }}.',
        es: 'entre {{ }} solo puede haber nombres simples, como {{ name }}.',
      }),
    );
  }
  return problems;
};

/** What is wrong with a text; nothing of it is, as long as it is empty. */
export const validateTemplate = (
  { allowed, required }: AllowedVariables,
  text: TemplateText,
): TemplateProblem[] => {
  const problems = parts.flatMap((part) => {
    const content = text[part];
    return typeof content === 'string' ? problemsIn(part, content, allowed) : [];
  });
  // What is no text is refused by Strapi, which looks after this.
  if (typeof text.body !== 'string' || text.body === '') return problems;
  const used = namesIn(text.body);
  const missing = required.filter((name) => !used.includes(name));
  return [
    ...problems,
    ...missing.map((name) =>
      problem('body', {
        en: `the variable {{ ${name} }} is required.`,
        es: `la variable {{ ${name} }} es obligatoria.`,
      }),
    ),
  ];
};
