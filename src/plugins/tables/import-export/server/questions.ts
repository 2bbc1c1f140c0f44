import type { UID } from '@strapi/types';
import { toComparableText } from '#catalogue/comparable-text';
import {
  decisionKinds,
  questionAnswers,
  type Answers,
  type CauseCode,
  type CauseKey,
  type DecisionKind,
  type QuestionCode,
  type Sample,
  type ImportMode,
} from '../runs';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { slugify } from '#catalogue/slug';
import { loadDefaultLocale } from '#platform/strapi/default-locale';
import { getDocumentService } from '#platform/strapi/documents';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { findModel, hasDrafts, isLocalized } from '#platform/strapi/models';
import type { Person } from '#platform/strapi/actor';

/** Question of a dry run about an entry. */
export type Ask = { code: QuestionCode; count: number; samples: readonly Sample[] };

/** Cause of errors of an entry. */
export type EntryCause = CauseKey & {
  /** Value without case and accents, which groups causes. */
  form: string;
  reason: string;
  row: number | null;
  /** Type of the entry to choose. Null: no entry can be chosen. */
  target: string | null;
  canCreate: boolean;
  /** Locale of the cell, in which a missing entry is created. */
  locale: string | null;
};

/** Maximum number of places shown per question. */
export const MOST_SAMPLES = 3;

type Answer<Code extends QuestionCode> = (typeof questionAnswers)[Code][number];

/** Returns the answer to a question, by default the first one. */
export const answerTo = <Code extends QuestionCode>(answers: Answers, code: Code): Answer<Code> =>
  answers[code] ?? questionAnswers[code][0];

/** Answers that write everything, for callers without questions. */
export const WRITE_ALL: Answers = {
  EMPTY_CELLS: 'clear',
  HIDDEN_ROWS: 'import',
  HIDDEN_COLUMNS: 'import',
  CELLS_BEYOND: 'import',
  NEAR_KEYS: 'different',
  MANY_CREATED: 'create',
  DAMAGED_TEXT: 'import',
  CONVERTED_CELLS: 'import',
};

/** Returns the possible decisions about a cause. */
export const listDecisions = ({
  code,
  target,
  canCreate,
}: Pick<EntryCause, 'code' | 'target' | 'canCreate'>): readonly DecisionKind[] =>
  target === null
    ? []
    : decisionKinds.filter((kind) => kind !== 'create' || (code === 'NOT_FOUND' && canCreate));

/** Maximum number of causes without a decision stored per entry. */
const MOST_OF_ENTRY = 5;

/** Collects the questions about an entry, and the causes of its errors. */
export const createAsks = (answers: Answers) => {
  const asks = new Map<QuestionCode, { count: number; samples: Sample[] }>();
  const causes = new Map<string, EntryCause>();
  let undecided = 0;
  return {
    /** Notes a question, and returns its answer. */
    ask: <Code extends QuestionCode>(code: Code, sample: Sample): Answer<Code> => {
      const existing = asks.get(code) ?? { count: 0, samples: [] };
      existing.count += 1;
      if (existing.samples.length < MOST_SAMPLES) existing.samples.push(sample);
      asks.set(code, existing);
      return answerTo(answers, code);
    },
    all: (): Ask[] => [...asks].map(([code, ask]) => ({ code, ...ask })),
    /**
     * @param isDecided whether the user has decided; such causes are stored above the limit too, so
     * that a changed decision reaches the entry
     */
    addCause: (cause: EntryCause, isDecided = false): void => {
      const { code, column, form, row } = cause;
      const key = JSON.stringify([code, column, form, row]);
      if (causes.has(key) || (!isDecided && undecided >= MOST_OF_ENTRY)) return;
      causes.set(key, cause);
      if (!isDecided) undecided += 1;
    },
    causes: (): EntryCause[] => [...causes.values()],
  };
};

export type Asks = ReturnType<typeof createAsks>;

/** Decision about a name in a column, as the run stores it. */
export type StoredDecision = {
  code: CauseCode;
  column: string;
  value: string;
  kind: DecisionKind;
  target: string;
  /** Locale in which a missing entry is created. */
  locale: string | null;
  /** The chosen entry and its name. Null for other decisions. */
  documentId: string | null;
  name: string | null;
};

/** Related entry that an import creates because a decision says so. */
export type Related = {
  uid: UID.ContentType;
  name: string;
  /** Locales in which it is created. Null: the type has none. */
  locales: readonly (string | null)[];
};

type Key = Pick<StoredDecision, 'code' | 'column' | 'value'>;

/** Returns the key of a decision. Values are compared without case and accents, like names. */
export const buildDecisionKey = ({ code, column, value }: Key): string =>
  JSON.stringify([code, column, toComparableText(value)]);

/** Returns the key of a related entry, by which checked rows name it. */
export const buildRelatedKey = ({ uid, name }: Pick<Related, 'uid' | 'name'>): string =>
  JSON.stringify([uid, toComparableText(name)]);

/** Returns a function that finds the decision about a name. */
export const createDecisionFinder = (
  decisions: readonly StoredDecision[],
): ((key: Key) => StoredDecision | undefined) => {
  const byKey = new Map(decisions.map((decision) => [buildDecisionKey(decision), decision]));
  return (key) => byKey.get(buildDecisionKey(key));
};

/** Fields that an entry created by its name has. */
const NAMING = ['name', 'title', 'slug'] as const;

/**
 * Returns whether a user may create entries of a type that consist of a name and a slug. Types
 * without drafts are created in their forms only.
 */
export const canCreateRelated = (
  { strapi }: WithStrapi,
  { uid, ability, mode }: { uid: string; ability: unknown; mode: ImportMode },
): boolean => {
  const model = findModel({ strapi }, uid);
  if (!uid.startsWith('api::') || model === undefined || !hasDrafts(model)) return false;
  const fields = NAMING.filter((name) => model.attributes[name] !== undefined);
  const isNamed = fields.some((name) => name !== 'slug');
  const isSimple = Object.entries(model.attributes).every(
    ([name, attribute]) =>
      attribute?.required !== true ||
      attribute.default !== undefined ||
      NAMING.some((naming) => naming === name),
  );
  const access = createEntryAccess({ strapi }, { ability, uid: uid as UID.ContentType });
  return (
    isNamed &&
    isSimple &&
    fields.every((field) => access.may('create', field)) &&
    (mode === 'draft' || access.may('publish'))
  );
};

/** Returns the fields of a related entry. */
export const createRelatedData = (
  { strapi }: WithStrapi,
  { uid, name }: Related,
): Record<string, string> => {
  const attributes = findModel({ strapi }, uid)?.attributes ?? {};
  return Object.fromEntries(
    NAMING.filter((field) => attributes[field] !== undefined).map((field) => [
      field,
      field === 'slug' ? slugify(name) : name,
    ]),
  );
};

/**
 * Returns the entries that decisions create by their keys. Decisions about one name in several
 * locales create one entry with these locales.
 */
export const collectRelated = async (
  { strapi }: WithStrapi,
  decisions: readonly StoredDecision[],
): Promise<ReadonlyMap<string, Related>> => {
  const created = decisions.filter(({ kind }) => kind === 'create');
  const usual = created.length === 0 ? '' : await loadDefaultLocale({ strapi });
  const all = new Map<string, Related>();
  for (const { target, value, locale } of created) {
    const uid = target as UID.ContentType;
    const ownLocale = isLocalized(findModel({ strapi }, uid)) ? (locale ?? usual) : null;
    const key = buildRelatedKey({ uid, name: value });
    const { name = value, locales = [] } = all.get(key) ?? {};
    all.set(key, { uid, name, locales: [...new Set([...locales, ownLocale])] });
  }
  return all;
};

/** Creates a related entry in the running transaction. @returns its id */
export const createRelated = async (
  { strapi }: WithStrapi,
  { related, person, mode }: { related: Related; person: Person; mode: ImportMode },
): Promise<string> => {
  const documents = getDocumentService({ strapi }, related.uid);
  const authors = { createdBy: person.user.id, updatedBy: person.user.id };
  const data = { ...createRelatedData({ strapi }, related), ...authors };
  let id: string | null = null;
  for (const locale of related.locales) {
    const where = locale === null ? {} : { locale };
    if (id === null) ({ documentId: id } = await documents.create({ ...where, data }));
    else await documents.update({ ...where, documentId: id, data });
    if (mode === 'publish') await documents.publish({ ...where, documentId: id });
  }
  return id ?? '';
};

/** Returns a value with ids replaced wherever it holds them. */
export const replaceIds = (value: unknown, ids: ReadonlyMap<string, string>): unknown => {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => replaceIds(item, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, replaceIds(item, ids)]),
  );
};
