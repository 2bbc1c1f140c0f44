export const PRODUCT = 'api::product.product';
