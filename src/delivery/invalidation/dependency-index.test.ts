import fc from 'fast-check';
import { createDependencyIndex, createJournal, type Dependent } from './dependency-index';
import { documentKey, membershipKey, typeKey, valueKey } from './keys';

const uids = ['api::a.a', 'api::b.b', 'api::c.c'] as const;
const documentsOf = (uid: string): string[] =>
  ['1', '2', '3'].map((at) => `${uid.slice(5, 6)}${at}`);

/** All keys with their types. */
const keys = uids.flatMap((uid) =>
  [
    ...documentsOf(uid).map(documentKey),
    typeKey(uid),
    membershipKey(uid),
    valueKey(uid, 'slug', 'x'),
  ].map((key) => ({ uid, key })),
);

type Key = (typeof keys)[number];

type Change =
  | { kind: 'documents'; uid: string; documentIds: string[] }
  | { kind: 'keys'; keys: Key[] }
  | { kind: 'type'; uid: string }
  | { kind: 'everything' };

const uid = fc.constantFrom(...uids);

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: uid.chain((one) =>
      fc
        .subarray(documentsOf(one), { minLength: 1 })
        .map((documentIds) => ({ kind: 'documents' as const, uid: one, documentIds })),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('keys' as const), keys: fc.subarray(keys) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('type' as const), uid }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'everything' as const }) },
);

type Step =
  | { do: 'change'; change: Change }
  | { do: 'begin'; name: string }
  | { do: 'end'; name: string; keys: Key[] };

const name = fc.constantFrom('p', 'q', 'r', 's');

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('change' as const), change }),
  fc.record({ do: fc.constant('begin' as const), name }),
  fc.record({
    do: fc.constant('end' as const),
    name,
    keys: fc.subarray(keys, { minLength: 1, maxLength: 5 }),
  }),
);

const isAbout = (done: Change, { uid: type, key }: Key): boolean => {
  switch (done.kind) {
    case 'everything':
      return true;
    case 'type':
      return done.uid === type;
    case 'keys':
      return done.keys.some((one) => one.key === key);
    case 'documents':
      return key === typeKey(done.uid) || done.documentIds.some((one) => documentKey(one) === key);
  }
};

const apply = (index: ReturnType<typeof createDependencyIndex>, done: Change): void => {
  if (done.kind === 'everything') index.invalidateAll();
  else if (done.kind === 'type') index.invalidateType(done.uid);
  else if (done.kind === 'keys') index.invalidate(done.keys.map(({ key }) => key));
  else index.invalidateDocuments(done.uid, done.documentIds);
};

describe('What is in memory', () => {
  it(`is exactly what nothing has touched since its making began`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const index = createDependencyIndex();
        const begun = new Map<string, { moment: number; at: number }>();
        const active = new Map<string, Dependent>();
        /** Reference implementation that searches the whole history. */
        const expected = new Map<string, { at: number; keys: Key[] }>();

        const drop = (which: string): void => {
          const dependent = active.get(which);
          active.delete(which);
          if (dependent !== undefined) index.remove(dependent);
        };

        steps.forEach((done, at) => {
          if (done.do === 'change') {
            apply(index, done.change);
          } else if (done.do === 'begin') {
            begun.set(done.name, { moment: index.now(), at });
          } else {
            const making = begun.get(done.name);
            if (making === undefined) return;
            drop(done.name);
            expected.set(done.name, { at: making.at, keys: done.keys });
            const dependent: Dependent = {
              keys: done.keys.map(({ key }) => key),
              types: new Set(done.keys.map((key) => key.uid)),
              onInvalidate: () => drop(done.name),
            };
            if (!index.hasChangedSince(dependent, making.moment)) {
              active.set(done.name, dependent);
              index.add(dependent);
            }
          }
          const changes = steps
            .slice(0, at + 1)
            .map((one) => (one.do === 'change' ? one.change : null));
          const fresh = [...expected].filter(
            ([, made]) =>
              !changes
                .slice(made.at)
                .some((one) => one !== null && made.keys.some((key) => isAbout(one, key))),
          );
          expect([...active.keys()].sort()).toEqual(fresh.map(([which]) => which).sort());
        });
        for (const which of [...active.keys()]) drop(which);
        // Removed dependents leave the index a little later.
        while (index.size() > 0) await new Promise((resolve) => setImmediate(resolve));
      }),
      { numRuns: 300 },
    );
  });

  it('may be thousands that show the same, of which all are told at once', async () => {
    const index = createDependencyIndex();
    const notified: Dependent[] = [];
    for (let at = 0; at < 5_000; at += 1) {
      const dependent: Dependent = {
        keys: ['shared', String(at)],
        types: new Set(['a']),
        onInvalidate() {
          notified.push(dependent);
          index.remove(dependent);
        },
      };
      index.add(dependent);
    }
    index.invalidate(['shared', '7']);
    index.invalidate(['shared']);
    expect([notified.length, new Set(notified).size]).toEqual([5_000, 5_000]);
    while (index.size() > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  it('is told which of its keys was touched', () => {
    const index = createDependencyIndex();
    const notified: (string | null)[] = [];
    const dependent: Dependent = {
      keys: ['1', '2'],
      types: new Set(['a']),
      onInvalidate: (key) => notified.push(key),
    };
    index.add(dependent);
    index.invalidateDocuments('a', ['2', '3']);
    index.invalidateType('a');
    index.invalidateType('b');
    expect(notified).toEqual(['2', null]);
  });
});

describe('The journal', () => {
  it('takes for overtaken what began before anything that it has forgotten', () => {
    const journal = createJournal(10);
    const since = journal.now();
    journal.record(['old']);
    const later = journal.now();
    const made = { keys: ['another'], types: ['a'] };
    expect(journal.hasChangedSince(made, since)).toBe(false);
    for (let at = 0; at < 10; at += 1) journal.record([String(at)]);
    expect(journal.hasChangedSince(made, since)).toBe(true);
    expect(journal.hasChangedSince(made, later)).toBe(false);
    expect(journal.hasChangedSince({ keys: ['3'], types: [] }, later)).toBe(true);
  });
});
