import type { WithStrapi } from '../../../../platform/with-strapi';
import { localizedError } from '../../../../platform/http/localized-error';
import { currentLanguage } from '../../../../platform/http/message-language';
import { type MessageLanguage, defineErrors } from '../../../../platform/http/errors';
import { errorsIn, type Finding } from '../evaluate';
import type { Draft } from './entries';

/** Errors of refused publications. */
const publishingErrors = defineErrors({
  NOT_READY: {
    status: 400,
    message: {
      en: 'The entry has errors and cannot be published.',
      es: 'La entrada tiene errores y no se puede publicar.',
    },
  },
});

/** Entry with its findings. */
export type EvaluatedEntry = Pick<Draft, 'documentId' | 'locale' | 'title'> & {
  findings: readonly Finding[];
};

/** Formats a finding for an API response in one language. */
const toldIn = (language: MessageLanguage) => (finding: Finding) => ({
  code: finding.code,
  severity: finding.severity,
  path: finding.path,
  place: finding.place[language],
  message: finding.text[language],
  ...(finding.locale !== undefined && { locale: finding.locale }),
});

/** Returns the error of a refused publication, with all errors and warnings of its entries. */
export const notReady = ({ strapi }: WithStrapi, entries: readonly EvaluatedEntry[]): Error => {
  const language = currentLanguage({ strapi });
  const told = toldIn(language);
  const [first] = entries;
  const subject = entries
    .map((entry) => {
      const places = [
        ...new Set(errorsIn(entry.findings).map(({ place }) => place[language])),
      ].join(', ');
      const title = language === 'es' ? `«${entry.title}»` : `“${entry.title}”`;
      return `${title}: ${places}`;
    })
    .join('; ');
  return localizedError({ strapi }, publishingErrors.NOT_READY, {
    subject,
    details: {
      findings: (first?.findings ?? []).map(told),
      entries: entries.map(({ documentId, locale, title, findings }) => ({
        documentId,
        locale,
        title,
        findings: findings.map(told),
      })),
      errors: errorsIn(first?.findings ?? []).map(({ path, text }) => ({
        path,
        message: text[language],
        name: 'ValidationError',
      })),
    },
  });
};
