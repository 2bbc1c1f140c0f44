import fc from 'fast-check';
import { createDependencyIndex, type Dependent } from './dependency-index';
import { buildDocumentKey, buildMembershipKey, typeKey, buildValueKey } from './keys';

const uids = ['api::a.a', 'api::b.b', 'api::c.c'] as const;
const documentsOf = (uid: string): string[] =>
  ['1', '2', '3'].map((at) => `${uid.slice(5, 6)}${at}`);

/** All keys with their types. */
const keys = uids.flatMap((uid) =>
  [
    ...documentsOf(uid).map(buildDocumentKey),
    typeKey(uid),
    buildMembershipKey(uid),
    buildValueKey(uid, 'slug', 'x'),
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
    arbitrary: uid.chain((typeUid) =>
      fc
        .subarray(documentsOf(typeUid), { minLength: 1 })
        .map((documentIds) => ({ kind: 'documents' as const, uid: typeUid, documentIds })),
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

const affects = (current: Change, { uid: type, key }: Key): boolean => {
  switch (current.kind) {
    case 'everything':
      return true;
    case 'type':
      return current.uid === type;
    case 'keys':
      return current.keys.some((candidate) => candidate.key === key);
    case 'documents':
      return (
        key === typeKey(current.uid) ||
        current.documentIds.some((candidate) => buildDocumentKey(candidate) === key)
      );
  }
};

const apply = (index: ReturnType<typeof createDependencyIndex>, current: Change): void => {
  if (current.kind === 'everything') index.invalidateAll();
  else if (current.kind === 'type') index.invalidateType(current.uid);
  else if (current.kind === 'keys') index.invalidate(current.keys.map(({ key }) => key));
  else index.invalidateDocuments(current.uid, current.documentIds);
};

describe('dependency index', () => {
  it(`any sequence – keeps dependents whose keys have not changed since their computation began`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const index = createDependencyIndex();
        const started = new Map<string, { moment: number; at: number }>();
        const active = new Map<string, Dependent>();
        /** Reference implementation that searches the whole history. */
        const expected = new Map<string, { at: number; keys: Key[] }>();

        const drop = (dependentName: string): void => {
          const dependent = active.get(dependentName);
          active.delete(dependentName);
          if (dependent !== undefined) index.remove(dependent);
        };

        steps.forEach((current, position) => {
          if (current.do === 'change') {
            apply(index, current.change);
          } else if (current.do === 'begin') {
            started.set(current.name, { moment: index.now(), at: position });
          } else {
            const start = started.get(current.name);
            if (start === undefined) return;
            drop(current.name);
            expected.set(current.name, { at: start.at, keys: current.keys });
            const dependent: Dependent = {
              keys: current.keys.map(({ key }) => key),
              types: new Set(current.keys.map((key) => key.uid)),
              onInvalidate: () => drop(current.name),
            };
            if (!index.hasChangedSince(dependent, start.moment)) {
              active.set(current.name, dependent);
              index.add(dependent);
            }
          }
          const changes = steps
            .slice(0, position + 1)
            .map((candidate) => (candidate.do === 'change' ? candidate.change : null));
          const fresh = [...expected].filter(
            ([, dependent]) =>
              !changes
                .slice(dependent.at)
                .some(
                  (candidate) =>
                    candidate !== null && dependent.keys.some((key) => affects(candidate, key)),
                ),
          );
          expect([...active.keys()].sort()).toEqual(
            fresh.map(([dependentName]) => dependentName).sort(),
          );
        });
        for (const dependentName of [...active.keys()]) drop(dependentName);
        // Removed dependents leave the index a little later.
        while (index.size() > 0) await new Promise((resolve) => setImmediate(resolve));
      }),
      { numRuns: 300 },
    );
  });

  it('shared key of 5,000 dependents – notifies each dependent once', async () => {
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

  it('onInvalidate – receives the changed key, or null for a whole type', () => {
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

describe('journal', () => {
  it('hasChangedSince – moment before the oldest record – is true', () => {
    const index = createDependencyIndex(10);
    const since = index.now();
    index.invalidate(['old']);
    const later = index.now();
    const dependencies = { keys: ['another'], types: ['a'] };
    expect(index.hasChangedSince(dependencies, since)).toBe(false);
    for (let at = 0; at < 10; at += 1) index.invalidate([String(at)]);
    expect(index.hasChangedSince(dependencies, since)).toBe(true);
    expect(index.hasChangedSince(dependencies, later)).toBe(false);
    expect(index.hasChangedSince({ keys: ['3'], types: [] }, later)).toBe(true);
  });
});
