-- api::vertical.vertical
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        d."document_id" AS "documentId",
        d."slug" AS "slug",
        d."name" AS "name",
        d."is_default" AS "isDefault",
        d."default_lang" AS "defaultLang",
        d."currency" AS "currency",
        d."color" AS "color",
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
          WHERE d1l."related_id" = d.id AND d1l."field" = 'logo' AND d1l."related_type" = 'api::vertical.vertical'
          ORDER BY d1l."order", d1l.id
          LIMIT 1
        ) AS "logo",
        d."order" AS "order"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "verticals" d ON d.document_id = w.document

-- api::home-page.home-page
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT concat_ws(',', d.document_id, (
        SELECT string_agg(s.v #>> '{}', ',')
        FROM jsonb_path_query(d."slots", '$.*[*]') s(v)
      )) AS "mark",
        d."locale" AS "locale",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d1.document_id AS "mark_of",
                d1."slug" AS "value"
            ) o
          ) ORDER BY d1l.id), '[]'::json)
          FROM "home_pages_vertical_lnk" d1l
          JOIN "verticals" d1 ON d1.id = d1l."vertical_id"
          WHERE d1l."home_page_id" = d.id
        ) AS "vertical"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "home_pages" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND coalesce(d.locale, '') = w.locale
