import fc from 'fast-check';
import { limitIn, buildLineQuery, isLimitedToLines, isUnrestricted } from './line-conditions';

const ownLines = { kind: 'own', attributes: ['verticals'] } as const;
const recordLine = { kind: 'record', attribute: 'verticalDocumentId' } as const;
const sharedType = { kind: 'shared' } as const;

const id = fc.stringMatching(/^[a-z0-9]{1,24}$/);

/** Builds a permission query the way Strapi combines conditions and locales. */
const permission = (lines: readonly string[], locales?: readonly string[]) => ({
  $and: [
    { $or: lines.map((line) => buildLineQuery(line, ownLines, false)) },
    ...(locales === undefined ? [] : [{ locale: { $in: locales } }]),
  ],
});

describe('condition of a business line', () => {
  it('buildLineQuery – each ownership – limits reads to entries of the line', () => {
    expect(buildLineQuery('med', ownLines, true)).toEqual({ 'verticals.documentId': 'med' });
    expect(buildLineQuery('med', { kind: 'line' }, true)).toEqual({ documentId: 'med' });
    expect(buildLineQuery('med', recordLine, true)).toEqual({ verticalDocumentId: 'med' });
    expect(
      buildLineQuery('med', { kind: 'own', attributes: ['vertical', 'others'] }, true),
    ).toEqual({
      $or: [{ 'vertical.documentId': 'med' }, { 'others.documentId': 'med' }],
    });
  });

  it('isLimitedToLines – condition of a line – is true, also with locales; other conditions are false', () => {
    for (const ownership of [ownLines, recordLine, { kind: 'line' } as const]) {
      const byLine = { $or: [buildLineQuery('med', ownership, true)] };
      const languages = { locale: { $in: ['es'] } };
      expect(isLimitedToLines({ $and: [byLine, languages] }, ownership)).toBe(true);
      expect(isLimitedToLines({ $and: [{ $or: [{ 'createdBy.id': 1 }] }] }, ownership)).toBe(false);
      expect(isLimitedToLines(undefined, ownership)).toBe(false);
    }
    expect(isLimitedToLines(buildLineQuery('med', sharedType, true), sharedType)).toBe(false);
  });

  it('buildLineQuery – shared type – does not limit reads', () => {
    expect(limitIn(buildLineQuery('med', sharedType, true)).lines).toEqual(['med']);
    expect(buildLineQuery('med', sharedType, true)).toEqual({ documentId: { $ne: 'line:med' } });
  });

  it('limitIn – permission – returns its lines and locales', () => {
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 1 }), fc.array(id), (lines, locales) => {
        expect(limitIn(permission(lines, locales))).toEqual({ lines, locales });
      }),
    );
    expect(limitIn(permission(['med']))).toEqual({ lines: ['med'], locales: null });
  });

  it('limitIn – line beside another condition – returns the line', () => {
    const conditions = {
      $and: [{ $or: [{ 'createdBy.id': 1 }, buildLineQuery('med', ownLines, false)] }],
    };
    expect(limitIn(conditions).lines).toEqual(['med']);
  });

  it('limitIn – no condition of a line – returns no limits', () => {
    expect(limitIn(undefined)).toEqual({ lines: null, locales: null });
    expect(limitIn({ $and: [{ $or: [{ 'createdBy.id': 1 }] }] })).toEqual({
      lines: null,
      locales: null,
    });
  });

  it('isUnrestricted – conditions – is true only for shared types in all locales', () => {
    const sharedByLine = buildLineQuery('med', sharedType, true);
    const inLanguages = { locale: { $in: ['es', 'en'] } };
    for (const conditions of [
      undefined,
      {},
      sharedByLine,
      { $and: [{ $or: [sharedByLine] }, inLanguages] },
      { $or: [{ 'createdBy.id': 1 }, sharedByLine] },
    ]) {
      expect([conditions, isUnrestricted(conditions, ['es', 'en'])]).toEqual([conditions, true]);
    }
    for (const conditions of [
      buildLineQuery('med', ownLines, true),
      buildLineQuery('med', { kind: 'line' }, true),
      { 'createdBy.id': 1 },
      { $and: [sharedByLine, { 'createdBy.id': 1 }] },
      { $and: [sharedByLine, inLanguages] },
    ]) {
      const languages = ['es', 'en', 'fr'];
      expect([conditions, isUnrestricted(conditions, languages)]).toEqual([conditions, false]);
    }
  });
});
