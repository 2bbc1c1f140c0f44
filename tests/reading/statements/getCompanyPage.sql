-- api::company-page.company-page
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
        d."impact_text" AS "ImpactText",
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
          FROM "company_pages_cmps" d1l
          JOIN "components_page_text_image" d1 ON d1.id = d1l."cmp_id"
          WHERE d1l."entity_id" = d.id AND d1l."field" = 'header'
          ORDER BY d1l."order", d1l.id
          LIMIT 1
        ) AS "header",
        (
          SELECT (
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
          )
          FROM "company_pages_cmps" d3l
          JOIN "components_page_text_image" d3 ON d3.id = d3l."cmp_id"
          WHERE d3l."entity_id" = d.id AND d3l."field" = 'cardBody'
          ORDER BY d3l."order", d3l.id
          LIMIT 1
        ) AS "cardBody",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d5.document_id AS "mark",
                d5."id" AS "id",
                d5."document_id" AS "documentId",
                d5.url AS "url",
                coalesce(nullif(d5.alternative_texts ->> d.locale, ''), d5.alternative_text) AS "alternativeText",
                false AS "isUrlSigned"
            ) o
          ) ORDER BY d5l."order", d5l.id), '[]'::json)
          FROM "files_related_mph" d5l
          JOIN "files" d5 ON d5.id = d5l."file_id"
          WHERE d5l."related_id" = d.id AND d5l."field" = 'FeatureImage' AND d5l."related_type" = 'api::company-page.company-page'
        ) AS "FeatureImage",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d6."id" AS "id",
                d6."name" AS "name",
                d6."work_position" AS "workPosition",
                CASE
                  WHEN d6."link" LIKE 'entry:%' THEN (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d6a.keys AS "mark_of",
                        d6a.address AS "value"
                      FROM link_address_in(d6."link", 'api::company-page.company-page', d.id, false) d6a
                    ) o
                  )
                  ELSE to_json(d6."link") END AS "link",
                d6."cv" AS "cv",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d7.document_id AS "mark",
                        d7."id" AS "id",
                        d7."document_id" AS "documentId",
                        d7.url AS "url",
                        coalesce(nullif(d7.alternative_texts ->> d.locale, ''), d7.alternative_text) AS "alternativeText",
                        false AS "isUrlSigned"
                    ) o
                  ) ORDER BY d7l."order", d7l.id), '[]'::json)
                  FROM "files_related_mph" d7l
                  JOIN "files" d7 ON d7.id = d7l."file_id"
                  WHERE d7l."related_id" = d6.id AND d7l."field" = 'image' AND d7l."related_type" = 'page.team-member'
                ) AS "image"
            ) o
          ) ORDER BY d6l."order", d6l.id), '[]'::json)
          FROM "company_pages_cmps" d6l
          JOIN "components_page_team_member" d6 ON d6.id = d6l."cmp_id"
          WHERE d6l."entity_id" = d.id AND d6l."field" = 'protagonists'
        ) AS "protagonists"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "company_pages" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale
