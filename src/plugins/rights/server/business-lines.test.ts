import fc from 'fast-check';
import { buildConditionId, parseConditionId } from './business-lines';

describe('parseConditionId', () => {
  it('parseConditionId – condition id – returns its line; other ids return null', () => {
    fc.assert(
      fc.property(fc.string(), (line) => parseConditionId(buildConditionId(line)) === line),
    );
    expect(parseConditionId('admin::is-creator')).toBeNull();
  });
});
