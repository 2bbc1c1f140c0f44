-- api::channel.channel
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        d."id" AS "id",
        d."document_id" AS "documentId",
        d."name" AS "name",
        d."description" AS "description",
        d."slug" AS "slug",
        d."type" AS "type",
        to_char(d."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
        to_char(d."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
        to_char(d."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
        d."order" AS "order",
        $3::text AS "vertical"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "channels" d ON d.document_id = w.document AND d.published_at IS NOT NULL
