import type { Core } from '@strapi/types';
import { accountMailKinds } from './kinds';

const kinds = accountMailKinds({ strapi: {} as Core.Strapi });

describe('the mails of accounts', () => {
  it.each(kinds.map((kind) => [kind.name, kind] as const))(
    'should name only what there is, and what has to be, in every language: %s',
    (_name, { texts, variables }) => {
      for (const { subject, preheader, body } of Object.values(texts)) {
        const used = [...`${subject} ${preheader ?? ''} ${body}`.matchAll(/\{\{ (\w+) \}\}/g)];
        const known = ['name', 'email', 'vertical', ...Object.keys(variables)];
        for (const [, name] of used) expect(known).toContain(name);
        for (const name of Object.keys(variables)) expect(body).toContain(`{{ ${name} }}`);
      }
    },
  );
});
