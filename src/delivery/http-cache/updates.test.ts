import { z } from '@strapi/utils';
import fc from 'fast-check';
import { createDocumentCache } from '../document-cache/document-cache';
import { createDependencyIndex } from '../invalidation/dependency-index';
import { createSelectionKeys, buildDocumentKey } from '../invalidation/keys';
import { compose } from '../json';
import { createMetrics } from '../metrics/metrics';
import type { Contract } from '../plan/contract';
import type { ModelAttribute } from '../plan/model';
import type { RenderedDocument, Reader, Reference } from '../readers/reader';
import { createSelectionCache } from '../selections/selection-cache';
import { createView, type View } from '../view';
import { createResponseCache } from './cache';
import { toStored } from './response';

const UID = 'api::product.product';
const COUNT = 8;
const form = z.object({});

const contract: Contract = {
  key: '#1',
  uid: UID,
  plan: { uid: UID, form, fields: [], storesSlots: false },
  dependencies: new Set([UID]),
  parameters: [],
  sortAttributes: [],
  references: new Map(),
};

const slug: ModelAttribute = {
  kind: 'value',
  type: 'string',
  target: undefined,
  isMany: false,
  mappedBy: undefined,
  zone: [],
};

/** A document that shows later ones; `place` is the value that other documents sort it by. */
type Document = { text: string; place: number; shows: number[] };

const idOf = (at: number): string => `d${at}`;

/** Creates a catalogue that can be read by the engine and by a reference implementation. */
const setUp = () => {
  const documents = Array.from({ length: COUNT }, (_, position): Document => ({
    text: `text ${position}`,
    place: 0,
    shows: position + 1 < COUNT ? [position + 1] : [],
  }));
  const state = { reads: 0, isUnavailable: false };

  const expectedTextOf = (at: number): string => {
    const { text, shows } = documents[at] ?? { text: '', shows: [] };
    return `{"t":${JSON.stringify(text)},"s":[${shows.map(expectedTextOf).join(',')}]}`;
  };

  const renderedDocumentOf = (at: number): RenderedDocument => {
    const { text, shows, place } = documents[at] ?? { text: '', shows: [], place: 0 };
    const references: Reference[] = [];
    const places: number[] = [];
    let written = `{"t":${JSON.stringify(text)},"s":[`;
    for (const [number, shown] of shows.entries()) {
      if (number > 0) written += ',';
      references.push({
        contract,
        documentId: idOf(shown),
        locale: null,
        sortKey: String(documents[shown]?.place),
      });
      places.push(Buffer.byteLength(written));
    }
    return {
      text: Buffer.from(`${written}]}`),
      references,
      at: places,
      sortKey: String(place),
      // A document's dependencies change only with its own content, or with that of a document that
      // it did not show before.
      keys: [buildDocumentKey(idOf(at))],
    };
  };

  const number = (documentId: string): number => Number(documentId.slice(1));

  const reader: Reader = {
    select: ({ kind, query: { where } }) =>
      Promise.resolve(
        kind === 'count' ? String(COUNT) : `${JSON.stringify(where?.slug).slice(1, -1)}:`,
      ),
    read: (_contract, references) =>
      Promise.resolve(
        references.map(({ documentId }) => ({
          text: Buffer.from(expectedTextOf(number(documentId))),
          keys: [buildDocumentKey(documentId)],
        })),
      ),
    readShallow: (_contract, references, _parameters, take) => {
      state.reads += references.length;
      for (const [place, { documentId }] of references.entries()) {
        take(place, renderedDocumentOf(number(documentId)));
      }
      return Promise.resolve();
    },
  };

  const run = () => Promise.resolve([]);
  const metrics = createMetrics();
  const index = createDependencyIndex();
  const selectionKeys = createSelectionKeys(
    (uid) => ({ uid, name: uid, attributes: { slug }, isLocalized: false, hasDrafts: true }),
    new Map([
      [UID, { scalars: new Set(['slug']), relations: new Set(), orderedAtTarget: new Set() }],
    ]),
  );
  const documentCache = createDocumentCache({ index, metrics, maxBytes: 1_000_000 });
  const selections = createSelectionCache({
    index,
    keys: selectionKeys,
    run,
    metrics,
    maxBytes: 1_000_000,
  });
  const cache = createResponseCache({
    index,
    metrics,
    maxBytes: 1_000_000,
    documentCache,
  });
  const view = (): View =>
    createView({
      contracts: () => contract,
      select: (query) => selections.get(reader, query),
      readDocuments: (...documents) => documentCache.read(reader, ...documents),
      findByRowId: () => Promise.resolve(null),
      run,
    });

  const createResponse = async (at: number, handle: (currentView: View) => Promise<unknown>) => {
    const currentView = view();
    const body = compose(await handle(currentView));
    return toStored(body.toBuffer(), body.parts, currentView.dependencies, {
      cacheControl: '',
      expiresAt: Infinity,
      tags: [],
    });
  };
  const findDocument = (currentView: View, position: number) =>
    currentView.readOne(UID, form, { where: { slug: idOf(position) } });

  /** Requests the response that shows a document, at an address that was requested before. */
  const request = async (
    at: number,
    handle = (currentView: View): Promise<unknown> =>
      findDocument(currentView, at).then((data) => ({ data, at })),
  ) => {
    const key = `["one",${at}]`;
    const response =
      cache.findAt(`/${at}`) ??
      (
        await cache.get(key, {
          compute: () => createResponse(at, handle),
          hasSameResults: () => Promise.resolve(true),
        })
      ).response;
    cache.storeAddress(`/${at}`, key);
    return response.identity;
  };

  return {
    documents,
    state,
    metrics,
    request,
    findDocument,
    expectedTextOf,
    edit: (at: number, changes: Partial<Document>): void => {
      const document = documents[at];
      if (document !== undefined) Object.assign(document, changes);
      index.invalidate([buildDocumentKey(idOf(at))]);
    },
  };
};

const edits = fc.array(
  fc.oneof(
    fc.record({ at: fc.nat(COUNT - 1), text: fc.string() }),
    fc.record({ at: fc.nat(COUNT - 1), place: fc.nat(3) }),
    fc.record({ at: fc.nat(COUNT - 1), ahead: fc.uniqueArray(fc.integer({ min: 1, max: 3 })) }),
    fc.record({ ask: fc.nat(COUNT - 1) }),
  ),
  { maxLength: 60 },
);

describe('responses after a change of their documents', () => {
  it('any edits – equal a newly computed response', async () => {
    await fc.assert(
      fc.asyncProperty(edits, async (steps) => {
        const { request, edit, expectedTextOf } = setUp();
        for (const step of [
          ...steps,
          ...Array.from({ length: COUNT }, (_, index) => ({ ask: index })),
        ]) {
          if ('ask' in step) {
            const { bytes } = await request(step.ask);
            expect(bytes.toString()).toBe(`{"data":${expectedTextOf(step.ask)},"at":${step.ask}}`);
          } else if ('ahead' in step) {
            const shows = step.ahead.map((by) => step.at + by).filter((shown) => shown < COUNT);
            edit(step.at, { shows });
          } else {
            const { at, ...changes } = step;
            edit(at, changes);
          }
        }
      }),
    );
  });

  it('changed document – responses are reassembled with one read', async () => {
    const { request, edit, state, metrics, expectedTextOf } = setUp();
    for (let at = 0; at < COUNT; at += 1) await request(at);
    const before = state.reads;
    edit(COUNT - 1, { text: 'another' });
    const etags = new Set<string>();
    for (let at = 0; at < COUNT; at += 1) {
      const { bytes, etag } = await request(at);
      expect(bytes.toString()).toContain(expectedTextOf(COUNT - 1));
      etags.add(etag);
    }
    expect(etags.size).toBe(COUNT);
    // The first requested response read it.
    expect([state.reads - before, metrics.misses - COUNT, metrics.updates]).toEqual([
      1,
      1,
      COUNT - 1,
    ]);
  });

  it('document changed without a new text – keeps the same bytes', async () => {
    const { request, edit, metrics } = setUp();
    const first = await request(0);
    await request(1);
    edit(3, {});
    await request(1);
    expect(await request(0)).toBe(first);
    expect(metrics.updates).toBe(1);
  });

  it('handler that parses the document – computes the response again', async () => {
    const { request, findDocument, edit, metrics } = setUp();
    const handle = async (currentView: Parameters<typeof findDocument>[0]) => {
      const data = await findDocument(currentView, 1);
      return { data, length: JSON.stringify(data?.parse()).length };
    };
    await request(1, handle);
    await request(2);
    edit(4, { text: 'much longer than it was' });
    await request(2);
    const { length } = JSON.parse((await request(1, handle)).bytes.toString()) as {
      length: number;
    };
    const { data } = JSON.parse((await request(1, handle)).bytes.toString()) as { data: unknown };
    expect(length).toBe(JSON.stringify(data).length);
    expect(metrics.updates).toBe(0);
  });
});
