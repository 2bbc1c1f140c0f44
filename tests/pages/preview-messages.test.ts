import { z } from '@strapi/utils';
import { createMessages, labelledFields } from '#plugins/preview/server/messages';
import { typeNameOf } from '#plugins/preview/server/address';
import { previewableTypes } from '../support/endpoints';
import { hiddenFields, titleFields } from '#plugins/preview/server/values';

/** Fields whose label the page does not show. */
const unlabelledFields = new Set([
  ...hiddenFields,
  ...titleFields,
  ...['greenTag', 'backgroundMedia', 'backgroundMediaUrl', 'icon', 'iconUrl', 'alternativeText'],
  ...['serie', 'product', 'live', 'row', 'category'],
]);

const fieldsIn = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties } = schema as { properties?: Record<string, unknown> };
  // Media fields are shown as a picture.
  if (properties !== undefined && 'isUrlSigned' in properties) return [];
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(fieldsIn)];
};

const shownFields = new Set(
  Object.values(previewableTypes)
    .flatMap((contract) => fieldsIn(z.toJSONSchema(contract, { unrepresentable: 'any' })))
    .filter((name) => !unlabelledFields.has(name)),
);

describe('messages of the preview', () => {
  it('contain labels of exactly the shown fields', () => {
    const labelled = new Set(labelledFields);
    expect([...shownFields].filter((name) => !labelled.has(name))).toEqual([]);
    expect(labelledFields.filter((name) => !shownFields.has(name))).toEqual([]);
  });

  it('contain the name of each previewable type', () => {
    for (const uid of Object.keys(previewableTypes)) {
      const name = typeNameOf(uid);
      expect(createMessages('es').type(name)).not.toBe(name);
    }
  });

  it.each([
    ['es', 'startDate', '2030-05-17T08:00:00.000Z', '17 de mayo de 2030, 8:00 (UTC)'],
    ['en', 'startDate', '2030-05-17T08:00:00.000Z', '17 May 2030 at 08:00 (UTC)'],
    ['es', 'fullPrice', 3900.5, '3.900,50'],
    ['en', 'fullPrice', 3900.5, '3,900.50'],
    ['es', 'publicationYear', 2024, '2024'],
    ['es', 'purchaseType', 'single', 'Pago único'],
    ['en', 'language', ['English', 'Spanish'], 'English · Spanish'],
    ['fr', 'isSoon', true, '✓'],
  ])('value – %s %s %j – is %s', (lang, field, value, text) => {
    const formatted = createMessages(lang).value(field, value);
    // The Unicode data of the platform define the separator between date and time.
    expect(formatted.replace(/( at| a las|,) /, ' ')).toBe(text.replace(/( at| a las|,) /, ' '));
  });

  it('value – instant in the time zone of the lives – is the one that forms show', () => {
    const formatted = createMessages('es', [], 'Europe/Madrid').value(
      'onSaleAgainAt',
      '2030-05-17T08:00:00.000Z',
    );
    expect(formatted).toMatch(/^17 de mayo de 2030.* 10:00 \(Europe\/Madrid\)$/);
  });

  it.each([
    ['es', ['EUR'], '3.900,50 €'],
    ['en', ['EUR'], '€3,900.50'],
    ['es', ['EUR', 'MXN'], '3.900,50 € · 3.900,50 MXN'],
  ])('value – prices in %s with the currencies %j – are formatted', (lang, currencies, text) => {
    const formatted = createMessages(lang, currencies).value('fullPrice', 3900.5);
    expect(formatted.replace(/\s/g, ' ')).toBe(text);
  });
});
