import fc from 'fast-check';
import { conditionIdOf, lineOfCondition } from './business-lines';

describe('lineOfCondition', () => {
  it('lineOfCondition – condition id – returns its line; other ids return null', () => {
    fc.assert(fc.property(fc.string(), (line) => lineOfCondition(conditionIdOf(line)) === line));
    expect(lineOfCondition('admin::is-creator')).toBeNull();
  });
});
