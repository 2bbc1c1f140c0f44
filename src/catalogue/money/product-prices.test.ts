import fc from 'fast-check';
import {
  findDifferentCharge,
  buildChargedFields,
  matchesPurchaseType,
  canPayFor,
  findDifferentPlanTotal,
  findPriceDifference,
  computeProductPrices,
  getShownPrice,
  type PriceFields,
} from './product-prices';

const course: PriceFields = {
  purchaseType: 'instalments',
  fullPrice: 1450,
  tuitionPrice: 250,
  instalmentsPrice: 150,
};

const offer = (amount: number, more: object = {}) => ({
  amount,
  currency: 'EUR',
  isRecurring: false,
  instalments: null,
  ...more,
});

const monthlyOffer = (amount: number, instalments: number | null = null) =>
  offer(amount, { isRecurring: true, instalments });

const comparison = { currencies: ['EUR'], tolerance: 0 };

describe('computeProductPrices', () => {
  it('instalments – uses tuitionPrice as the enrolment fee', () => {
    expect(computeProductPrices(course)).toMatchObject({
      regular: 1450,
      reduced: null,
      enrolmentFee: 250,
      instalment: 150,
      total: 1450,
    });
  });

  it.each<[string, Partial<PriceFields>, object]>([
    ['a reduced price', {}, { regular: 1450, reduced: 250, total: 250, enrolmentFee: null }],
    ['a full price only', { tuitionPrice: null }, { regular: 1450, reduced: null, total: 1450 }],
    ['a price to pay only', { fullPrice: null }, { regular: 250, reduced: null, total: 250 }],
    ['no price', { fullPrice: null, tuitionPrice: null }, { regular: null, total: null }],
    ['a reduced price of 0', { tuitionPrice: 0 }, { regular: 1450, reduced: 0, total: 0 }],
    [
      'a reduced price above the full price',
      { tuitionPrice: 1451 },
      { reduced: null, total: 1450 },
    ],
    [
      'a reduced price equal to the full price',
      { tuitionPrice: 1450 },
      { reduced: null, total: 1450 },
    ],
  ])(
    'single and subscription, %s – uses tuitionPrice as the reduced price',
    (_, changes, expected) => {
      for (const purchaseType of ['single', 'subscription']) {
        expect(computeProductPrices({ ...course, purchaseType, ...changes })).toMatchObject(
          expected,
        );
      }
    },
  );

  it('no purchase type – uses instalments if the product has an instalment price', () => {
    const untyped = { ...course, purchaseType: null };
    expect(computeProductPrices(untyped)).toMatchObject({ total: 1450, enrolmentFee: 250 });
    expect(computeProductPrices({ ...untyped, instalmentsPrice: null })).toMatchObject({
      total: 250,
    });
    expect(computeProductPrices({ ...untyped, instalmentsPrice: 0 })).toMatchObject({ total: 250 });
  });

  it('instalments without a full price – returns no total', () => {
    expect(computeProductPrices({ ...course, fullPrice: null }).total).toBeNull();
  });
});

describe('getShownPrice', () => {
  it.each<[Partial<PriceFields>, string, number]>([
    [{}, 'instalmentsPrice', 150],
    [{ purchaseType: 'single' }, 'tuitionPrice', 250],
    [{ purchaseType: 'subscription', tuitionPrice: null }, 'fullPrice', 1450],
  ])('%j – returns %s', (changes, field, amount) => {
    expect(getShownPrice({ ...course, ...changes })).toMatchObject({ field, amount });
  });
});

describe('matchesPurchaseType', () => {
  it.each<[string | null, boolean[]]>([
    ['single', [true, false, false]],
    ['subscription', [false, true, false]],
    ['instalments', [false, false, true]],
    [null, [true, true, true]],
  ])('%s – single, monthly and ten-instalment price – returns %j', (purchaseType, fits) => {
    const prices = [offer(10), monthlyOffer(10), monthlyOffer(10, 10)];
    expect(prices.map((price) => matchesPurchaseType(purchaseType, price))).toEqual(fits);
  });
});

describe('canPayFor', () => {
  const single = { ...course, purchaseType: 'single', tuitionPrice: null };
  const pays = (price: ReturnType<typeof offer>, ...others: ReturnType<typeof offer>[]) =>
    canPayFor(single, price, [price, ...others], comparison);

  it('lower price beside the total – refuses the lower price only', () => {
    expect(pays(offer(250), offer(1450))).toBe(false);
    expect(pays(offer(250), offer(1500))).toBe(false);
    expect(pays(offer(1450), offer(250))).toBe(true);
  });

  it('price without a higher one of its kind – pays for the product', () => {
    expect(pays(offer(1400))).toBe(true);
    expect(pays(offer(1500), offer(1450))).toBe(true);
    expect(pays(offer(250), monthlyOffer(1450))).toBe(true);
  });

  it('currency that is not shown – refuses the lower price if the product has a total', () => {
    const foreignOffer = (amount: number) => offer(amount, { currency: 'USD' });
    expect(pays(foreignOffer(250), offer(1450), foreignOffer(1500))).toBe(false);
    expect(pays(foreignOffer(1500), offer(1450), foreignOffer(250))).toBe(true);
    const priceless = { ...single, fullPrice: null };
    expect(canPayFor(priceless, foreignOffer(250), [foreignOffer(1500)], comparison)).toBe(true);
  });

  it.each<[string, number, number, boolean]>([
    ['a part of the total', 125, 2, false],
    ['the total without the enrolment fee', 150, 8, true],
    ['the total', 145, 10, true],
    ['the total, rounded', 120.83, 12, true],
    ['more than the total', 120, 24, true],
  ])(
    'instalment plan of %s – beside a plan of the total – pays if it is enough',
    (_, amount, count, isEnough) => {
      const plan = monthlyOffer(amount, count);
      expect(canPayFor(course, plan, [plan, monthlyOffer(145, 10)], comparison)).toBe(isEnough);
      expect(canPayFor(course, plan, [plan, monthlyOffer(150)], comparison)).toBe(true);
      const unknownPlan = offer(900, { isRecurring: true, instalments: undefined });
      expect(canPayFor(course, plan, [plan, unknownPlan], comparison)).toBe(true);
    },
  );

  it.each<[string, number, number, boolean]>([
    ['less than half of it', 125, 2, false],
    ['half of it', 80, 10, true],
    ['more than half of it', 130, 10, true],
    ['all of it', 160, 10, true],
  ])(
    'instalment plan in a currency that is not shown – beside a plan, %s – pays if it is enough',
    (_, amount, count, isEnough) => {
      const foreignOffer = (...[each, times]: [number, number | null]) => ({
        ...monthlyOffer(each, times),
        currency: 'USD',
      });
      const plan = foreignOffer(amount, count);
      expect(canPayFor(course, plan, [plan, foreignOffer(160, 10)], comparison)).toBe(isEnough);
      expect(canPayFor(course, plan, [plan, foreignOffer(1_600, null)], comparison)).toBe(true);
      expect(canPayFor(course, plan, [plan, monthlyOffer(145, 10)], comparison)).toBe(true);
    },
  );

  it('any prices – at least one pays for the product if one fits the purchase type', () => {
    const count = fc.constantFrom(null, 2, 10, undefined);
    const price = fc
      .record({ amount: fc.nat(3_000), isRecurring: fc.boolean(), count, isAbroad: fc.boolean() })
      .map(({ amount, isRecurring, count: instalments, isAbroad }) =>
        offer(amount, {
          isRecurring,
          instalments: isRecurring ? instalments : null,
          currency: isAbroad ? 'USD' : 'EUR',
        }),
      );
    const purchaseType = fc.constantFrom('single', 'subscription', 'instalments', null);
    fc.assert(
      fc.property(purchaseType, fc.array(price, { minLength: 1 }), (type, prices) => {
        const fields = { ...course, purchaseType: type };
        const fitting = prices.filter((candidate) => matchesPurchaseType(type, candidate));
        const accepted = prices.filter((candidate) =>
          canPayFor(fields, candidate, prices, comparison),
        );
        expect(accepted.length > 0).toBe(fitting.length > 0);
      }),
    );
  });

  it('amounts of different currencies – are not compared', () => {
    expect(pays(offer(250, { currency: 'USD' }), offer(1450))).toBe(true);
    expect(pays(offer(250), offer(1450, { currency: 'USD' }))).toBe(true);
  });

  it('deposit beside the whole price – is refused if both have an amount in the same currency', () => {
    const rates = { EUR: 1, USD: 1.1, MXN: 20 };
    type Code = keyof typeof rates;
    const codes: Code[] = ['EUR', 'USD', 'MXN'];
    const priceIn = (amount: number, currencies: readonly Code[], line: Code) => {
      const [offered = line] = currencies;
      const currency = currencies.includes(line) ? line : offered;
      return {
        ...offer(amount * rates[currency], { currency }),
        currency: currency as string,
        inOtherCurrencies: currencies
          .filter((code) => code !== currency)
          .map((code) => ({ ...offer(amount * rates[code]), currency: code })),
      };
    };
    const some = fc.shuffledSubarray(codes, { minLength: 1 });
    fc.assert(
      fc.property(fc.constantFrom(...codes), some, some, (line, depositIn, wholeIn) => {
        const deposit = priceIn(25, depositIn, line);
        const whole = priceIn(100, wholeIn, line);
        const offered = [deposit, whole].flatMap((price) => [price, ...price.inOtherCurrencies]);
        const fields = { ...single, fullPrice: 100 * rates[line] };
        const inLine = { currencies: [line], tolerance: 0 };
        const areComparable = depositIn.some((code) => wholeIn.includes(code));
        expect(canPayFor(fields, deposit, offered, inLine)).toBe(!areComparable);
        expect(canPayFor(fields, whole, offered, inLine)).toBe(true);
      }),
    );
  });
});

describe('findDifferentPlanTotal', () => {
  const chargedAmount = (...plans: ReturnType<typeof offer>[]) =>
    findDifferentPlanTotal(course, plans, comparison)?.charged ?? null;

  it('returns the total of the plan of the shown instalment', () => {
    expect(chargedAmount(monthlyOffer(150, 24))).toBe(3600);
    expect(chargedAmount(monthlyOffer(150, 2))).toBe(300);
    expect(chargedAmount(monthlyOffer(150, 24), monthlyOffer(150, 8))).toBeNull();
  });

  it('no plan of the shown instalment, or no total – returns null', () => {
    expect(chargedAmount(monthlyOffer(145, 24), monthlyOffer(150), offer(150))).toBeNull();
    expect(
      chargedAmount(offer(150, { isRecurring: true, instalments: 24, currency: 'USD' })),
    ).toBeNull();
    const priceless = { ...course, fullPrice: null };
    expect(findDifferentPlanTotal(priceless, [monthlyOffer(150, 24)], comparison)).toBeNull();
  });
});

describe('findDifferentCharge', () => {
  const shown = { field: 'fullPrice', amount: 100, kind: 'single' } as const;
  const chargedAmount = (tolerance: number, ...offers: ReturnType<typeof offer>[]) =>
    findDifferentCharge(shown, offers, { ...comparison, tolerance })?.amount ?? null;

  it('returns the nearest price of the same kind and currency', () => {
    expect(chargedAmount(0, offer(10), offer(90), offer(180), monthlyOffer(100))).toBe(90);
    expect(chargedAmount(0, offer(90), offer(100))).toBeNull();
    expect(chargedAmount(0, monthlyOffer(90))).toBeNull();
    expect(chargedAmount(0, offer(10), offer(90, { currency: 'USD' }))).toBe(10);
  });

  it('returns a price in another currency if no other price fits', () => {
    expect(chargedAmount(0, monthlyOffer(100), offer(100, { currency: 'USD' }))).toBe(100);
  });

  it('ignores a price without an amount in a shown currency', () => {
    expect(chargedAmount(0, offer(90, { currency: 'USD', hasOwnAmount: false }))).toBeNull();
    expect(chargedAmount(0, offer(90, { hasOwnAmount: false }))).toBe(90);
  });

  it('compares with the prices of each currency', () => {
    const comparisonInBoth = { currencies: ['EUR', 'MXN'], tolerance: 0 };
    expect(findDifferentCharge(shown, [offer(100)], comparisonInBoth)).toEqual(offer(100));
    const prices = [offer(100), offer(100, { currency: 'MXN' })];
    expect(findDifferentCharge(shown, prices, comparisonInBoth)).toBeNull();
  });

  it('returns null for any amount within the tolerance only', () => {
    const cents = fc.integer({ min: 0, max: 30_000 });
    const percent = fc.integer({ min: 0, max: 50 });
    fc.assert(
      fc.property(cents, percent, (amount, tolerance) => {
        const isNear = Math.abs(amount - 10_000) <= tolerance * 100;
        expect(chargedAmount(tolerance, offer(amount / 100)) === null).toBe(isNear);
      }),
    );
  });
});

const fieldsOf = (
  purchaseType: string | null,
  fullPrice: number | null,
  tuitionPrice: number | null,
  instalmentsPrice: number | null = null,
): PriceFields => ({ purchaseType, fullPrice, tuitionPrice, instalmentsPrice });

describe('findPriceDifference – a price that is not charged – returns the nearest charged one', () => {
  it.each([
    ['another amount', fieldsOf('single', 999.9, null), [offer(54.9)], 54.9],
    ['the charged amount', fieldsOf('single', 54.9, null), [offer(54.9)], undefined],
    ['no price of the kind', fieldsOf('subscription', 9, null), [offer(54.9)], undefined],
    ['no amount', fieldsOf('single', null, null), [offer(54.9)], undefined],
  ])('%s', (_, fields, offered, amount) => {
    expect(findPriceDifference(fields, offered, comparison)?.charged.amount).toBe(amount);
  });
});

describe('buildChargedFields – a charged price – returns the fields that show it', () => {
  it.each([
    ['no reduction', fieldsOf('single', 60, null), offer(54.9), { fullPrice: 54.9 }],
    ['a reduction', fieldsOf('single', 60, 49), offer(54.9), { tuitionPrice: 54.9 }],
    [
      'a charged price above the full price',
      fieldsOf('single', 60, 49),
      offer(80),
      { fullPrice: 80, tuitionPrice: null },
    ],
    ['a single field', fieldsOf('single', null, 49), offer(54.9), { tuitionPrice: 54.9 }],
    ['a plan', course, monthlyOffer(120, 10), { instalmentsPrice: 120, fullPrice: 1450 }],
    ['a plan without number', course, monthlyOffer(120), { instalmentsPrice: 120 }],
  ])('%s', (_, fields, charged, expected) => {
    const changes = buildChargedFields(fields, charged);
    expect(changes).toEqual(expected);
    expect(getShownPrice({ ...fields, ...changes })?.amount).toBe(charged.amount);
  });
});
