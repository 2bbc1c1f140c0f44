import { comparableText } from '../../../../../catalogue/comparable-text';
import { LONGEST_HEADING, MOST_UNKNOWN, type UnknownColumn } from '../../runs';
import type { RememberedHeadings } from '../store/headings';
import { headingsOf, identityOf, splitHeading, type Heading, type Of } from './headings';
import { placeCalled } from './field-paths';

/**
 * Gives unknown columns the fields that people have assigned to their headings. A field that another
 * column holds stays with that column.
 *
 * @param usual locale of columns without one, if rows do not name theirs
 */
export const assignColumns = (
  {
    fieldsOf,
    uid,
    locales,
    remembered,
    usual,
  }: Of & { remembered: RememberedHeadings; usual: string | null },
  headings: readonly Heading[],
): Heading[] => {
  const usualHere = headings.some(({ kind }) => kind === 'language') ? null : usual;
  const taken = new Set(headings.map((heading) => identityOf(heading, usualHere)));
  return headings.map((heading): Heading => {
    if (heading.kind !== 'ignored' || heading.text.trim() === '') return heading;
    const { name, locale } = splitHeading(heading.text.trim(), locales);
    const place = remembered.get(comparableText(name)) ?? null;
    const found = place === null ? null : placeCalled(fieldsOf, uid, place);
    if (found === null) return heading;
    const assigned: Heading = { kind: 'field', ...found, locale };
    const identity = identityOf(assigned, usualHere);
    if (taken.has(identity)) return heading;
    taken.add(identity);
    return assigned;
  });
};

/** Returns the columns of a heading row that name no field, with their remembered meanings. */
export const listUnknownColumns = (
  of: Of,
  first: readonly string[],
  remembered: RememberedHeadings,
): UnknownColumn[] => {
  const columns = new Map<string, UnknownColumn>();
  for (const heading of headingsOf(of, first)) {
    if (heading.kind !== 'ignored') continue;
    const { name } = splitHeading(heading.text.trim(), of.locales);
    const form = comparableText(name);
    if (form === '' || name.length > LONGEST_HEADING || columns.has(form)) continue;
    const place = remembered.get(form);
    columns.set(form, { heading: name, place: place ?? null, isIgnored: place === null });
  }
  return [...columns.values()].slice(0, MOST_UNKNOWN);
};
