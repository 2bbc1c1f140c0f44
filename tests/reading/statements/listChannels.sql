-- api::channel.channel
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        d."id" AS "id",
        d."document_id" AS "documentId",
        coalesce((
          SELECT nullif(d1."name", '')
          FROM "channels_cmps" d1l
          JOIN "components_language_channel_texts" d1 ON d1.id = d1l."cmp_id"
          WHERE d1l."entity_id" = d.id AND d1l."field" = 'texts' AND d1."language" = $3
          ORDER BY d1l."order", d1l.id
          LIMIT 1
        ), d."name") AS "name",
        coalesce((
          SELECT nullif(d2."description", '')
          FROM "channels_cmps" d2l
          JOIN "components_language_channel_texts" d2 ON d2.id = d2l."cmp_id"
          WHERE d2l."entity_id" = d.id AND d2l."field" = 'texts' AND d2."language" = $3
          ORDER BY d2l."order", d2l.id
          LIMIT 1
        ), d."description") AS "description",
        d."slug" AS "slug",
        d."type" AS "type",
        to_char(d."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
        to_char(d."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
        to_char(d."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
        d."order" AS "order",
        $4::text AS "vertical"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "channels" d ON d.document_id = w.document AND d.published_at IS NOT NULL
