-- api::platform-page.platform-page
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT concat_ws(',', d.document_id, (
        SELECT string_agg(s.v #>> '{}', ',')
        FROM jsonb_path_query(d."slots", '$.*[*]') s(v)
      )) AS "mark",
        d."id" AS "id",
        d."document_id" AS "documentId",
        d."middle_title" AS "middleTitle",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d1."id" AS "id",
                d1."title" AS "title",
                d1."description" AS "description",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d2.document_id AS "mark",
                        d2."id" AS "id",
                        d2."document_id" AS "documentId",
                        d2.url AS "url",
                        coalesce(nullif(d2.alternative_texts ->> d.locale, ''), d2.alternative_text) AS "alternativeText",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d2l
                  JOIN "files" d2 ON d2.id = d2l."file_id"
                  WHERE d2l."related_id" = d1.id AND d2l."field" = 'image' AND d2l."related_type" = 'page.text-image'
                  ORDER BY d2l."order", d2l.id
                  LIMIT 1
                ) AS "image"
            ) o
          )
          FROM "platform_pages_cmps" d1l
          JOIN "components_page_text_image" d1 ON d1.id = d1l."cmp_id"
          WHERE d1l."entity_id" = d.id AND d1l."field" = 'header'
          ORDER BY d1l."order", d1l.id
          LIMIT 1
        ) AS "header",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d3."id" AS "id",
                d3."title" AS "title",
                d3."description" AS "description",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d4.document_id AS "mark",
                        d4."id" AS "id",
                        d4."document_id" AS "documentId",
                        d4.url AS "url",
                        coalesce(nullif(d4.alternative_texts ->> d.locale, ''), d4.alternative_text) AS "alternativeText",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d4l
                  JOIN "files" d4 ON d4.id = d4l."file_id"
                  WHERE d4l."related_id" = d3.id AND d4l."field" = 'image' AND d4l."related_type" = 'page.text-image'
                  ORDER BY d4l."order", d4l.id
                  LIMIT 1
                ) AS "image"
            ) o
          ) ORDER BY d3l."order", d3l.id), '[]'::json)
          FROM "platform_pages_cmps" d3l
          JOIN "components_page_text_image" d3 ON d3.id = d3l."cmp_id"
          WHERE d3l."entity_id" = d.id AND d3l."field" = 'body'
        ) AS "body"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "platform_pages" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND coalesce(d.locale, '') = w.locale
