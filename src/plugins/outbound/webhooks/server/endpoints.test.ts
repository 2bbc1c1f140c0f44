import fc from 'fast-check';
import { type EventProperties, type EndpointSelection, shouldReceiveEvent } from './endpoints';

const everything: EndpointSelection = { events: [], types: [], lines: [], languages: [] };

const about: EventProperties = {
  event: 'content.published',
  type: 'api::product.product',
  lines: ['medicine', 'psychology'],
  language: 'es',
};

describe('shouldReceiveEvent', () => {
  it('no filter – receives any event', () => {
    const word = fc.string();
    fc.assert(
      fc.property(
        fc.record({
          event: word,
          type: fc.option(word),
          lines: fc.array(word),
          language: fc.option(word),
        }),
        (event) => shouldReceiveEvent(everything, event),
      ),
    );
  });

  it.each<[Partial<EndpointSelection>, boolean]>([
    [{ events: ['content.published'] }, true],
    [{ events: ['content.unpublished'] }, false],
    [{ types: ['api::live.live', 'api::product.product'] }, true],
    [{ types: ['api::live.live'] }, false],
    [{ lines: ['psychology'] }, true],
    [{ lines: ['dentistry'] }, false],
    [{ languages: ['es'] }, true],
    [{ languages: ['en'] }, false],
    [{ types: ['api::product.product'], languages: ['en'] }, false],
  ])('filter %p – returns %p', (choice, expected) => {
    expect(shouldReceiveEvent({ ...everything, ...choice }, about)).toBe(expected);
  });

  it('event without line and locale – is received with any filter of lines and locales', () => {
    const choice = { ...everything, lines: ['medicine'], languages: ['en'] };
    expect(shouldReceiveEvent(choice, { ...about, lines: [], language: null })).toBe(true);
    expect(shouldReceiveEvent(choice, { ...about, lines: [], language: 'es' })).toBe(false);
    expect(shouldReceiveEvent(choice, { ...about, lines: ['psychology'], language: null })).toBe(
      false,
    );
  });

  it('event without a type – is received with any filter of types', () => {
    expect(
      shouldReceiveEvent({ ...everything, types: ['api::live.live'] }, { ...about, type: null }),
    ).toBe(true);
  });
});
