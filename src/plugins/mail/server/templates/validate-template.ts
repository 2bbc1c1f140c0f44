import type { MessageLanguage } from '#platform/http/errors';
import type { MailText } from '../kinds';
import { renderTemplate } from './render-text';
import { type AllowedVariables, findVariableNames, VARIABLE } from './variables';

type Part = keyof MailText;

/** Problem that would change or prevent a mail. */
export type TemplateProblem = {
  part: Part;
  message: Readonly<Record<MessageLanguage, string>>;
};

/** Text of a template that may be incomplete. */
export type TemplateText = { [Name in Part]?: MailText[Name] | undefined };

const partNames: Readonly<Record<Part, Record<MessageLanguage, string>>> = {
  subject: { en: 'Subject', es: 'Asunto' },
  preheader: { en: 'Preview line', es: 'Línea de vista previa' },
  body: { en: 'Text', es: 'Texto' },
};

const createProblem = (part: Part, { en, es }: TemplateProblem['message']): TemplateProblem => ({
  part,
  message: { en: `${partNames[part].en}: ${en}`, es: `${partNames[part].es}: ${es}` },
});

const parts: readonly Part[] = ['subject', 'preheader', 'body'];

/** Replaces a variable in the check; no text can contain this character. */
const PLACEHOLDER = '\0';

/**
 * Braces that are no variable, and braces next to one. In `{{{ name }}` the template engine sees
 * another start than the author, and the value would be missing.
 */
const NO_VARIABLE = /\{\{|\}\}|\{%|%\}|\{\0|\0\}/;

/** Maximum length of a part. Rendering a text of brackets takes quadratic time. */
const LONGEST = 20_000;

const createTooLongProblem = (part: Part): TemplateProblem =>
  createProblem(part, {
    en: `use at most ${LONGEST.toLocaleString('en')} characters.`,
    es: `usa como máximo ${LONGEST.toLocaleString('es')} caracteres.`,
  });

const validatePart = (
  part: Part,
  content: string,
  allowed: readonly string[],
): TemplateProblem[] => {
  if (content.length > LONGEST) return [createTooLongProblem(part)];
  const variables = allowed.map((each) => `{{ ${each} }}`).join(', ');
  const readings = part === 'body' ? [content, renderTemplate(content)] : [content];
  const problems = [...new Set(readings.flatMap(findVariableNames))]
    .filter((name) => !allowed.includes(name))
    .map((name) =>
      createProblem(part, {
        en: `the variable {{ ${name} }} does not exist in this e-mail. Available: ${variables}.`,
        es: `la variable {{ ${name} }} no existe en este correo. Disponibles: ${variables}.`,
      }),
    );
  if (readings.some((reading) => NO_VARIABLE.test(reading.replace(VARIABLE, PLACEHOLDER)))) {
    problems.push(
      createProblem(part, {
        en: 'only simple names are allowed in {{ }}, as in {{ name }}.',
        es: 'entre {{ }} solo puede haber nombres simples, como {{ name }}.',
      }),
    );
  }
  return problems;
};

/**
 * Returns the problems of a text; a text without a body does not have to contain the required
 * variables.
 */
export const validateTemplate = (
  { allowed, required }: AllowedVariables,
  text: TemplateText,
): TemplateProblem[] => {
  const problems = parts.flatMap((part) => {
    const content = text[part];
    return typeof content === 'string' ? validatePart(part, content, allowed) : [];
  });
  // Strapi itself rejects a body that is not text.
  if (typeof text.body !== 'string' || text.body === '' || text.body.length > LONGEST) {
    return problems;
  }
  const used = findVariableNames(text.body);
  const missingVariables = required.filter((name) => !used.includes(name));
  return [
    ...problems,
    ...missingVariables.map((name) =>
      createProblem('body', {
        en: `the variable {{ ${name} }} is required.`,
        es: `la variable {{ ${name} }} es obligatoria.`,
      }),
    ),
  ];
};
