-- api::product.product
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        d."locale" AS "locale",
        d."slug" AS "slug",
        d."title" AS "title",
        to_char(d."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
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
        ) AS "vertical"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "products" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale

-- api::channel.channel
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        NULL::text AS "locale",
        d."slug" AS "slug",
        d."name" AS "title",
        to_char(d."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d1.document_id AS "mark_of",
                d1."slug" AS "value"
            ) o
          ) ORDER BY d1."order", d1."slug", d1l."vertical_ord", d1l.id), '[]'::json)
          FROM "channels_verticals_lnk" d1l
          JOIN "verticals" d1 ON d1.id = d1l."vertical_id"
          WHERE d1l."channel_id" = d.id
        ) AS "vertical"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "channels" d ON d.document_id = w.document AND d.published_at IS NOT NULL

-- api::series.series
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        d."locale" AS "locale",
        d."slug" AS "slug",
        d."name" AS "title",
        to_char(d."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d1.document_id AS "mark_of",
                d1."slug" AS "value"
            ) o
          ) ORDER BY d1."order", d1."slug", d1l."vertical_ord", d1l.id), '[]'::json)
          FROM "series_verticals_lnk" d1l
          JOIN "verticals" d1 ON d1.id = d1l."vertical_id"
          WHERE d1l."series_id" = d.id
        ) AS "vertical"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "series" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale

-- api::episode.episode
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        NULL::text AS "locale",
        d."slug" AS "slug",
        d."name" AS "title",
        to_char(d."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "episodes" d ON d.document_id = w.document AND d.published_at IS NOT NULL

-- api::protagonist.protagonist
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        d."locale" AS "locale",
        d."slug" AS "slug",
        d."name" AS "title",
        to_char(d."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "protagonists" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale

-- api::live.live
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        NULL::text AS "locale",
        d."slug" AS "slug",
        d."title" AS "title",
        to_char(d."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d1.document_id AS "mark_of",
                d1."slug" AS "value"
            ) o
          ) ORDER BY d1l.id), '[]'::json)
          FROM "lives_vertical_lnk" d1l
          JOIN "verticals" d1 ON d1.id = d1l."vertical_id"
          WHERE d1l."live_id" = d.id
        ) AS "vertical"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "lives" d ON d.document_id = w.document AND d.published_at IS NOT NULL

-- api::category.category
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        d."locale" AS "locale",
        d."slug" AS "slug",
        d."name" AS "title",
        to_char(d."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "categories" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale
