import { createHash } from 'node:crypto';

/** The number of list entries that an example shows. */
const ENTRIES = 2;

const DAY = 86_400_000;
const NOW = '2026-01-15T09:30:00.000Z';
const IN_A_MONTH = '2026-02-14T09:30:00.000Z';

type Replacements = { numbers: number; ids: Map<string, number>; texts: Map<string, string> };

const sampleOf = (kind: string, index: number, length: number, digits: string): string =>
  [...createHash('sha256').update(`${kind} ${index}`).digest()]
    .slice(0, length)
    .map((byte) => digits[byte % digits.length])
    .join('');

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Returns a stable replacement of a text that changes with each run. Equal texts get equal replacements. */
const replaceText = (
  replacements: Replacements,
  kind: string,
  text: string,
  length: number,
): string => {
  const before = replacements.texts.get(text);
  if (before !== undefined) return before;
  const replacement = sampleOf(kind, replacements.texts.size, length, LETTERS);
  replacements.texts.set(text, replacement);
  return replacement;
};

/**
 * Returns a stable time for one that depends on the request; null for others, such as the start of a live of the
 * sample.
 */
const relativeTime = (text: string): string | null => {
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return null;
  const days = (Date.parse(text) - Date.now()) / DAY;
  if (Math.abs(days) < 2) return NOW;
  return days > 0 && days < 40 ? IN_A_MONTH : null;
};

const replaceRandomText = (text: string, replacements: Replacements): string => {
  const time = relativeTime(text);
  if (time !== null) return time;
  // The sample's own ids are fixed.
  if (/^sample[a-z0-9]{18}$/.test(text)) return text;
  if (/^[a-z0-9]{24}$/.test(text)) return replaceText(replacements, 'document', text, 24);
  if (/^[\w-]+\.[\w-]+\.[\w-]{20,}$/.test(text)) return 'header.payload.signature';
  if (/^[\w-]{40,}$/.test(text) && !text.startsWith('cs_'))
    return replaceText(replacements, 'token', text, 43);
  return text
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'https://provider.example.com')
    .replace(
      /cs_test_\w{20,}/g,
      (id) => `cs_test_${replaceText(replacements, 'session', id, 32).repeat(2)}`,
    )
    .replace(
      /(sub|cus|pi|in|bps|price|prod)_[A-Za-z0-9]{14,}/g,
      (id, kind: string) => `${kind}_${replaceText(replacements, kind, id, 24)}`,
    )
    .replace(
      /_[0-9a-f]{10}(?=$|\.|_)/g,
      (hash) => `_${replaceText(replacements, 'file', hash, 10)}`,
    )
    .replace(/(expires|signature|policy|token)=[^&"]+/gi, '$1=0123456789')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '0b7f6c1e-5d3a-4a58-9c0e-2f4d8b9a7c61')
    .replace(/student-[0-9a-f]{12}@/g, 'ana.garcia@');
};

/** Returns the number of a row: always equal for an entry, unique for a component. */
const numberOf = (row: object, replacements: Replacements): number => {
  const { documentId, locale } = row as { documentId?: string; locale?: string | null };
  const name = documentId === undefined ? null : `${documentId} ${locale ?? ''}`;
  const before = name === null ? undefined : replacements.ids.get(name);
  if (before !== undefined) return before;
  replacements.numbers += 1;
  if (name !== null) replacements.ids.set(name, replacements.numbers);
  return replacements.numbers;
};

type Reference = { documentId: string; languages: { slug: string }[] };

const isReference = (entry: unknown): entry is Reference =>
  typeof entry === 'object' && entry !== null && 'documentId' in entry && 'languages' in entry;

const slugOf = ({ languages }: Reference): string => languages[0]?.slug ?? '';

/** Sorts references by slug, because their ids change with each run. */
const sortReferences = (entries: readonly unknown[]): readonly unknown[] =>
  entries.every(isReference)
    ? entries.toSorted((entry, other) => (slugOf(entry) < slugOf(other) ? -1 : 1))
    : entries;

/** Returns a response as an example: short lists, and stable ids, times, tokens and file names. */
export const asExample = (
  answer: unknown,
  replacements: Replacements = { numbers: 0, ids: new Map(), texts: new Map() },
): unknown => {
  if (typeof answer === 'string') return replaceRandomText(answer, replacements);
  if (Array.isArray(answer)) {
    return sortReferences(answer)
      .slice(0, ENTRIES)
      .map((item) => asExample(item, replacements));
  }
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => {
      if (key !== 'id' || typeof value !== 'number') return [key, asExample(value, replacements)];
      return [key, numberOf(answer, replacements)];
    }),
  );
};

/** Returns a sitemap or its index as an example with few entries. */
export const asXmlExample = (text: string): string => {
  const entries = text.match(/<(url|sitemap)>.*?<\/\1>\n/gs) ?? [];
  const [head = '', ...rest] = entries.length === 0 ? [text] : text.split(entries.join(''));
  return [head, ...entries.toSorted().slice(0, ENTRIES), ...rest]
    .join('')
    .replace(/<lastmod>[^<]*/g, `<lastmod>${NOW.replace('.000', '')}`);
};
