export const FINDING = 'plugin::prices.finding';

export const PRICE_FIELD = 'plugin::prices.price';

export const CURRENCY_FIELD = 'plugin::prices.currency';
