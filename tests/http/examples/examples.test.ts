import path from 'node:path';
import recorded from '#api/documentation/example-answers.json';
import { getDocumentService } from '#platform/strapi/documents';
import { signIn } from '../../support/admin';
import { expectDerived, HOW_TO_DERIVE, isDeriving } from '../../support/derived';
import { endpoints } from '../../support/endpoints';
import { previewTokenOf, watchDraftAt } from '../../support/preview';
import { until } from '../../support/until';
import { collectionOf, itemsOf, runByNewman, sending, shownIn } from './collection';
import { asExample, asXmlExample } from './recorded';
import { openStage, type Ready, readyRequests, type Stage } from './requests';

const file = path.resolve(__dirname, '../../../src/api/documentation/example-answers.json');

/** The endpoints whose answers end. `tests/pages/preview.test.ts` reads the changes of a draft. */
const answering = endpoints.filter(
  ({ mediaTypes }) => mediaTypes?.includes('text/event-stream') !== true,
);

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(() => stage.stop());

const send = ({ method, path: at, headers, body }: Ready): Promise<Response> =>
  fetch(`${stage.app.url}${at}`, { method, headers, ...(body !== undefined && { body }) });

/** Returns the events that a preview of a product receives until its first save. */
const recordDraftChanges = async (): Promise<string> => {
  const products = getDocumentService(stage.app, 'api::product.product');
  const filters = { slug: 'taller-de-suturas' };
  const product = await products.findFirst({ locale: 'es', filters });
  const version = { documentId: product?.documentId ?? '', locale: 'es' };
  const token = await previewTokenOf(await signIn(stage.app), 'api::product.product', version);
  const watched = await watchDraftAt(stage.app.url, token);
  await until(() => watched.events.includes('watching'));
  await products.update({ ...version, data: { title: product?.title } });
  await until(() => watched.events.includes('changed'));
  watched.close();
  return watched.text().replaceAll(/^:\n\n/gm, '');
};

describe('The examples of the OpenAPI document', () => {
  it.each(endpoints.map((endpoint) => [endpoint.operationId, endpoint] as const))(
    '%s – its example – matches its contract',
    (_, { params, query, body, example = {} }) => {
      params?.parse(example.params ?? {});
      query?.parse(
        Object.fromEntries(
          Object.entries(example.query ?? {}).map(([name, value]) => [name, String(value)]),
        ),
      );
      body?.parse(example.body ?? {});
      expect(Object.keys(example).every((part) => ['params', 'query', 'body'].includes(part))).toBe(
        true,
      );
    },
  );

  it(`equal the responses of the sample (${HOW_TO_DERIVE})`, async () => {
    const request = await readyRequests(stage);
    const answers: Record<string, unknown> = {};
    for (const endpoint of answering) {
      const { operationId, status = 200, mediaTypes, response } = endpoint;
      const ready = await request(endpoint);
      const answer = await send(ready);
      const text = await answer.text();
      if (answer.status !== status) {
        throw new Error(
          `${operationId}: ${ready.method} ${ready.path} answered ${answer.status}: ${text}`,
        );
      }
      const [mediaType = 'application/json'] = mediaTypes ?? [];
      if (mediaType.startsWith('image/')) continue;
      const example = mediaType.endsWith('xml') ? asXmlExample(text) : asExample(JSON.parse(text));
      response.parse(example);
      answers[operationId] = example;
    }
    answers.watchDraft = await recordDraftChanges();
    if (isDeriving) expectDerived(file, `${JSON.stringify(answers, null, 2)}\n`);
    else expect(answers).toEqual(recorded);
  });

  it('become requests of Portman that pass its tests in Newman', async () => {
    const { body: document } = await stage.app.request.get('/api/openapi.json').expect(200);
    const collection = await collectionOf(document);
    const items = itemsOf(collection);
    const request = await readyRequests(stage);
    const requests: unknown[] = [];
    for (const endpoint of answering) {
      const { method, path: at, operationId, example = {} } = endpoint;
      const item = items.get(`${method} ${at}`);
      if (item === undefined) throw new Error(`Portman knows no ${operationId}`);
      const shownExample = shownIn(item);
      for (const [name, value] of Object.entries({ ...example.params, ...example.query })) {
        expect([operationId, name, shownExample.parameters[name]]).toEqual([
          operationId,
          name,
          String(value),
        ]);
      }
      if (example.body !== undefined)
        expect([operationId, shownExample.body]).toEqual([operationId, example.body]);
      requests.push(sending(item, stage.app.url, await request(endpoint)));
    }
    const { assertions, failures } = await runByNewman(collection, requests);
    expect(failures).toEqual([]);
    expect(assertions).toBeGreaterThan(3 * answering.length);
  });
});
