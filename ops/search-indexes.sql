-- Builds the largest indexes before an upgrade, while the old release runs: docs/how-to/upgrade.md.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX CONCURRENTLY checkout_orders_search_ix ON checkout_orders USING gin (
  (id::text) gin_trgm_ops, (document_id::text) gin_trgm_ops, (product_title::text) gin_trgm_ops,
  (product_sku::text) gin_trgm_ops, (customer_email::text) gin_trgm_ops, (amount_total::text) gin_trgm_ops,
  (promotion_code::text) gin_trgm_ops, (product_document_id::text) gin_trgm_ops, (product_pay_id::text)
  gin_trgm_ops, (price_id::text) gin_trgm_ops, (session_id::text) gin_trgm_ops, (customer_id::text)
  gin_trgm_ops, (payment_intent_id::text) gin_trgm_ops, (subscription_id::text) gin_trgm_ops,
  (schedule_id::text) gin_trgm_ops, (locale::text) gin_trgm_ops
) WITH (gin_pending_list_limit = 256);
CREATE INDEX CONCURRENTLY up_users_search_ix ON up_users USING gin (
  (id::text) gin_trgm_ops, (document_id::text) gin_trgm_ops, (email::text) gin_trgm_ops, (name::text)
  gin_trgm_ops, (surname::text) gin_trgm_ops, (name_last_name::text) gin_trgm_ops,
  (identification_number::text) gin_trgm_ops, (phone::text) gin_trgm_ops, (locale::text) gin_trgm_ops
) WITH (gin_pending_list_limit = 256);
