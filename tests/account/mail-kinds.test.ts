import type { Core } from '@strapi/types';
import template from '../../src/api/email-template/content-types/email-template/schema.json';
import { accountMailKinds } from '../../src/plugins/account/server/mails/kinds';

describe('the model of e-mail templates', () => {
  it('should list every kind of e-mail that there is', () => {
    const kinds = accountMailKinds({ strapi: {} as Core.Strapi });
    expect(template.attributes.kind.enum).toEqual(kinds.map(({ name }) => name));
  });
});
