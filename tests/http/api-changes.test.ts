import path from 'node:path';
import { hostModule } from '../support/host';

const { listBreakingChanges } = hostModule<{
  listBreakingChanges: (released: object, current: object) => string[];
}>(path.resolve(__dirname, '../../scripts/lib/api-changes.mjs'));

type Schema = Record<string, unknown>;

const text: Schema = { type: 'string' };

const object = (required: string[], properties: Record<string, Schema>): Schema => ({
  type: 'object',
  required,
  properties,
});

/** Response fields that may be null. */
const nullableFields: Record<string, Schema> = {
  kind: { anyOf: [{ ...text, enum: ['a'] }, { type: 'null' }] },
  note: { anyOf: [text, { type: 'null' }] },
};

/** Returns the schema of a response: the fields that may be null, and the given ones. */
const responseSchema = (required: string[], properties: Record<string, Schema>): Schema =>
  object(required, { ...nullableFields, ...properties });

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });

const parameter = (name: string, required: boolean, schema: Schema) => ({
  ...{ name, in: 'query', required },
  schema,
});

/** Returns a document of one endpoint and one message, with the given parts replaced. */
const documentOf = ({
  parameters = [parameter('lang', false, { ...text, maxLength: 35 })],
  body = object(['email'], { email: text }),
  answer = responseSchema(['title'], {
    title: text,
    type: { ...text, enum: ['book'] },
    price: text,
  }),
  codes = ['NOT_FOUND'],
  message = object(['id'], { id: text }),
  paths = {},
}: {
  parameters?: object[];
  body?: Schema;
  answer?: Schema;
  codes?: string[];
  message?: Schema;
  paths?: object;
} = {}) => ({
  openapi: '3.1.1',
  info: { title: 'A', version: '1' },
  paths: {
    '/products': {
      post: {
        operationId: 'products',
        parameters,
        requestBody: { required: true, ...json(body) },
        responses: {
          200: { description: 'A', ...json({ $ref: '#/components/schemas/Answer' }) },
          404: { description: 'B', ...json(object([], { code: { enum: codes } })) },
        },
      },
    },
    ...paths,
  },
  webhooks: { published: { post: { requestBody: json(message), responses: {} } } },
  components: { schemas: { Answer: answer } },
});

const findBreakingChanges = (current: object): string[] =>
  listBreakingChanges(documentOf(), current);

const lang = parameter('lang', false, { ...text, maxLength: 35 });
const type = { ...text, enum: ['book'] };

describe('listBreakingChanges', () => {
  it.each([
    ['a removed path', { ...documentOf(), paths: {} }],
    ['a removed field', documentOf({ answer: responseSchema(['title'], { title: text, type }) })],
    [
      'a field that may be absent now',
      documentOf({ answer: responseSchema([], { title: text, type, price: text }) }),
    ],
    [
      'a field that may be null now',
      documentOf({
        answer: responseSchema(['title'], {
          title: { anyOf: [text, { type: 'null' }] },
          type,
          price: text,
        }),
      }),
    ],
    [
      'a field of another type',
      documentOf({
        answer: responseSchema(['title'], { title: { type: 'number' }, type, price: text }),
      }),
    ],
    [
      'a new value of a closed list in a response',
      documentOf({
        answer: responseSchema(['title'], {
          title: text,
          type: { ...text, enum: ['book', 'course'] },
          price: text,
        }),
      }),
    ],
    [
      'a new value of a closed list in a response that may be null',
      documentOf({
        answer: responseSchema(['title'], {
          title: text,
          type,
          price: text,
          kind: { anyOf: [{ ...text, enum: ['a', 'b'] }, { type: 'null' }] },
        }),
      }),
    ],
    ['a removed parameter', documentOf({ parameters: [] })],
    [
      'a shorter parameter',
      documentOf({ parameters: [parameter('lang', false, { ...text, maxLength: 2 })] }),
    ],
    [
      'a parameter with a list of values',
      documentOf({
        parameters: [parameter('lang', false, { ...text, maxLength: 35, enum: ['es'] })],
      }),
    ],
    ['a new required parameter', documentOf({ parameters: [lang, parameter('line', true, text)] })],
    [
      'a new required field of a request',
      documentOf({ body: object(['email', 'name'], { email: text, name: text }) }),
    ],
    ['a removed field of a webhook', documentOf({ message: object([], {}) })],
  ])('%s – is a breaking change', (_, current) => {
    expect(findBreakingChanges(current)).not.toEqual([]);
  });

  it.each([
    ['no change', documentOf()],
    ['a new path', documentOf({ paths: { '/series': documentOf().paths['/products'] } })],
    [
      'a new field',
      documentOf({
        answer: responseSchema(['title', 'slug'], { title: text, type, price: text, slug: text }),
      }),
    ],
    [
      'a list of the values of a field',
      documentOf({
        answer: responseSchema(['title'], {
          title: { ...text, enum: ['A'] },
          type,
          price: text,
          kind: { anyOf: [{ ...text, enum: ['a'] }, { type: 'null' }] },
          note: { anyOf: [{ ...text, enum: ['a', 'b'] }, { type: 'null' }] },
        }),
      }),
    ],
    [
      'a new optional parameter',
      documentOf({ parameters: [lang, parameter('line', false, text)] }),
    ],
    [
      'a longer parameter',
      documentOf({ parameters: [parameter('lang', false, { ...text, maxLength: 50 })] }),
    ],
    [
      'a parameter that takes several values, too',
      documentOf({
        parameters: [
          {
            ...parameter('lang', false, {
              anyOf: [
                { ...text, maxLength: 35 },
                { type: 'array', items: { ...text, maxLength: 35 } },
              ],
            }),
            style: 'form',
            explode: false,
          },
        ],
      }),
    ],
    [
      'a new optional field of a request',
      documentOf({ body: object(['email'], { email: text, name: text }) }),
    ],
    ['a new error code', documentOf({ codes: ['NOT_FOUND', 'GONE'] })],
    ['a new field of a webhook', documentOf({ message: object(['id'], { id: text, at: text }) })],
    [
      'a deprecated parameter',
      documentOf({ parameters: [{ ...lang, deprecated: true, description: 'Old.' }] }),
    ],
  ])('%s – is no breaking change', (_, current) => {
    expect(findBreakingChanges(current)).toEqual([]);
  });
});
