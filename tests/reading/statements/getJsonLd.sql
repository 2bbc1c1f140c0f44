-- api::product.product
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        d."document_id" AS "documentId",
        d."locale" AS "locale",
        d."slug" AS "slug",
        d."title" AS "title",
        d."type" AS "type",
        d."sku" AS "SKU",
        d."is_soon" AS "isSoon",
        (
          SELECT d1."description"
          FROM "products_cmps" d1l
          JOIN "components_shared_seos" d1 ON d1.id = d1l."cmp_id"
          WHERE d1l."entity_id" = d.id AND d1l."field" = 'seo'
          ORDER BY d1l."order", d1l.id
          LIMIT 1
        ) AS "description",
        d."presentation" AS "presentation",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d2.document_id AS "mark",
                d2.url AS "url",
                false AS "isUrlSigned",
                d2."hash" AS "hash",
                d2."ext" AS "ext"
            ) o
          )
          FROM "files_related_mph" d2l
          JOIN "files" d2 ON d2.id = d2l."file_id"
          WHERE d2l."related_id" = d.id AND d2l."field" = 'cardImage' AND d2l."related_type" = 'api::product.product'
          ORDER BY d2l."order", d2l.id
          LIMIT 1
        ) AS "cardImage",
        d."full_price"::float8 AS "fullPrice",
        d."tuition_price"::float8 AS "tuitionPrice",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d3."modality" AS "modality",
                d3."duration" AS "duration",
                d3."certificate" AS "certificate",
                (
                  SELECT coalesce(json_agg(d4."name" ORDER BY d4l."order", d4l.id), '[]'::json)
                  FROM "components_product_headers_cmps" d4l
                  JOIN "components_product_header_languages" d4 ON d4.id = d4l."cmp_id"
                  WHERE d4l."entity_id" = d3.id AND d4l."field" = 'language'
                ) AS "language",
                d3."level" AS "level",
                d3."credits" AS "credits",
                d3."university_degree" AS "universityDegree"
            ) o
          )
          FROM "products_cmps" d3l
          JOIN "components_product_headers" d3 ON d3.id = d3l."cmp_id"
          WHERE d3l."entity_id" = d.id AND d3l."field" = 'header'
          ORDER BY d3l."order", d3l.id
          LIMIT 1
        ) AS "header",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d5."author" AS "author",
                d5."publication_year" AS "publicationYear",
                d5."number_of_pages" AS "numberOfPages",
                d5."edition" AS "edition",
                d5."language" AS "language",
                d5."isbn" AS "ISBN",
                d5."synopsis" AS "synopsis",
                d5."editorial" AS "editorial",
                d5."format" AS "format"
            ) o
          )
          FROM "products_cmps" d5l
          JOIN "components_product_book_detailss" d5 ON d5.id = d5l."cmp_id"
          WHERE d5l."entity_id" = d.id AND d5l."field" = 'bookDetails'
          ORDER BY d5l."order", d5l.id
          LIMIT 1
        ) AS "bookDetails",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d6.document_id AS "mark",
                d6."name" AS "name",
                d6."slug" AS "slug"
            ) o
          ) ORDER BY d6l."protagonist_ord", d6l.id), '[]'::json)
          FROM "products_protagonists_lnk" d6l
          JOIN "protagonists" d6 ON d6.id = d6l."protagonist_id"
          WHERE d6l."product_id" = d.id AND d6.published_at IS NOT NULL
        ) AS "protagonists",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d7.document_id AS "mark",
                d7."name" AS "name"
            ) o
          ) ORDER BY d7l."channel_ord", d7l.id), '[]'::json)
          FROM "products_channels_lnk" d7l
          JOIN "channels" d7 ON d7.id = d7l."channel_id"
          WHERE d7l."product_id" = d.id AND d7.published_at IS NOT NULL
        ) AS "channels",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d8.document_id AS "mark_of",
                d8."slug" AS "value"
            ) o
          ) ORDER BY d8."order", d8."slug", d8l."vertical_ord", d8l.id), '[]'::json)
          FROM "products_verticals_lnk" d8l
          JOIN "verticals" d8 ON d8.id = d8l."vertical_id"
          WHERE d8l."product_id" = d.id
        ) AS "vertical"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "products" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale

-- api::live.live
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        d."document_id" AS "documentId",
        d."slug" AS "slug",
        d."title" AS "title",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d1.document_id AS "mark",
                d1.url AS "url",
                false AS "isUrlSigned",
                d1."hash" AS "hash",
                d1."ext" AS "ext"
            ) o
          )
          FROM "files_related_mph" d1l
          JOIN "files" d1 ON d1.id = d1l."file_id"
          WHERE d1l."related_id" = d.id AND d1l."field" = 'image' AND d1l."related_type" = 'api::live.live'
          ORDER BY d1l."order", d1l.id
          LIMIT 1
        ) AS "image",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d2."type_live" AS "typeLive",
                to_char(d2."start_date", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startDate"
            ) o
          )
          FROM "lives_cmps" d2l
          JOIN "components_live_type_of_lives" d2 ON d2.id = d2l."cmp_id"
          WHERE d2l."entity_id" = d.id AND d2l."field" = 'typeOfLive'
          ORDER BY d2l."order", d2l.id
          LIMIT 1
        ) AS "typeOfLive",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d3."title" AS "title",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d4."hour" AS "hour",
                        d4."about" AS "about",
                        (
                          SELECT coalesce(json_agg((
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d5.document_id AS "mark",
                                d5."name" AS "name",
                                d5."slug" AS "slug"
                            ) o
                          ) ORDER BY d5l."protagonist_ord", d5l.id), '[]'::json)
                          FROM "components_live_rows_protagonists_lnk" d5l
                          JOIN "protagonists" d5 ON d5.id = d5l."protagonist_id"
                          WHERE d5l."row_id" = d4.id AND d5.published_at IS NOT NULL
                        ) AS "protagonists"
                    ) o
                  ) ORDER BY d4l."order", d4l.id), '[]'::json)
                  FROM "components_live_programs_cmps" d4l
                  JOIN "components_live_rows" d4 ON d4.id = d4l."cmp_id"
                  WHERE d4l."entity_id" = d3.id AND d4l."field" = 'row'
                ) AS "row"
            ) o
          ) ORDER BY d3l."order", d3l.id), '[]'::json)
          FROM "lives_cmps" d3l
          JOIN "components_live_programs" d3 ON d3.id = d3l."cmp_id"
          WHERE d3l."entity_id" = d.id AND d3l."field" = 'program'
        ) AS "program",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d6.document_id AS "mark",
                d6."name" AS "name",
                d6."slug" AS "slug"
            ) o
          ) ORDER BY d6l."protagonist_ord", d6l.id), '[]'::json)
          FROM "lives_protagonists_lnk" d6l
          JOIN "protagonists" d6 ON d6.id = d6l."protagonist_id"
          WHERE d6l."live_id" = d.id AND d6.published_at IS NOT NULL
        ) AS "protagonists",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d7.document_id AS "mark_of",
                d7."slug" AS "value"
            ) o
          ) ORDER BY d7l.id), '[]'::json)
          FROM "lives_vertical_lnk" d7l
          JOIN "verticals" d7 ON d7.id = d7l."vertical_id"
          WHERE d7l."live_id" = d.id
        ) AS "vertical"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "lives" d ON d.document_id = w.document AND d.published_at IS NOT NULL

-- api::episode.episode
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id || '#0' AS "mark",
        d."document_id" AS "documentId",
        d."slug" AS "slug",
        d."name" AS "name",
        d."summary" AS "summary",
        d."duration" AS "duration",
        d."language" AS "language",
        to_char(d."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d1.document_id AS "mark",
                d1.url AS "url",
                false AS "isUrlSigned",
                d1."hash" AS "hash",
                d1."ext" AS "ext"
            ) o
          )
          FROM "files_related_mph" d1l
          JOIN "files" d1 ON d1.id = d1l."file_id"
          WHERE d1l."related_id" = d.id AND d1l."field" = 'image' AND d1l."related_type" = 'api::episode.episode'
          ORDER BY d1l."order", d1l.id
          LIMIT 1
        ) AS "image",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d2.document_id AS "mark",
                d2."name" AS "name",
                d2."slug" AS "slug"
            ) o
          ) ORDER BY d2l."protagonist_ord", d2l.id), '[]'::json)
          FROM "episodes_protagonists_lnk" d2l
          JOIN "protagonists" d2 ON d2.id = d2l."protagonist_id"
          WHERE d2l."episode_id" = d.id AND d2.published_at IS NOT NULL
        ) AS "protagonists",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d3.document_id AS "mark",
                d3."name" AS "name",
                d3."slug" AS "slug",
                d3."locale" AS "locale"
            ) o
          ) ORDER BY d3l."series_ord", d3l.id), '[]'::json)
          FROM "series_episodes_lnk" d3l
          JOIN "series" d3 ON d3.id = d3l."series_id"
          WHERE d3l."episode_id" = d.id AND d3.published_at IS NOT NULL
        ) AS "series"
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
        d."document_id" AS "documentId",
        d."locale" AS "locale",
        d."slug" AS "slug",
        d."name" AS "name",
        d."cv" AS "cv",
        (
          SELECT d1."description"
          FROM "protagonists_cmps" d1l
          JOIN "components_shared_seos" d1 ON d1.id = d1l."cmp_id"
          WHERE d1l."entity_id" = d.id AND d1l."field" = 'seo'
          ORDER BY d1l."order", d1l.id
          LIMIT 1
        ) AS "description",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d2.document_id AS "mark",
                d2.url AS "url",
                false AS "isUrlSigned",
                d2."hash" AS "hash",
                d2."ext" AS "ext"
            ) o
          )
          FROM "files_related_mph" d2l
          JOIN "files" d2 ON d2.id = d2l."file_id"
          WHERE d2l."related_id" = d.id AND d2l."field" = 'image' AND d2l."related_type" = 'api::protagonist.protagonist'
          ORDER BY d2l."order", d2l.id
          LIMIT 1
        ) AS "image"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "protagonists" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale

-- api::vertical.vertical
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        d."slug" AS "slug",
        d."name" AS "name",
        d."is_default" AS "isDefault",
        d."default_lang" AS "defaultLang",
        d."currency" AS "currency"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "verticals" d ON d.document_id = w.document
