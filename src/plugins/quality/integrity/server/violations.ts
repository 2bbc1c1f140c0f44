import type { WithStrapi } from '../../../../platform/with-strapi';
import { localizedError } from '../../../../platform/http/localized-error';
import { uniqueRulesOf, type UniqueRule } from './rules';

const UNIQUE_VIOLATION = '23505';

type DatabaseError = { code: string; constraint: string; detail?: string };

const isUniqueViolation = (error: unknown): error is DatabaseError => {
  const { code, constraint } = (error ?? {}) as Partial<DatabaseError>;
  return code === UNIQUE_VIOLATION && constraint !== undefined;
};

/**
 * Returns the values in PostgreSQL's `Key (slug, …)=(a, b) already exists.`, in any language of the
 * server.
 */
const valuesIn = (detail = ''): string | undefined => /\)=\((.*)\)/.exec(detail)?.[1];

const describe = ({ attributes }: UniqueRule, detail: string | undefined): string | undefined => {
  const values = valuesIn(detail);
  if (values === undefined) return undefined;
  if (attributes.at(-1) !== 'locale') return values;
  const at = values.lastIndexOf(', ');
  const locale = values.slice(at + 2);
  return locale === '' ? values.slice(0, at) : values;
};

/** Creates a translator of unique violations into errors that users can act on. */
export const createTranslator = ({ strapi }: WithStrapi) => {
  const rules = new Map(uniqueRulesOf({ strapi }).map((rule) => [rule.name, rule]));

  return (error: unknown): unknown => {
    if (!isUniqueViolation(error)) return error;
    const rule = rules.get(error.constraint);
    if (rule === undefined) return error;
    const subject = describe(rule, error.detail);
    return localizedError({ strapi }, rule.error, {
      cause: error,
      ...(rule.marksField ? { path: [rule.attributes[0]] } : {}),
      ...(rule.marksField && rule.attributes[0] !== 'isDefault' && subject !== undefined
        ? { subject }
        : {}),
    });
  };
};
