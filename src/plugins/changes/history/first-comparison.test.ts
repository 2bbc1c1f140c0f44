import type { FieldChange } from './changes';
import { firstComparison } from './first-comparison';

const change = [{ field: 'title', kind: 'value' }] as unknown as readonly FieldChange[];

describe('firstComparison', () => {
  it('no versions – returns null', () => {
    expect(firstComparison([])).toBeNull();
  });

  it('one version – compares it with itself', () => {
    expect(firstComparison([{ id: '1', changes: null }])).toEqual({ from: '1', to: '1' });
  });

  it('publication after a save – compares with the version before the save', () => {
    const events = [
      { id: '3', changes: [] },
      { id: '2', changes: change },
      { id: '1', changes: null },
    ];
    expect(firstComparison(events)).toEqual({ from: '1', to: '3' });
  });

  it('versions without changes – compares the last two', () => {
    const events = [
      { id: '2', changes: [] },
      { id: '1', changes: null },
    ];
    expect(firstComparison(events)).toEqual({ from: '1', to: '2' });
  });
});
