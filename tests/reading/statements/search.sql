-- api::product.product
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        d."locale" AS "locale",
        d."slug" AS "slug",
        d."title" AS "title",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d1.document_id AS "mark",
                d1."id" AS "id",
                d1."document_id" AS "documentId",
                d1.url AS "url",
                false AS "isUrlSigned"
            ) o
          )
          FROM "files_related_mph" d1l
          JOIN "files" d1 ON d1.id = d1l."file_id"
          WHERE d1l."related_id" = d.id AND d1l."field" = 'cardImage' AND d1l."related_type" = 'api::product.product'
          ORDER BY d1l."order", d1l.id
          LIMIT 1
        ) AS "image",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d2.document_id AS "mark_of",
                d2."slug" AS "value"
            ) o
          ) ORDER BY d2."order", d2."slug", d2l."vertical_ord", d2l.id), '[]'::json)
          FROM "products_verticals_lnk" d2l
          JOIN "verticals" d2 ON d2.id = d2l."vertical_id"
          WHERE d2l."product_id" = d.id
        ) AS "vertical",
        d."type" AS "productType",
        d."full_price"::float8 AS "fullPrice",
        d."tuition_price"::float8 AS "tuitionPrice"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "products" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale

-- api::series.series
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        d."locale" AS "locale",
        d."slug" AS "slug",
        d."name" AS "title",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d1.document_id AS "mark",
                d1."id" AS "id",
                d1."document_id" AS "documentId",
                d1.url AS "url",
                false AS "isUrlSigned"
            ) o
          )
          FROM "files_related_mph" d1l
          JOIN "files" d1 ON d1.id = d1l."file_id"
          WHERE d1l."related_id" = d.id AND d1l."field" = 'image' AND d1l."related_type" = 'api::series.series'
          ORDER BY d1l."order", d1l.id
          LIMIT 1
        ) AS "image",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d2.document_id AS "mark_of",
                d2."slug" AS "value"
            ) o
          ) ORDER BY d2."order", d2."slug", d2l."vertical_ord", d2l.id), '[]'::json)
          FROM "series_verticals_lnk" d2l
          JOIN "verticals" d2 ON d2.id = d2l."vertical_id"
          WHERE d2l."series_id" = d.id
        ) AS "vertical"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "series" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale

-- api::live.live
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        NULL::text AS "locale",
        d."slug" AS "slug",
        d."title" AS "title",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d1.document_id AS "mark",
                d1."id" AS "id",
                d1."document_id" AS "documentId",
                d1.url AS "url",
                false AS "isUrlSigned"
            ) o
          )
          FROM "files_related_mph" d1l
          JOIN "files" d1 ON d1.id = d1l."file_id"
          WHERE d1l."related_id" = d.id AND d1l."field" = 'image' AND d1l."related_type" = 'api::live.live'
          ORDER BY d1l."order", d1l.id
          LIMIT 1
        ) AS "image",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d2.document_id AS "mark_of",
                d2."slug" AS "value"
            ) o
          ) ORDER BY d2l.id), '[]'::json)
          FROM "lives_vertical_lnk" d2l
          JOIN "verticals" d2 ON d2.id = d2l."vertical_id"
          WHERE d2l."live_id" = d.id
        ) AS "vertical"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "lives" d ON d.document_id = w.document AND d.published_at IS NOT NULL

-- api::protagonist.protagonist
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        d."locale" AS "locale",
        d."slug" AS "slug",
        d."name" AS "title",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d1.document_id AS "mark",
                d1."id" AS "id",
                d1."document_id" AS "documentId",
                d1.url AS "url",
                false AS "isUrlSigned"
            ) o
          )
          FROM "files_related_mph" d1l
          JOIN "files" d1 ON d1.id = d1l."file_id"
          WHERE d1l."related_id" = d.id AND d1l."field" = 'image' AND d1l."related_type" = 'api::protagonist.protagonist'
          ORDER BY d1l."order", d1l.id
          LIMIT 1
        ) AS "image"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "protagonists" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale

-- api::channel.channel
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        NULL::text AS "locale",
        d."slug" AS "slug",
        d."name" AS "title",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d1.document_id AS "mark",
                d1."id" AS "id",
                d1."document_id" AS "documentId",
                d1.url AS "url",
                false AS "isUrlSigned"
            ) o
          )
          FROM "files_related_mph" d1l
          JOIN "files" d1 ON d1.id = d1l."file_id"
          WHERE d1l."related_id" = d.id AND d1l."field" = 'logo' AND d1l."related_type" = 'api::channel.channel'
          ORDER BY d1l."order", d1l.id
          LIMIT 1
        ) AS "image",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d2.document_id AS "mark_of",
                d2."slug" AS "value"
            ) o
          ) ORDER BY d2."order", d2."slug", d2l."vertical_ord", d2l.id), '[]'::json)
          FROM "channels_verticals_lnk" d2l
          JOIN "verticals" d2 ON d2.id = d2l."vertical_id"
          WHERE d2l."channel_id" = d.id
        ) AS "vertical"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "channels" d ON d.document_id = w.document AND d.published_at IS NOT NULL

-- api::episode.episode
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        NULL::text AS "locale",
        d."slug" AS "slug",
        d."name" AS "title",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d1.document_id AS "mark",
                d1."id" AS "id",
                d1."document_id" AS "documentId",
                d1.url AS "url",
                false AS "isUrlSigned"
            ) o
          )
          FROM "files_related_mph" d1l
          JOIN "files" d1 ON d1.id = d1l."file_id"
          WHERE d1l."related_id" = d.id AND d1l."field" = 'image' AND d1l."related_type" = 'api::episode.episode'
          ORDER BY d1l."order", d1l.id
          LIMIT 1
        ) AS "image"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "episodes" d ON d.document_id = w.document AND d.published_at IS NOT NULL

-- api::category.category
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        d."slug" AS "slug",
        d."name" AS "name"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "categories" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale

-- api::vertical.vertical
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        d."slug" AS "slug",
        d."name" AS "name"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "verticals" d ON d.document_id = w.document
