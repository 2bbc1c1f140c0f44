import { z } from '@strapi/utils';
import { messagesIn, labelledFields } from '../../src/plugins/preview/server/messages';
import { typeNameOf } from '../../src/plugins/preview/server/previewable-types';
import { previewableTypes } from '../support/endpoints';
import { hiddenFields, titleFields } from '../../src/plugins/preview/server/values';

/** Fields whose name the page does not show. */
const speakForThemselves = new Set([
  ...hiddenFields,
  ...titleFields,
  ...['greenTag', 'backgroundMedia', 'backgroundMediaUrl', 'icon', 'iconUrl', 'alternativeText'],
  ...['serie', 'product', 'live', 'row', 'category'],
]);

const fieldsIn = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties } = schema as { properties?: Record<string, unknown> };
  // The fields of a media are shown as a picture.
  if (properties !== undefined && 'isUrlSigned' in properties) return [];
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(fieldsIn)];
};

const shown = new Set(
  Object.values(previewableTypes)
    .flatMap((contract) => fieldsIn(z.toJSONSchema(contract, { unrepresentable: 'any' })))
    .filter((name) => !speakForThemselves.has(name)),
);

describe('the messages of the preview', () => {
  it('name every field that it shows, and no other', () => {
    const known = new Set(labelledFields);
    expect([...shown].filter((name) => !known.has(name))).toEqual([]);
    expect(labelledFields.filter((name) => !shown.has(name))).toEqual([]);
  });

  it('name every kind of document', () => {
    for (const uid of Object.keys(previewableTypes)) {
      const name = typeNameOf(uid);
      expect(messagesIn('es').type(name)).not.toBe(name);
    }
  });

  it.each([
    ['es', 'startDate', '2030-05-17T08:00:00.000Z', '17 de mayo de 2030, 8:00 UTC'],
    ['en', 'startDate', '2030-05-17T08:00:00.000Z', '17 May 2030 at 08:00 UTC'],
    ['es', 'fullPrice', 3900.5, '3.900,50'],
    ['en', 'fullPrice', 3900.5, '3,900.50'],
    ['es', 'publicationYear', 2024, '2024'],
    ['es', 'purchaseType', 'single', 'Pago único'],
    ['en', 'language', ['English', 'Spanish'], 'English · Spanish'],
    ['fr', 'isSoon', true, '✓'],
  ])('say %s %s %j as %s', (lang, field, value, text) => {
    const spoken = messagesIn(lang).value(field, value);
    // The platform's Unicode data define the separator between day and hour.
    expect(spoken.replace(/( at| a las|,) /, ' ')).toBe(text.replace(/( at| a las|,) /, ' '));
  });

  it.each([
    ['es', ['EUR'], '3.900,50 €'],
    ['en', ['EUR'], '€3,900.50'],
    ['es', ['EUR', 'MXN'], '3.900,50 € · 3.900,50 MXN'],
  ])('say prices in %s with the currencies of its business lines: %j', (lang, currencies, text) => {
    const spoken = messagesIn(lang, currencies).value('fullPrice', 3900.5);
    expect(spoken.replace(/\s/g, ' ')).toBe(text);
  });
});
