import fc from 'fast-check';
import { createChanges } from './changes';

const uids = ['a', 'b', 'c'];
const documentIds = ['1', '2'];

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ uid: fc.constantFrom(...uids), ids: fc.subarray(documentIds) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ uid: fc.constantFrom(...uids), ids: fc.constant('all' as const) }),
  },
  { weight: 1, arbitrary: fc.constant('everything' as const) },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const touches = (done: Step, uid: string, documentId?: string): boolean =>
  done === 'everything' ||
  (done.uid === uid &&
    (documentId === undefined || done.ids === 'all' || done.ids.includes(documentId)));

describe('Changes', () => {
  it('leave exactly those copies valid that nothing has touched since', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.nat(30), (steps, begin) => {
        const changes = createChanges();
        let since = 0;
        steps.forEach((done, at) => {
          if (at === begin) since = changes.now();
          if (done === 'everything') changes.touchAll();
          else changes.touch(done.uid, done.ids);
        });
        if (begin >= steps.length) since = changes.now();
        const later = steps.slice(Math.min(begin, steps.length));
        for (const uid of uids) {
          expect(changes.areUnchanged([uid], since)).toBe(
            !later.some((done) => touches(done, uid)),
          );
          for (const documentId of documentIds) {
            expect(changes.isUnchanged(uid, documentId, since)).toBe(
              !later.some((done) => touches(done, uid, documentId)),
            );
          }
        }
      }),
    );
  });

  it('forget single documents only together with everything', () => {
    const changes = createChanges();
    changes.touch('a', ['1']);
    const since = changes.now();
    for (let at = 0; at < 20_000; at += 1) changes.touch('b', [String(at)]);
    expect(changes.isUnchanged('b', '5', since)).toBe(false);
    expect(changes.isUnchanged('b', '19999', since)).toBe(false);
    expect(changes.isUnchanged('b', 'another', changes.now())).toBe(true);
  });
});
