import type { Entry } from '#feature/publishing-rules';

/** Returns a text without surrounding spaces; empty where there is none. */
export const getText = (entry: Entry | null, name: string): string => {
  const value = entry?.[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** Returns a number, also one that is stored as text; null where there is none. */
export const getNumber = (entry: Entry | null, name: string): number | null => {
  const value = entry?.[name];
  if (value === null || value === undefined || value === '') return null;
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
  return Number.isFinite(number) ? number : null;
};

export const isTrue = (entry: Entry, name: string): boolean => entry[name] === true;

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null;

/** Returns the values of a relation, media field or component as a list. */
export const listIn = (entry: Entry | null, name: string): readonly Entry[] =>
  [entry?.[name] ?? []].flat().filter(isEntry);

/** Returns a single component; null where it is missing. */
export const getComponent = (entry: Entry | null, name: string): Entry | null =>
  listIn(entry, name)[0] ?? null;
