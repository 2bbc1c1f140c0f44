-- api::product.product
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        d."slug" AS "slug"
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
        d."slug" AS "slug"
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
        d."slug" AS "slug"
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
        d."slug" AS "slug"
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
        d."slug" AS "slug"
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
        d."slug" AS "slug"
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
        d."slug" AS "slug"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "categories" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale
