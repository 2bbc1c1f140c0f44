import { formatAmount, formatMoney } from '#catalogue/money/format-money';
import type { Text } from '#feature/layout';
import type {
  Entry,
  Facts,
  Money,
  Path,
  BrokenRulePlace,
  PublishingRules,
  Rule,
  Severity,
  Values,
} from '#feature/publishing-rules';
import {
  type Shapes,
  getComponentUid,
  nameOf,
  parseFieldSteps,
  type FieldOf,
  type LabelOf,
  type Step,
} from './models';
import { findLanguagePlaces } from './languages';
import { listIn } from '#catalogue/entry-values';
import type { UID } from '@strapi/types';

/** Error that prevents publication, or warning. */
export type Finding = {
  code: string;
  severity: Severity;
  path: Path;
  /** Label of the field in the form. */
  place: Text;
  /** Steps to the field in the form. */
  steps: readonly Step[];
  text: Text;
  /** Key and title that findings of other entries share. */
  group: string;
  title: Text;
  /** Locale in which the finding can be fixed, if it is another one. */
  locale?: string;
  isRefusedElsewhere: boolean;
};

/** Returns the findings that prevent publication. */
export const filterErrors = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ severity }) => severity === 'error');

/** Rule set by which an entry is evaluated. */
export type RuleSet = {
  publishingRules: PublishingRules;
  shapes: Shapes;
  labelOf: LabelOf;
  fieldOf: FieldOf;
  /** Attribute with the entry's title. */
  title: string;
};

const REQUIRED = 'FIELD_MISSING';
const TAKEN = 'VALUE_TAKEN';

const writeMoney = (money: Money, { currencies }: Facts, language: keyof Text): string => {
  const [currency, other] =
    money.currency === undefined ? currencies : ([money.currency] as readonly string[]);
  return currency === undefined || other !== undefined
    ? formatAmount(money.amount, language)
    : formatMoney(money.amount, currency, language);
};

const write = (value: Values[string], facts: Facts, language: keyof Text): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return new Intl.NumberFormat(language).format(value);
  return 'amount' in value ? writeMoney(value, facts, language) : value[language];
};

const fillText = (text: Text, values: Values, facts: Facts): Text => {
  const fill = (language: keyof Text): string =>
    text[language].replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      return value === undefined ? whole : write(value, facts, language);
    });
  return { en: fill('en'), es: fill('es') };
};

const findBrokenPlaces = (rule: Rule, entry: Entry, facts: Facts): readonly BrokenRulePlace[] => {
  const answer = rule.check(entry, facts);
  if (typeof answer === 'boolean') return answer ? [{}] : [];
  return answer;
};

const resolveFieldPlace = ({ publishingRules, ...ruleSet }: RuleSet, entry: Entry, path: Path) => {
  const steps = parseFieldSteps(ruleSet, publishingRules.uid, entry, path);
  return { path, steps, place: nameOf(steps) };
};

const evaluateRule = (ruleSet: RuleSet, rule: Rule, entry: Entry, facts: Facts): Finding[] =>
  findBrokenPlaces(rule, entry, facts).map(({ path = [rule.field], values = {}, locale }) => {
    const text = fillText(rule.text, values, facts);
    return {
      code: rule.code,
      severity: rule.severity,
      ...resolveFieldPlace(ruleSet, entry, path),
      text,
      group: locale === undefined ? rule.code : `${rule.code}.${locale}`,
      title: rule.title ?? text,
      ...(locale !== undefined && { locale }),
      isRefusedElsewhere: rule.isRefusedElsewhere === true,
    };
  });

/**
 * Returns a group key without list positions, so that the missing pictures of all slides form one
 * group.
 */
const groupOf = (code: string, path: Path): string =>
  [code, ...path.filter((step) => typeof step === 'string')].join('.');

/**
 * Returns findings for required fields that are empty. Strapi itself refuses to publish without
 * them.
 */
const createMissingFieldFindings = (
  ruleSet: RuleSet,
  entry: Entry,
  errorPaths: ReadonlySet<string>,
): Finding[] =>
  findMissingPaths(ruleSet.shapes, ruleSet.publishingRules.uid, entry)
    .filter((path) => !errorPaths.has(path.join('.')))
    .map((path) => {
      const place = resolveFieldPlace(ruleSet, entry, path);
      const fieldName = nameOf(place.steps.map(({ label }) => ({ label })));
      return {
        code: REQUIRED,
        severity: 'error',
        ...place,
        text: { en: `“${place.place.en}” is missing.`, es: `Falta «${place.place.es}».` },
        group: groupOf(REQUIRED, path),
        title: { en: `“${fieldName.en}” is missing.`, es: `Falta «${fieldName.es}».` },
        isRefusedElsewhere: true,
      };
    });

/**
 * Returns findings for unique texts that another published entry has. The database refuses a second
 * one.
 */
const createTakenTextFindings = (ruleSet: RuleSet, entry: Entry, { taken }: Facts): Finding[] =>
  taken
    .filter(({ attribute, value }) => entry[attribute] === value)
    .map(({ attribute, value }) => {
      const place = resolveFieldPlace(ruleSet, entry, [attribute]);
      return {
        code: TAKEN,
        severity: 'error',
        ...place,
        text: {
          en: `Another published entry already has “${value}” as its “${place.place.en}”.`,
          es: `Otra entrada publicada ya tiene «${value}» en «${place.place.es}».`,
        },
        group: groupOf(TAKEN, [attribute]),
        title: {
          en: `Another published entry has the same value in “${place.place.en}”.`,
          es: `Otra entrada publicada tiene el mismo valor en «${place.place.es}».`,
        },
        isRefusedElsewhere: true,
      };
    });

/** Returns findings for the texts and values of a translation, compared with its source. */
const createLanguageFindings = (ruleSet: RuleSet, entry: Entry, facts: Facts): Finding[] => {
  const { uid } = ruleSet.publishingRules;
  return findLanguagePlaces({ ...ruleSet, uid }, entry, facts).map(
    ({ code, severity, path, isGrouped, values, text, title }) => {
      const place = resolveFieldPlace(ruleSet, entry, path);
      const fieldName = nameOf(place.steps.map(({ label }) => ({ label })));
      return {
        code,
        severity,
        ...place,
        text: fillText(text, { ...values, field: place.place }, facts),
        group: isGrouped ? groupOf(code, path) : code,
        title: fillText(title, { ...values, field: fieldName }, facts),
        isRefusedElsewhere: false,
      };
    },
  );
};

/** Evaluates an entry. Errors come before warnings. */
export const evaluate = (ruleSet: RuleSet, entry: Entry, facts: Facts): Finding[] => {
  const ownFindings = [
    ...ruleSet.publishingRules.rules.flatMap((rule) => evaluateRule(ruleSet, rule, entry, facts)),
    ...createLanguageFindings(ruleSet, entry, facts),
  ];
  const entryErrors = filterErrors(ownFindings);
  const errorPaths = new Set(entryErrors.map(({ path }) => path.join('.')));
  return [
    ...createMissingFieldFindings(ruleSet, entry, errorPaths),
    ...createTakenTextFindings(ruleSet, entry, facts),
    ...entryErrors,
    ...ownFindings.filter(({ severity }) => severity === 'warning'),
  ];
};

/** Returns the errors that only this guard enforces; other checks refuse the rest. */
export const selectBlockingErrors = (ruleSet: RuleSet, entry: Entry, facts: Facts): Finding[] => [
  ...ruleSet.publishingRules.rules
    .filter(({ severity, isRefusedElsewhere }) => severity === 'error' && !isRefusedElsewhere)
    .flatMap((rule) => evaluateRule(ruleSet, rule, entry, facts)),
  ...filterErrors(createLanguageFindings(ruleSet, entry, facts)),
];

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** Returns the paths of required attributes without a value, components included. */
const findMissingPaths = (shapes: Shapes, uid: string, entry: Entry, before: Path = []): Path[] =>
  Object.entries(shapes(uid) ?? {}).flatMap(([name, attribute]): Path[] => {
    const path = [...before, name];
    const value = entry[name];
    if (isEmpty(value)) return attribute?.required === true ? [path] : [];
    const isList = Array.isArray(value);
    return listIn(entry, name).flatMap((part, index) => {
      const component = getComponentUid(attribute, part);
      return component === undefined
        ? []
        : findMissingPaths(shapes, component, part, isList ? [...path, index] : path);
    });
  });

/** Entry in one locale with its findings. */
export type EvaluatedEntry = {
  documentId: string;
  locale: string | null;
  title: string;
  findings: readonly Finding[];
};

/** Entry in the list of all entries with findings. */
export type EntryWithFindings = EvaluatedEntry & {
  uid: UID.ContentType;
  type: string;
  isPublished: boolean;
};
