import type { Entry } from '#feature/publishing-rules';
import { isOffSaleAt, isOnSaleAgainAt } from './off-sale';

const now = Date.parse('2027-03-01T09:00:00.000Z');

describe('isOffSaleAt, isOnSaleAgainAt – a product', () => {
  it.each<[string, Entry, [isOff: boolean, isAgain: boolean]]>([
    ['without the fields', {}, [false, false]],
    ['with a date only', { isOffSale: null, onSaleAgainAt: '2027-03-02T00:00Z' }, [false, false]],
    ['without a date', { isOffSale: true, onSaleAgainAt: null }, [true, false]],
    ['with an emptied date', { isOffSale: true, onSaleAgainAt: '' }, [true, false]],
    [
      'before its date',
      { isOffSale: true, onSaleAgainAt: '2027-03-01T09:00:00.001Z' },
      [true, false],
    ],
    ['at its date', { isOffSale: true, onSaleAgainAt: '2027-03-01T09:00:00.000Z' }, [false, true]],
    ['after its date', { isOffSale: true, onSaleAgainAt: new Date(now - 1) }, [false, true]],
  ])('%s', (_, product, expected) => {
    expect([isOffSaleAt(product, now), isOnSaleAgainAt(product, now)]).toEqual(expected);
  });
});
