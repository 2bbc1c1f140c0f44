import fc from 'fast-check';
import { secretAttributes, withoutSecrets } from './secrets';

const names = fc.oneof(fc.constantFrom(...secretAttributes), fc.string({ maxLength: 5 }));

const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, 7, 'text'),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(names, tie('tree'), { maxKeys: 4 }),
  ),
}));

const hasSecret = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(
    ([name, inner]) =>
      (secretAttributes.has(name) && typeof inner !== 'object') || hasSecret(inner),
  );

describe('withoutSecrets', () => {
  it('withoutSecrets – any JSON value – removes secrets and returns values without secrets unchanged', () => {
    fc.assert(
      fc.property(tree, (value) => {
        const before = JSON.stringify(value);
        const clean = withoutSecrets(value);
        expect(hasSecret(clean)).toBe(false);
        expect(JSON.stringify(value)).toBe(before);
        expect(clean === value).toBe(!hasSecret(value));
      }),
    );
  });

  it('withoutSecrets – model with a secret attribute – keeps the attribute definition', () => {
    const model = { attributes: { password: { type: 'password' } } };
    expect(withoutSecrets(model)).toBe(model);
  });

  it('withoutSecrets – allowed attribute – keeps it', () => {
    const answer = { data: { registrationToken: 'x', password: 'y' } };
    expect(withoutSecrets(answer, new Set(['registrationToken']))).toEqual({
      data: { registrationToken: 'x' },
    });
  });
});
