import { withWrittenAmounts } from './entry';

it.each([
  [39_000_000, 'cop', /^COP\s390,000\.00$/],
  [500, 'jpy', /^¥500$/],
  [5_120, 'kwd', /^KWD\s5\.120$/],
  [4_900, 'eur', /^€49\.00$/],
])(
  'withWrittenAmounts – %i %s – formats the amount with its currency',
  (amountRefunded, currency, pattern) => {
    const details = { amountRefunded, currency, account: 'main' };
    expect(withWrittenAmounts(details, 'en')).toEqual({
      amountRefunded: expect.stringMatching(pattern) as string,
      account: 'main',
    });
  },
);

it.each([{ amountRefunded: 4_900, currency: '' }, { currency: 'eur' }, { fields: ['title'] }])(
  'withWrittenAmounts – %j – returns it unchanged',
  (details) => {
    expect(withWrittenAmounts(details as never, 'en')).toEqual(details);
  },
);
