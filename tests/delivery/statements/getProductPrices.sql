-- api::product.product
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        d."document_id" AS "documentId",
        d."locale" AS "locale",
        d."pay_id" AS "payID",
        d."pay_crm" AS "payCrm",
        d."is_soon" AS "isSoon",
        d."is_off_sale" AS "isOffSale",
        to_char(d."on_sale_again_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "onSaleAgainAt",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d1.document_id AS "mark_of",
                d1."slug" AS "value"
            ) o
          ) ORDER BY d1."order", d1."slug", d1l."vertical_ord", d1l.id), '[]'::json)
          FROM "products_verticals_lnk" d1l
          JOIN "verticals" d1 ON d1.id = d1l."vertical_id"
          WHERE d1l."product_id" = d.id
        ) AS "vertical",
        d."full_price"::float8 AS "fullPrice",
        d."tuition_price"::float8 AS "tuitionPrice",
        d."instalments_price"::float8 AS "instalmentsPrice",
        d."purchase_type" AS "purchaseType"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "products" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND coalesce(d.locale, '') = w.locale

-- api::vertical.vertical
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        d."slug" AS "slug",
        d."currency" AS "currency"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "verticals" d ON d.document_id = w.document
