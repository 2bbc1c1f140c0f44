export const FINDING = 'plugin::prices.finding';
