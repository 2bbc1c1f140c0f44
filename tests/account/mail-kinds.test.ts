import type { Core } from '@strapi/types';
import template from '#api/email-template/content-types/email-template/schema.json';
import { createAccountMailKinds } from '#plugins/account/server/mails/kinds';
import {
  createPaymentFailedMailKind,
  createPurchaseMailKind,
} from '#plugins/commerce/checkout/server/mails/order-mail';

const strapi = {} as Core.Strapi;
const kinds = [
  ...createAccountMailKinds({ strapi }),
  createPurchaseMailKind({ strapi }),
  createPaymentFailedMailKind({ strapi }),
];

it('the model of e-mail templates – lists every kind of e-mail', () => {
  expect(template.attributes.kind.enum).toEqual(kinds.map(({ name }) => name));
});

describe('the built-in text of an e-mail', () => {
  it.each(kinds.map(({ name, texts, variables }) => [name, { texts, variables }] as const))(
    'uses only existing variables, and all required ones, in each language: %s',
    (_name, { texts, variables }) => {
      for (const { subject, preheader, body } of Object.values(texts)) {
        const used = [...`${subject} ${preheader ?? ''} ${body}`.matchAll(/\{\{ (\w+) \}\}/g)];
        const knownVariables = ['name', 'email', 'vertical', ...Object.keys(variables)];
        for (const [, name] of used) expect(knownVariables).toContain(name);
        for (const name of Object.keys(variables)) expect(body).toContain(`{{ ${name} }}`);
      }
    },
  );
});
