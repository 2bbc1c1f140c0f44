import fc from 'fast-check';
import { signInAs } from '../support/admin';
import { startApp, type App } from '../support/app';
import { ensureLanguages } from '../support/content';
import { dataIn, deskOf, detailsIn, type Category, type Desk } from './support';

/**
 * Two people open, save, publish, discard and unpublish one entry in any order, each from the state they have
 * seen last: whatever a save changes, they had seen; whatever is refused, leaves everything as it was.
 */

const acts = ['open', 'save', 'save', 'save', 'publish', 'discard', 'unpublish'] as const;

const step = fc.record({
  who: fc.nat({ max: 1 }),
  act: fc.constantFrom(...acts),
  field: fc.constantFrom('name' as const, 'slug' as const),
  value: fc.stringMatching(/^[a-z]{3,8}$/),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What a save can overwrite. */
type Content = Pick<Category, 'name' | 'slug'>;

const contentOf = ({ name, slug }: Content): Content => ({ name, slug });

let app: App;
let desks: Desk[];

beforeAll(async () => {
  app = await startApp();
  await ensureLanguages(app);
  desks = [];
  for (const name of ['Marta', 'Antonio']) {
    desks.push(deskOf(await signInAs(app, 'strapi-super-admin', name)));
  }
});

afterAll(() => app.stop());

const send = (desk: Desk, { act, field, value }: Step, seen: Category) => {
  const { documentId, updatedAt: baseVersion } = seen;
  const typed = field === 'slug' ? `${value}-${documentId}` : value;
  const form = { ...contentOf(seen), [field]: typed };
  switch (act) {
    case 'publish':
      return { form, answer: desk.publish(documentId, { ...form, baseVersion }) };
    case 'discard':
      return { form: null, answer: desk.discard(documentId, { baseVersion }) };
    case 'unpublish':
      return { form: contentOf(seen), answer: desk.unpublish(documentId, { baseVersion }) };
    default:
      return { form, answer: desk.save(documentId, { ...form, baseVersion }) };
  }
};

const run = async (steps: readonly Step[]): Promise<void> => {
  const [first, second] = desks as [Desk, Desk];
  const { documentId } = await first.create();
  const seen = [await first.open(documentId), await second.open(documentId)];
  let published: Content | null = null;
  for (const one of steps) {
    const desk = one.who === 0 ? first : second;
    const before = await first.open(documentId);
    const base = seen.at(one.who) ?? before;
    if (one.act === 'open') {
      seen[one.who] = before;
      continue;
    }
    const { form, answer } = send(desk, one, base);
    const { status, body } = await answer;
    const after = await first.open(documentId);
    if (status === 409) {
      expect(detailsIn({ body }).code).toBe('STALE_VERSION');
      expect(before.updatedAt).not.toBe(base.updatedAt);
      expect(after).toEqual(before);
      continue;
    }
    if (published === null && (one.act === 'discard' || one.act === 'unpublish')) {
      expect(status).toBe(404);
      continue;
    }
    expect(status).toBe(200);
    // What it was based on was all that there was: nothing of the other's is gone unseen.
    expect(contentOf(before)).toEqual(contentOf(base));
    expect(contentOf(after)).toEqual(form ?? published);
    if (one.act === 'publish') published = contentOf(dataIn({ body }));
    if (one.act === 'unpublish') published = null;
    seen[one.who] = after;
  }
};

it('nothing is lost that was not seen', async () => {
  const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
  process.stdout.write(`nothing is lost: TEST_SEED=${seed}\n`);
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), run), {
    seed,
    numRuns: 6,
  });
}, 300_000);
