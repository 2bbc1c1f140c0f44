import fc from 'fast-check';
import {
  conditionIdOf,
  limitIn,
  lineOfCondition,
  queryOf,
  readsByLine,
  readsEverything,
} from './conditions';

const own = { kind: 'own', attributes: ['verticals'] } as const;
const record = { kind: 'record', attribute: 'verticalDocumentId' } as const;
const shared = { kind: 'shared' } as const;

const id = fc.stringMatching(/^[a-z0-9]{1,24}$/);

/** Builds a permission query the way Strapi combines conditions and locales. */
const permission = (lines: readonly string[], locales?: readonly string[]) => ({
  $and: [
    { $or: lines.map((line) => queryOf(line, own, false)) },
    ...(locales === undefined ? [] : [{ locale: { $in: locales } }]),
  ],
});

describe('The condition of a business line', () => {
  it('is known by its id, and no other', () => {
    fc.assert(fc.property(id, (line) => lineOfCondition(conditionIdOf(line)) === line));
    expect(lineOfCondition('admin::is-creator')).toBeNull();
  });

  it('narrows what is read to entries of the line', () => {
    expect(queryOf('med', own, true)).toEqual({ 'verticals.documentId': 'med' });
    expect(queryOf('med', { kind: 'line' }, true)).toEqual({ documentId: 'med' });
    expect(queryOf('med', record, true)).toEqual({ verticalDocumentId: 'med' });
    expect(queryOf('med', { kind: 'own', attributes: ['vertical', 'others'] }, true)).toEqual({
      $or: [{ 'vertical.documentId': 'med' }, { 'others.documentId': 'med' }],
    });
  });

  it('is known to narrow what is read, beside languages too, and other conditions are not', () => {
    for (const ownership of [own, record, { kind: 'line' } as const]) {
      const byLine = { $or: [queryOf('med', ownership, true)] };
      const languages = { locale: { $in: ['es'] } };
      expect(readsByLine({ $and: [byLine, languages] }, ownership)).toBe(true);
      expect(readsByLine({ $and: [{ $or: [{ 'createdBy.id': 1 }] }] }, ownership)).toBe(false);
      expect(readsByLine(undefined, ownership)).toBe(false);
    }
    expect(readsByLine(queryOf('med', shared, true), shared)).toBe(false);
  });

  it('leaves to be read what lines share', () => {
    expect(limitIn(queryOf('med', shared, true)).lines).toEqual(['med']);
    expect(queryOf('med', shared, true)).toEqual({ documentId: { $ne: 'line:med' } });
  });

  it('is read back from a permission, with its languages', () => {
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 1 }), fc.array(id), (lines, locales) => {
        expect(limitIn(permission(lines, locales))).toEqual({ lines, locales });
      }),
    );
    expect(limitIn(permission(['med']))).toEqual({ lines: ['med'], locales: null });
  });

  it('binds beside other conditions too', () => {
    const conditions = { $and: [{ $or: [{ 'createdBy.id': 1 }, queryOf('med', own, false)] }] };
    expect(limitIn(conditions).lines).toEqual(['med']);
  });

  it('is not found where there is none', () => {
    expect(limitIn(undefined)).toEqual({ lines: null, locales: null });
    expect(limitIn({ $and: [{ $or: [{ 'createdBy.id': 1 }] }] })).toEqual({
      lines: null,
      locales: null,
    });
  });

  it('readsEverything – what lines share, in every language – is all that is true', () => {
    const sharedByLine = queryOf('med', shared, true);
    const inLanguages = { locale: { $in: ['es', 'en'] } };
    for (const conditions of [
      undefined,
      {},
      sharedByLine,
      { $and: [{ $or: [sharedByLine] }, inLanguages] },
      { $or: [{ 'createdBy.id': 1 }, sharedByLine] },
    ]) {
      expect([conditions, readsEverything(conditions, ['es', 'en'])]).toEqual([conditions, true]);
    }
    for (const conditions of [
      queryOf('med', own, true),
      queryOf('med', { kind: 'line' }, true),
      { 'createdBy.id': 1 },
      { $and: [sharedByLine, { 'createdBy.id': 1 }] },
      { $and: [sharedByLine, inLanguages] },
    ]) {
      const languages = ['es', 'en', 'fr'];
      expect([conditions, readsEverything(conditions, languages)]).toEqual([conditions, false]);
    }
  });
});
