import fc from 'fast-check';
import { getDocumentService } from '#platform/strapi/documents';
import {
  CATEGORY,
  type Category,
  type Desk,
  deskOf,
  detailsIn,
} from '../concurrent-editing/support';
import { type Admin, signIn } from '../support/admin';
import { type App, startApp, stopQuietly } from '../support/app';
import { ensureLanguages } from '../support/content';
import { eventsOf } from './support';
import { share } from '../support/effort';

/**
 * Two users open, save, publish, unpublish, discard, restore, delete and undelete one entry in any order, each based
 * on the version that they read last. A save replaces only a version that its user has read. Refused actions change
 * nothing. Each version that was replaced or deleted is in the history or in the bin.
 */

type Content = Pick<Category, 'name' | 'slug'>;

const contentOf = ({ name, slug }: Content): Content => ({ name, slug });

const saves = ['save', 'publish', 'unpublish', 'discard'] as const;

const step = fc.record({
  who: fc.constantFrom(0 as const, 1 as const),
  does: fc.oneof(
    { weight: 5, arbitrary: fc.constant('save' as const) },
    { weight: 6, arbitrary: fc.constantFrom('publish', 'unpublish', 'discard') },
    { weight: 6, arbitrary: fc.constantFrom('open', 'restore') },
    { weight: 3, arbitrary: fc.constantFrom('delete', 'bring back') },
  ),
  field: fc.constantFrom('name' as const, 'slug' as const),
  value: fc.stringMatching(/^[a-z]{3,8}$/),
  /** The version to restore. */
  at: fc.nat(20),
  /** Whether a restored entry is also published. */
  publishes: fc.boolean(),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Save = Step & { does: (typeof saves)[number] };

const isSave = (action: Step): action is Save => saves.some((kind) => kind === action.does);

type Shown = { draft: Content | null; published: Content | null };

/** The expected state, by a model that is independent of the storage. */
type World = Shown & {
  documentId: string;
  binned: Shown;
  seen: [Category, Category];
};

type Person = { admin: Admin; desk: Desk; name: string };

let app: App;
let people: readonly [Person, Person];

const personWith = async (role: string): Promise<Person> => {
  const admin = await signIn(app, role);
  return { admin, desk: deskOf(admin), name: `Test ${role}` };
};

beforeAll(async () => {
  app = await startApp();
  await ensureLanguages(app);
  people = [await personWith('strapi-super-admin'), await personWith('catalogue-editor')];
});

afterAll(() => stopQuietly(app));

const send = (desk: Desk, { does }: Save, seen: Category, form: Content) => {
  const { documentId, updatedAt: baseVersion } = seen;
  switch (does) {
    case 'save':
      return desk.save(documentId, { ...form, baseVersion });
    case 'publish':
      return desk.publish(documentId, { ...form, baseVersion });
    case 'unpublish':
      return desk.unpublish(documentId, { baseVersion });
    case 'discard':
      return desk.discard(documentId, { baseVersion });
  }
};

/** Returns the state after an accepted save. */
const afterSave = ({ does }: Save, { draft, published }: Shown, form: Content): Shown => {
  switch (does) {
    case 'save':
      return { draft: form, published };
    case 'publish':
      return { draft: form, published: form };
    case 'unpublish':
      return { draft, published: null };
    case 'discard':
      return { draft: published, published };
  }
};

/** Saves, and returns whether the save was accepted. */
const save = async (world: World, action: Save): Promise<boolean> => {
  const { desk } = people[action.who];
  const lastRead = world.seen[action.who];
  const value = action.field === 'slug' ? `${action.value}-${world.documentId}` : action.value;
  const hasText = action.does === 'save' || action.does === 'publish';
  const form = { ...contentOf(lastRead), ...(hasText && { [action.field]: value }) };
  const current = world.draft === null ? null : await desk.open(world.documentId);
  const { status, body } = await send(desk, action, lastRead, form);
  if (current === null) {
    expect(status).toBe(404);
    return false;
  }
  if (status === 409) {
    expect(detailsIn({ body }).code).toBe('STALE_VERSION');
    expect(current.updatedAt).not.toBe(lastRead.updatedAt);
    return false;
  }
  const isOnlyDraft = world.published === null;
  if (isOnlyDraft && (action.does === 'unpublish' || action.does === 'discard')) {
    expect(status).toBe(404);
    return false;
  }
  expect(status).toBe(200);
  // The save was based on the current version: no change of the other user is lost.
  expect(contentOf(lastRead)).toEqual(world.draft);
  Object.assign(world, afterSave(action, world, form));
  world.seen[action.who] = await desk.open(world.documentId);
  return true;
};

const restore = async (world: World, { who, at }: Step): Promise<boolean> => {
  const events = await eventsOf(app, world.documentId, 'es');
  const event = events[at % events.length];
  const path = `/history/entries/${CATEGORY}/${world.documentId}/restore`;
  const answer = await people[who].admin.post(path, { locale: 'es', event: event?.id });
  if (world.draft === null) {
    // Deleted entries cannot be changed.
    expect(answer.status).toBe(403);
    return false;
  }
  expect([answer.status, answer.body]).toEqual([200, { data: { leftOut: [] } }]);
  world.draft = contentOf(event?.content as Content);
  return true;
};

const restoreDeleted = async (world: World, { who, publishes }: Step): Promise<boolean> => {
  const { admin } = people[who];
  const { body } = await admin.get('/history/bin');
  const { deletions } = body.data as { deletions: { id: string; documentId: string }[] };
  const deletion = deletions.find(({ documentId }) => documentId === world.documentId);
  expect(deletion === undefined).toBe(world.draft !== null);
  if (deletion === undefined) return false;
  const answer = await admin.post(`/history/bin/${deletion.id}`, { publish: publishes });
  expect(answer.status).toBe(200);
  const { draft, published } = world.binned;
  Object.assign(world, { draft, published: publishes ? published : null });
  return true;
};

/** Executes a step and applies it to the model; returns the expected last version, or null if nothing was written. */
const applyStep = async (world: World, action: Step): Promise<Content | null> => {
  if (isSave(action)) return (await save(world, action)) ? world.draft : null;
  if (action.does === 'restore') return (await restore(world, action)) ? world.draft : null;
  if (action.does === 'bring back')
    return (await restoreDeleted(world, action)) ? world.draft : null;
  if (world.draft === null) return null;
  const { desk } = people[action.who];
  if (action.does === 'open') {
    world.seen[action.who] = await desk.open(world.documentId);
    return null;
  }
  expect((await desk.remove(world.documentId)).status).toBe(200);
  const { draft, published } = world;
  Object.assign(world, { draft: null, published: null, binned: { draft, published } });
  return draft;
};

const expectShown = async ({ documentId, ...world }: World, does: string): Promise<void> => {
  for (const status of ['draft', 'published'] as const) {
    const row = await getDocumentService(app, CATEGORY).findOne({
      documentId,
      locale: 'es',
      status,
    });
    const content = row === null ? null : contentOf(row as unknown as Content);
    expect([does, status, content]).toEqual([does, status, world[status]]);
  }
};

const textOf = ({ name, slug }: Content, by: string | null): string => [name, slug, by].join(' ');

const run = async (steps: readonly Step[]): Promise<void> => {
  const [first, second] = people;
  const created = await first.desk.create();
  const { documentId } = created;
  const world: World = {
    documentId,
    draft: contentOf(created),
    published: null,
    binned: { draft: null, published: null },
    seen: [await first.desk.open(documentId), await second.desk.open(documentId)],
  };
  const readTexts = async (): Promise<string[]> =>
    (await eventsOf(app, documentId, 'es')).map(({ content, actor_name: by }) =>
      textOf(content as Content, by),
    );
  const written = [textOf(created, first.name)];
  for (const action of steps) {
    const content = await applyStep(world, action);
    await expectShown(world, action.does);
    if (content !== null) written.push(textOf(content, people[action.who].name));
    expect((await readTexts()).at(-1)).toBe(written.at(-1));
  }
  // Events are in order and complete; a restoration may be more than one write.
  const events = await readTexts();
  let from = 0;
  for (const text of written) {
    const position = events.indexOf(text, from);
    expect({ text, isKept: position >= from }).toEqual({ text, isKept: true });
    from = position + 1;
  }
};

describe('Random actions of two users on one entry', () => {
  it('lose no change of another user, and store each written version in the history', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), run), {
      numRuns: share(15),
    });
  });
});
