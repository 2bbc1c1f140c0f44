import fc from 'fast-check';
import { documentsOf } from '../../src/strapi/documents';
import { type Admin, signIn } from '../support/admin';
import { type App, startApp, stopQuietly } from '../support/app';
import { ensureLanguages } from '../support/content';
import { eventsOf } from './support';

const CATEGORY = 'api::category.category';
const LIST = `/content-manager/collection-types/${CATEGORY}`;

let app: App;
let users: readonly [Admin, Admin];
let sequence = 0;

/** What one of two people does to an entry; `at` chooses among what there is. */
type Step =
  | { does: 'save'; who: 0 | 1; name: string }
  | { does: 'publish' | 'unpublish' | 'discard' | 'delete' | 'bring back'; who: 0 | 1 }
  | { does: 'restore'; who: 0 | 1; at: number };

const who = fc.constantFrom(0 as const, 1 as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('save' as const),
      who,
      name: fc.stringMatching(/^[a-z]{1,6}$/),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom(
        'publish' as const,
        'unpublish' as const,
        'discard' as const,
        'delete' as const,
        'bring back' as const,
      ),
      who,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('restore' as const), who, at: fc.nat(20) }),
  },
);

/** What there has to be, by a model that knows nothing of how it is kept. */
type World = {
  draft: string | null;
  published: string | null;
  last: { draft: string; published: string | null };
};

beforeAll(async () => {
  app = await startApp();
  await ensureLanguages(app);
  users = [await signIn(app), await signIn(app, 'catalogue-editor')];
});

afterAll(() => stopQuietly(app));

/** The state that somebody has before them who has just opened an entry. */
const baseOf = async (admin: Admin, at: string): Promise<{ baseVersion: string }> => {
  const { body } = await admin.get(`${at}?locale=es`);
  return { baseVersion: (body.data as { updatedAt: string }).updatedAt };
};

/** Takes a step for real and in the model; answers the name that has to be kept last, or null for none. */
const take = async (documentId: string, world: World, one: Step): Promise<string | null> => {
  const admin = users[one.who];
  const at = `${LIST}/${documentId}`;
  if (one.does === 'bring back') {
    if (world.draft !== null) return null;
    const { body } = await admin.get('/history/bin');
    const { deletions } = body.data as { deletions: { id: string; documentId: string }[] };
    const deleted = deletions.find((found) => found.documentId === documentId);
    const answer = await admin.post(`/history/bin/${deleted?.id}`, { publish: true });
    expect(answer.status).toBe(200);
    world.draft = world.last.draft;
    world.published = world.last.published;
    return world.draft;
  }
  if (world.draft === null) return null;
  switch (one.does) {
    case 'save': {
      const data = { name: one.name, ...(await baseOf(admin, at)) };
      expect((await admin.put(`${at}?locale=es`, data)).status).toBe(200);
      world.draft = one.name;
      return world.draft;
    }
    case 'publish': {
      const answer = await admin.post(`${at}/actions/publish?locale=es`, await baseOf(admin, at));
      expect(answer.status).toBe(200);
      world.published = world.draft;
      return world.draft;
    }
    case 'unpublish': {
      if (world.published === null) return null;
      const answer = await admin.post(`${at}/actions/unpublish?locale=es`, await baseOf(admin, at));
      expect(answer.status).toBe(200);
      world.published = null;
      return world.draft;
    }
    case 'discard': {
      if (world.published === null) return null;
      const answer = await admin.post(`${at}/actions/discard?locale=es`, await baseOf(admin, at));
      expect(answer.status).toBe(200);
      world.draft = world.published;
      return world.draft;
    }
    case 'delete': {
      expect((await admin.delete(`${at}?locale=*`)).status).toBe(200);
      world.last = { draft: world.draft, published: world.published };
      const { draft } = world;
      world.draft = world.published = null;
      return draft;
    }
    case 'restore': {
      const events = await eventsOf(app, documentId, 'es');
      const event = events[one.at % events.length];
      const answer = await admin.post(`/history/entries/${CATEGORY}/${documentId}/restore`, {
        locale: 'es',
        event: event?.id,
      });
      expect([answer.status, answer.body]).toEqual([200, { data: { leftOut: [] } }]);
      world.draft = String(event?.content.name);
      return world.draft;
    }
  }
};

describe('Whatever two people save, publish, restore and delete', () => {
  it('is all there: what is shown as the model says, and every state ever written in the history', async () => {
    const documents = documentsOf(app, CATEGORY);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        sequence += 1;
        const { documentId } = await documents.create({
          locale: 'es',
          data: { name: 'first', slug: `random-${sequence}`, order: sequence },
        });
        const world: World = {
          draft: 'first',
          published: null,
          last: { draft: '', published: null },
        };
        const written: [name: string, by: string][] = [];
        for (const one of steps) {
          const name = await take(documentId, world, one);
          if (name === null) continue;
          written.push([name, one.who === 0 ? 'Test strapi-super-admin' : 'Test catalogue-editor']);
          const version = { documentId, locale: 'es' };
          for (const status of ['draft', 'published'] as const) {
            const row = await documents.findOne({ ...version, status });
            expect([one.does, status, row?.name ?? null]).toEqual([
              one.does,
              status,
              world[status],
            ]);
          }
          const last = (await eventsOf(app, documentId, 'es')).at(-1);
          expect([last?.content.name, last?.actor_name]).toEqual(written.at(-1));
        }
        // In order, with nothing missing: what was brought back may have taken more than one write.
        const kept = (await eventsOf(app, documentId, 'es')).map(
          (one) => `${String(one.content.name)} ${one.actor_name ?? ''}`,
        );
        let from = 0;
        for (const [name, by] of written) {
          const found = kept.indexOf(`${name} ${by}`, from);
          expect(found).toBeGreaterThanOrEqual(from);
          from = found + 1;
        }
      }),
      { numRuns: 15 },
    );
  }, 300_000);
});
