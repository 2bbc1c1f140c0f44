-- plugin::upload.file
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        d."id" AS "id",
        d."document_id" AS "documentId",
        d.url AS "url",
        false AS "isUrlSigned",
        d."mime" AS "mime",
        d."width" AS "width",
        d."height" AS "height",
        d.alternative_text AS "alternativeText",
        d."alternative_texts" AS "alternativeTexts",
        d."focal_point" AS "focalPoint",
        d."dominant_color" AS "dominantColor"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "files" d ON d.document_id = w.document
