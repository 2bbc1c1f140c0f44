import { z } from '@strapi/utils';
import { createDraftSchemas } from './draft-schemas';
import { mapFrom } from '#delivery/plan/field-source';

const file = z.strictObject({ id: z.int(), url: z.string(), isUrlSigned: z.boolean() });
const entry = z.strictObject({ id: z.int(), documentId: z.string(), name: z.string() });
const part = z.strictObject({ __component: z.literal('a.part'), id: z.int(), entry });

const page = z.strictObject({
  id: z.int(),
  documentId: z.string(),
  title: z.string().describe('Title.'),
  subtitle: z.string().nullable().optional(),
  image: file,
  zone: z.string(),
  line: mapFrom(z.string(), { kind: 'parameter', name: 'vertical' }),
  parts: z.array(part).describe('Parts.'),
});

const answer = z.strictObject({ status: z.literal(200), data: page });

const drafts = createDraftSchemas([answer]);

const empty = {
  ...{ id: 1, documentId: 'd', title: null, image: null, zone: null, line: 'a' },
  parts: [{ __component: 'a.part', id: 1, entry: { id: 1, documentId: 'e', name: null } }],
};

const accepts = (changes: object): boolean | undefined =>
  drafts.get(answer)?.safeParse({ status: 200, data: { ...empty, ...changes } }).success;

describe('createDraftSchemas', () => {
  it('required values – may be null', () => {
    expect(accepts({})).toBe(true);
    expect(
      accepts({ title: 'A', subtitle: null, image: { id: 1, url: '', isUrlSigned: true } }),
    ).toBe(true);
  });

  it.each([
    ['ids', { id: null }],
    ['lists', { parts: null }],
    ['values of the request', { line: null }],
    ['values of files', { image: { id: 1, url: null, isUrlSigned: true } }],
    ['names of components', { parts: [{ ...empty.parts[0], __component: null }] }],
    ['entries that a component shows', { parts: [{ ...empty.parts[0], entry: null }] }],
  ])('%s – may not be null', (_, changes) => {
    expect(accepts(changes)).toBe(false);
  });

  it('descriptions – are copied to the draft schema', () => {
    const { shape } = drafts.get(page) as typeof page;
    expect([shape.title.description, shape.parts.description]).toEqual(['Title.', 'Parts.']);
  });

  it('nested schemas – have a draft schema, except files', () => {
    expect([drafts.has(entry), drafts.has(part), drafts.has(file)]).toEqual([true, true, false]);
  });
});
