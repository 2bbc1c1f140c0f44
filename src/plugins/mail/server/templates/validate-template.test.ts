import fc from 'fast-check';
import { renderText } from './render-text';
import { validateTemplate } from './validate-template';
import {
  buildSampleValues,
  listUrlVariables,
  getKindVariables,
  mergeKindVariables,
} from './variables';

const kind = {
  variables: { code: { sample: 'ABCDE', isRequired: true as const }, minutes: { sample: '30' } },
};
const variables = getKindVariables(kind);

const messages = (text: Parameters<typeof validateTemplate>[1]): string[] =>
  validateTemplate(variables, text).map(({ part, message }) => `${part}: ${message.en}`);

describe('validateTemplate', () => {
  it('empty or valid template – returns no problems', () => {
    expect(messages({})).toEqual([]);
    expect(messages({ subject: '', preheader: null, body: '' })).toEqual([]);
    expect(messages({ subject: '{{name}}', body: '{{ code }} {{ minutes }}' })).toEqual([]);
  });

  it.each([
    [
      'an unknown variable',
      { subject: 'Hi {{ surname }}' },
      'subject: Subject: the variable {{ surname }} does not exist',
    ],
    ['logic', { preheader: '{% if name %}' }, 'preheader: Preview line: only simple names'],
    ['a filter', { subject: '{{ name | upcase }}' }, 'subject: Subject: only simple names'],
    ['a missing brace', { subject: '{{ name }' }, 'subject: Subject: only simple names'],
    ['a triple brace', { subject: '{{{ name }}' }, 'subject: Subject: only simple names'],
    ['an extra closing brace', { subject: '{{ name }}}' }, 'subject: Subject: only simple names'],
    ['an escaped extra brace', { body: '{\\{{ code }}' }, 'body: Text: only simple names'],
    [
      'a brace as a character reference',
      { body: '&#123;{{ code }}' },
      'body: Text: only simple names',
    ],
    ['a missing variable', { body: 'Hello' }, 'body: Text: the variable {{ code }} is required'],
  ])('%s – returns one problem', (_what, text, problem) => {
    expect(messages(text)).toEqual([expect.stringContaining(problem)]);
  });

  it('text of more than 20,000 characters – returns its length, and only problems that are found fast', () => {
    const long = '!['.repeat(10_001);
    expect(messages({ body: long, subject: '{{ surname }}' })).toEqual([
      expect.stringContaining('surname'),
      'body: Text: use at most 20,000 characters.',
    ]);
    expect(messages({ body: `{{ code }}${'x'.repeat(19_990)}` })).toEqual([]);
  });

  it('template without a kind – accepts the variables of all kinds', () => {
    const any = mergeKindVariables([kind, { variables: { orderId: { sample: '1' } } }]);
    expect(any.allowed).toEqual(['name', 'email', 'vertical', 'code', 'minutes', 'orderId']);
    expect(validateTemplate(any, { body: '{{ orderId }}' })).toEqual([]);
    expect(validateTemplate(any, { body: '{{ order }}' })).toHaveLength(1);
  });

  it('any template without problems – can be rendered', () => {
    const piece = fc.constantFrom(
      ...['{{', '}}', '{%', '%}', '{', '}', ' ', 'name', 'code', 'surname', '|', '.', '\n', '# '],
      ...[
        '[a](',
        ')',
        '<b>',
        'https://example.com/',
        '{{ code }}',
        '{{name}}',
        '"',
        '\\',
        '`',
        '&#123;',
      ],
    );
    const part = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(part, part, part, (subject, preheader, body) => {
        const text = { subject, preheader, body };
        if (validateTemplate(variables, text).length > 0) return;
        const rendered = renderText(text, buildSampleValues(kind, 'Vets'), listUrlVariables(kind));
        expect(rendered.subject).not.toMatch(/\{\{|\}\}/);
        expect(rendered.body).not.toMatch(/<(?:b|script)>/);
      }),
      {
        numRuns: 2000,
        examples: [
          ['{{{ code }}', '', ''],
          ['{', '{{ code }}}', ''],
        ],
      },
    );
  });
});
