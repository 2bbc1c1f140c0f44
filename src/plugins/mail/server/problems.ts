import type { MessageLanguage } from '../../../http/errors';
import { type MailKind, type MailText, VARIABLE, variablesOf } from './kinds';

type Part = keyof MailText;

/** Something that keeps a text from being sent as its author means it. */
export type Problem = { part: Part; message: Readonly<Record<MessageLanguage, string>> };

const partNames: Readonly<Record<Part, Record<MessageLanguage, string>>> = {
  subject: { en: 'Subject', es: 'Asunto' },
  preheader: { en: 'Preview line', es: 'Línea de vista previa' },
  body: { en: 'Text', es: 'Texto' },
};

const problem = (part: Part, { en, es }: Problem['message']): Problem => ({
  part,
  message: { en: `${partNames[part].en}: ${en}`, es: `${partNames[part].es}: ${es}` },
});

const namesIn = (content: string): string[] => [
  ...new Set([...content.matchAll(VARIABLE)].map(([, name = '']) => name)),
];

const everyName = [...new Set(Object.values(variablesOf).flatMap(({ allowed }) => allowed))];

const parts: readonly Part[] = ['subject', 'preheader', 'body'];

/** What is wrong with a text; nothing of it is, as long as it is empty. Without a kind any name will do. */
export const problemsOf = (
  kind: MailKind | null,
  text: { [Name in Part]?: MailText[Name] | undefined },
): Problem[] => {
  const { allowed, required } =
    kind === null ? { allowed: everyName, required: [] } : variablesOf[kind];
  const known = allowed.map((each) => `{{ ${each} }}`).join(', ');
  const problems: Problem[] = [];
  for (const part of parts) {
    const content = text[part];
    if (typeof content !== 'string') continue;
    for (const name of namesIn(content).filter((one) => !allowed.includes(one))) {
      problems.push(
        problem(part, {
          en: `there is no {{ ${name} }} in this e-mail. There is ${known}.`,
          es: `en este correo no hay {{ ${name} }}. Hay ${known}.`,
        }),
      );
    }
    if (/\{\{|\}\}|\{%|%\}/.test(content.replace(VARIABLE, ''))) {
      problems.push(
        problem(part, {
          en: 'only simple names may stand in {{ }}, as in {{ name }}.',
          es: 'entre {{ }} solo puede haber nombres simples, como {{ name }}.',
        }),
      );
    }
  }
  if (text.body) {
    const used = namesIn(text.body);
    for (const name of required.filter((one) => !used.includes(one))) {
      problems.push(
        problem('body', {
          en: `without {{ ${name} }} this e-mail is of no use.`,
          es: `sin {{ ${name} }} este correo no sirve de nada.`,
        }),
      );
    }
  }
  return problems;
};
