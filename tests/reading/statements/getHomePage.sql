-- api::home-page.home-page
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
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d1."id" AS "id",
                CASE
                  WHEN d1."link" LIKE 'entry:%' THEN (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d1a.keys AS "mark_of",
                        d1a.address AS "value"
                      FROM link_address_in(d1."link", 'api::home-page.home-page', d.id, false) d1a
                    ) o
                  )
                  ELSE to_json(d1."link") END AS "link",
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
                  WHERE d2l."related_id" = d1.id AND d2l."field" = 'backgroundMedia' AND d2l."related_type" = 'page.slide'
                  ORDER BY d2l."order", d2l.id
                  LIMIT 1
                ) AS "backgroundMedia",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d3.document_id AS "mark",
                        d3."id" AS "id",
                        d3."document_id" AS "documentId",
                        d3.url AS "url",
                        coalesce(nullif(d3.alternative_texts ->> d.locale, ''), d3.alternative_text) AS "alternativeText",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d3l
                  JOIN "files" d3 ON d3.id = d3l."file_id"
                  WHERE d3l."related_id" = d1.id AND d3l."field" = 'icon' AND d3l."related_type" = 'page.slide'
                  ORDER BY d3l."order", d3l.id
                  LIMIT 1
                ) AS "icon"
            ) o
          ) ORDER BY d1l."order", d1l.id), '[]'::json)
          FROM "home_pages_cmps" d1l
          JOIN "components_page_slides" d1 ON d1.id = d1l."cmp_id"
          WHERE d1l."entity_id" = d.id AND d1l."field" = 'carouselMedia'
        ) AS "carouselMedia",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d4.document_id AS "mark",
                d4."id" AS "id",
                d4."document_id" AS "documentId",
                d4."name" AS "name",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d5.document_id AS "mark",
                        d5."id" AS "id",
                        d5."document_id" AS "documentId",
                        d5.url AS "url",
                        d5.alternative_text AS "alternativeText",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d5l
                  JOIN "files" d5 ON d5.id = d5l."file_id"
                  WHERE d5l."related_id" = d4.id AND d5l."field" = 'logo' AND d5l."related_type" = 'api::channel.channel'
                  ORDER BY d5l."order", d5l.id
                  LIMIT 1
                ) AS "logo",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d6."id" AS "id",
                        d6."green_tag" AS "greenTag"
                    ) o
                  )
                  FROM "channels_cmps" d6l
                  JOIN "components_label_green_tags" d6 ON d6.id = d6l."cmp_id"
                  WHERE d6l."entity_id" = d4.id AND d6l."field" = 'greenTag'
                  ORDER BY d6l."order", d6l.id
                  LIMIT 1
                ) AS "greenTag"
            ) o
          ) ORDER BY d4l.at), '[]'::json)
          FROM jsonb_array_elements_text(coalesce(d."slots" -> ('channels'), '[]')) WITH ORDINALITY d4l(document, at)
          JOIN "channels" d4 ON d4.document_id = d4l.document AND d4.published_at IS NOT NULL
          WHERE true AND d4.published_at IS NOT NULL
        ) AS "channels",
        (
          SELECT coalesce(json_agg(q.j ORDER BY q.at) FILTER (WHERE q.j IS NOT NULL), '[]'::json)
          FROM (
            SELECT CASE d7.type
                WHEN 'home.series-home' THEN (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT 'home.series-home'::text AS "__component",
                        d8."id" AS "id",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d9.document_id AS "mark",
                                d9."id" AS "id",
                                d9."document_id" AS "documentId",
                                d9."name" AS "name",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d10.document_id AS "mark",
                                        d10."id" AS "id",
                                        d10."document_id" AS "documentId",
                                        d10."name" AS "name",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d11.document_id AS "mark",
                                                d11."id" AS "id",
                                                d11."document_id" AS "documentId",
                                                d11.url AS "url",
                                                false AS "isUrlSigned"
                                            ) o
                                          )
                                          FROM "files_related_mph" d11l
                                          JOIN "files" d11 ON d11.id = d11l."file_id"
                                          WHERE d11l."related_id" = d10.id AND d11l."field" = 'logo' AND d11l."related_type" = 'api::channel.channel'
                                          ORDER BY d11l."order", d11l.id
                                          LIMIT 1
                                        ) AS "logo",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d12."id" AS "id",
                                                d12."green_tag" AS "greenTag"
                                            ) o
                                          )
                                          FROM "channels_cmps" d12l
                                          JOIN "components_label_green_tags" d12 ON d12.id = d12l."cmp_id"
                                          WHERE d12l."entity_id" = d10.id AND d12l."field" = 'greenTag'
                                          ORDER BY d12l."order", d12l.id
                                          LIMIT 1
                                        ) AS "greenTag"
                                    ) o
                                  ) ORDER BY d10l."channel_ord", d10l.id), '[]'::json)
                                  FROM "series_channels_lnk" d10l
                                  JOIN "channels" d10 ON d10.id = d10l."channel_id"
                                  WHERE d10l."series_id" = d9.id AND d10.published_at IS NOT NULL
                                ) AS "channels",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d13."id" AS "id",
                                        d13."green_tag" AS "greenTag"
                                    ) o
                                  )
                                  FROM "series_cmps" d13l
                                  JOIN "components_label_green_tags" d13 ON d13.id = d13l."cmp_id"
                                  WHERE d13l."entity_id" = d9.id AND d13l."field" = 'greenTag'
                                  ORDER BY d13l."order", d13l.id
                                  LIMIT 1
                                ) AS "greenTag",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d14.document_id AS "mark",
                                        d14."id" AS "id",
                                        d14."document_id" AS "documentId",
                                        d14.url AS "url",
                                        coalesce(nullif(d14.alternative_texts ->> d9.locale, ''), d14.alternative_text) AS "alternativeText",
                                        false AS "isUrlSigned"
                                    ) o
                                  )
                                  FROM "files_related_mph" d14l
                                  JOIN "files" d14 ON d14.id = d14l."file_id"
                                  WHERE d14l."related_id" = d9.id AND d14l."field" = 'cardImage' AND d14l."related_type" = 'api::series.series'
                                  ORDER BY d14l."order", d14l.id
                                  LIMIT 1
                                ) AS "cardImage"
                            ) o
                          )
                          FROM jsonb_array_elements_text(coalesce(d."slots" -> ('tendencies' || '/' || d7.at || '/' || 'serie'), '[]')) WITH ORDINALITY d9l(document, at)
                          JOIN "series" d9 ON d9.document_id = d9l.document AND d9.published_at IS NOT NULL AND d9.locale = d.locale
                          WHERE true AND d9.published_at IS NOT NULL
                          ORDER BY d9l.at
                          LIMIT 1
                        ) AS "serie" OFFSET 0
                    ) o
                    WHERE o."serie" IS NOT NULL
                  )
                  FROM "components_home_series_home" d8
                  WHERE d8.id = d7.id
                )
                WHEN 'home.product-home' THEN (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT 'home.product-home'::text AS "__component",
                        d15."id" AS "id",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d16.document_id AS "mark",
                                d16."id" AS "id",
                                d16."document_id" AS "documentId",
                                d16."title" AS "title",
                                d16."type" AS "type",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d17."id" AS "id",
                                        d17."modality" AS "modality",
                                        d17."duration" AS "duration",
                                        (
                                          SELECT coalesce(json_agg(d18."name" ORDER BY d18l."order", d18l.id), '[]'::json)
                                          FROM "components_product_headers_cmps" d18l
                                          JOIN "components_product_header_languages" d18 ON d18.id = d18l."cmp_id"
                                          WHERE d18l."entity_id" = d17.id AND d18l."field" = 'language'
                                        ) AS "language",
                                        d17."lesson_number" AS "lessonNumber"
                                    ) o
                                  )
                                  FROM "products_cmps" d17l
                                  JOIN "components_product_headers" d17 ON d17.id = d17l."cmp_id"
                                  WHERE d17l."entity_id" = d16.id AND d17l."field" = 'header'
                                  ORDER BY d17l."order", d17l.id
                                  LIMIT 1
                                ) AS "header",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d19.document_id AS "mark",
                                        d19."id" AS "id",
                                        d19."document_id" AS "documentId",
                                        d19."name" AS "name"
                                    ) o
                                  ) ORDER BY d19l."protagonist_ord", d19l.id), '[]'::json)
                                  FROM "products_protagonists_lnk" d19l
                                  JOIN "protagonists" d19 ON d19.id = d19l."protagonist_id"
                                  WHERE d19l."product_id" = d16.id AND d19.published_at IS NOT NULL
                                ) AS "protagonists",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d20.document_id AS "mark",
                                        d20."id" AS "id",
                                        d20."document_id" AS "documentId",
                                        d20."name" AS "name",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d21.document_id AS "mark",
                                                d21."id" AS "id",
                                                d21."document_id" AS "documentId",
                                                d21.url AS "url",
                                                false AS "isUrlSigned"
                                            ) o
                                          )
                                          FROM "files_related_mph" d21l
                                          JOIN "files" d21 ON d21.id = d21l."file_id"
                                          WHERE d21l."related_id" = d20.id AND d21l."field" = 'logo' AND d21l."related_type" = 'api::channel.channel'
                                          ORDER BY d21l."order", d21l.id
                                          LIMIT 1
                                        ) AS "logo",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d22."id" AS "id",
                                                d22."green_tag" AS "greenTag"
                                            ) o
                                          )
                                          FROM "channels_cmps" d22l
                                          JOIN "components_label_green_tags" d22 ON d22.id = d22l."cmp_id"
                                          WHERE d22l."entity_id" = d20.id AND d22l."field" = 'greenTag'
                                          ORDER BY d22l."order", d22l.id
                                          LIMIT 1
                                        ) AS "greenTag"
                                    ) o
                                  ) ORDER BY d20l."channel_ord", d20l.id), '[]'::json)
                                  FROM "products_channels_lnk" d20l
                                  JOIN "channels" d20 ON d20.id = d20l."channel_id"
                                  WHERE d20l."product_id" = d16.id AND d20.published_at IS NOT NULL
                                ) AS "channels",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d23."id" AS "id",
                                        d23."green_tag" AS "greenTag"
                                    ) o
                                  )
                                  FROM "products_cmps" d23l
                                  JOIN "components_label_green_tags" d23 ON d23.id = d23l."cmp_id"
                                  WHERE d23l."entity_id" = d16.id AND d23l."field" = 'greenTag'
                                  ORDER BY d23l."order", d23l.id
                                  LIMIT 1
                                ) AS "greenTag",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d24.document_id AS "mark",
                                        d24."id" AS "id",
                                        d24."document_id" AS "documentId",
                                        d24.url AS "url",
                                        coalesce(nullif(d24.alternative_texts ->> d16.locale, ''), d24.alternative_text) AS "alternativeText",
                                        false AS "isUrlSigned"
                                    ) o
                                  )
                                  FROM "files_related_mph" d24l
                                  JOIN "files" d24 ON d24.id = d24l."file_id"
                                  WHERE d24l."related_id" = d16.id AND d24l."field" = 'cardImage' AND d24l."related_type" = 'api::product.product'
                                  ORDER BY d24l."order", d24l.id
                                  LIMIT 1
                                ) AS "cardImage"
                            ) o
                          )
                          FROM jsonb_array_elements_text(coalesce(d."slots" -> ('tendencies' || '/' || d7.at || '/' || 'product'), '[]')) WITH ORDINALITY d16l(document, at)
                          JOIN "products" d16 ON d16.document_id = d16l.document AND d16.published_at IS NOT NULL AND d16.locale = d.locale
                          WHERE true AND d16.published_at IS NOT NULL
                          ORDER BY d16l.at
                          LIMIT 1
                        ) AS "product" OFFSET 0
                    ) o
                    WHERE o."product" IS NOT NULL
                  )
                  FROM "components_home_product_home" d15
                  WHERE d15.id = d7.id
                )
                WHEN 'home.live-home' THEN (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT 'home.live-home'::text AS "__component",
                        d25."id" AS "id",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d26.document_id AS "mark",
                                d26."id" AS "id",
                                d26."document_id" AS "documentId",
                                d26."title" AS "title",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d27."id" AS "id",
                                        d27."title" AS "title",
                                        (
                                          SELECT coalesce(json_agg((
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d28."id" AS "id",
                                                d28."hour" AS "hour",
                                                d28."about" AS "about",
                                                (
                                                  SELECT coalesce(json_agg((
                                                    SELECT row_to_json(o)
                                                    FROM (
                                                      SELECT d29.document_id AS "mark",
                                                        d29."id" AS "id",
                                                        d29."document_id" AS "documentId",
                                                        d29."name" AS "name"
                                                    ) o
                                                  ) ORDER BY d29l."protagonist_ord", d29l.id), '[]'::json)
                                                  FROM "components_live_rows_protagonists_lnk" d29l
                                                  JOIN "protagonists" d29 ON d29.id = d29l."protagonist_id"
                                                  WHERE d29l."row_id" = d28.id AND d29.published_at IS NOT NULL
                                                ) AS "protagonists"
                                            ) o
                                          ) ORDER BY d28l."order", d28l.id), '[]'::json)
                                          FROM "components_live_programs_cmps" d28l
                                          JOIN "components_live_rows" d28 ON d28.id = d28l."cmp_id"
                                          WHERE d28l."entity_id" = d27.id AND d28l."field" = 'row'
                                        ) AS "row"
                                    ) o
                                  ) ORDER BY d27l."order", d27l.id), '[]'::json)
                                  FROM "lives_cmps" d27l
                                  JOIN "components_live_programs" d27 ON d27.id = d27l."cmp_id"
                                  WHERE d27l."entity_id" = d26.id AND d27l."field" = 'program'
                                ) AS "program",
                                'Europe/Madrid'::text AS "timeZone",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d30."id" AS "id",
                                        d30."type_live" AS "typeLive",
                                        to_char(d30."start_date", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startDate",
                                        d30."iframe_code" AS "iframeCode"
                                    ) o
                                  )
                                  FROM "lives_cmps" d30l
                                  JOIN "components_live_type_of_lives" d30 ON d30.id = d30l."cmp_id"
                                  WHERE d30l."entity_id" = d26.id AND d30l."field" = 'typeOfLive'
                                  ORDER BY d30l."order", d30l.id
                                  LIMIT 1
                                ) AS "typeOfLive",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d31.document_id AS "mark",
                                        d31."id" AS "id",
                                        d31."document_id" AS "documentId",
                                        d31.url AS "url",
                                        d31.alternative_text AS "alternativeText",
                                        false AS "isUrlSigned"
                                    ) o
                                  )
                                  FROM "files_related_mph" d31l
                                  JOIN "files" d31 ON d31.id = d31l."file_id"
                                  WHERE d31l."related_id" = d26.id AND d31l."field" = 'image' AND d31l."related_type" = 'api::live.live'
                                  ORDER BY d31l."order", d31l.id
                                  LIMIT 1
                                ) AS "image",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d32.document_id AS "mark",
                                        d32."id" AS "id",
                                        d32."document_id" AS "documentId",
                                        d32."name" AS "name"
                                    ) o
                                  ) ORDER BY d32l."protagonist_ord", d32l.id), '[]'::json)
                                  FROM "lives_protagonists_lnk" d32l
                                  JOIN "protagonists" d32 ON d32.id = d32l."protagonist_id"
                                  WHERE d32l."live_id" = d26.id AND d32.published_at IS NOT NULL
                                ) AS "protagonists",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d33.document_id AS "mark",
                                        d33."id" AS "id",
                                        d33."document_id" AS "documentId",
                                        d33."name" AS "name",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d34.document_id AS "mark",
                                                d34."id" AS "id",
                                                d34."document_id" AS "documentId",
                                                d34.url AS "url",
                                                false AS "isUrlSigned"
                                            ) o
                                          )
                                          FROM "files_related_mph" d34l
                                          JOIN "files" d34 ON d34.id = d34l."file_id"
                                          WHERE d34l."related_id" = d33.id AND d34l."field" = 'logo' AND d34l."related_type" = 'api::channel.channel'
                                          ORDER BY d34l."order", d34l.id
                                          LIMIT 1
                                        ) AS "logo",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d35."id" AS "id",
                                                d35."green_tag" AS "greenTag"
                                            ) o
                                          )
                                          FROM "channels_cmps" d35l
                                          JOIN "components_label_green_tags" d35 ON d35.id = d35l."cmp_id"
                                          WHERE d35l."entity_id" = d33.id AND d35l."field" = 'greenTag'
                                          ORDER BY d35l."order", d35l.id
                                          LIMIT 1
                                        ) AS "greenTag"
                                    ) o
                                  ) ORDER BY d33l."channel_ord", d33l.id), '[]'::json)
                                  FROM "lives_channels_lnk" d33l
                                  JOIN "channels" d33 ON d33.id = d33l."channel_id"
                                  WHERE d33l."live_id" = d26.id AND d33.published_at IS NOT NULL
                                ) AS "channels",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d36."id" AS "id",
                                        d36."green_tag" AS "greenTag"
                                    ) o
                                  )
                                  FROM "lives_cmps" d36l
                                  JOIN "components_label_green_tags" d36 ON d36.id = d36l."cmp_id"
                                  WHERE d36l."entity_id" = d26.id AND d36l."field" = 'greenTag'
                                  ORDER BY d36l."order", d36l.id
                                  LIMIT 1
                                ) AS "greenTag"
                            ) o
                          )
                          FROM jsonb_array_elements_text(coalesce(d."slots" -> ('tendencies' || '/' || d7.at || '/' || 'live'), '[]')) WITH ORDINALITY d26l(document, at)
                          JOIN "lives" d26 ON d26.document_id = d26l.document AND d26.published_at IS NOT NULL
                          WHERE true AND d26.published_at IS NOT NULL
                          ORDER BY d26l.at
                          LIMIT 1
                        ) AS "live" OFFSET 0
                    ) o
                    WHERE o."live" IS NOT NULL
                  )
                  FROM "components_home_live_home" d25
                  WHERE d25.id = d7.id
                ) END AS j,
              d7.at AS at
            FROM (
              SELECT l."cmp_id" AS id,
                l."component_type" AS type,
                row_number() OVER (ORDER BY l."order", l.id) - 1 AS at
              FROM "home_pages_cmps" l
              WHERE l."entity_id" = d.id AND l."field" = 'tendencies'
            ) d7 OFFSET 0
          ) q
        ) AS "tendencies",
        (
          SELECT coalesce(json_agg(q.j ORDER BY q.at) FILTER (WHERE q.j IS NOT NULL), '[]'::json)
          FROM (
            SELECT CASE d37.type
                WHEN 'home.series-home' THEN (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT 'home.series-home'::text AS "__component",
                        d38."id" AS "id",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d39.document_id AS "mark",
                                d39."id" AS "id",
                                d39."document_id" AS "documentId",
                                d39."name" AS "name",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d40.document_id AS "mark",
                                        d40."id" AS "id",
                                        d40."document_id" AS "documentId",
                                        d40."name" AS "name",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d41.document_id AS "mark",
                                                d41."id" AS "id",
                                                d41."document_id" AS "documentId",
                                                d41.url AS "url",
                                                false AS "isUrlSigned"
                                            ) o
                                          )
                                          FROM "files_related_mph" d41l
                                          JOIN "files" d41 ON d41.id = d41l."file_id"
                                          WHERE d41l."related_id" = d40.id AND d41l."field" = 'logo' AND d41l."related_type" = 'api::channel.channel'
                                          ORDER BY d41l."order", d41l.id
                                          LIMIT 1
                                        ) AS "logo",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d42."id" AS "id",
                                                d42."green_tag" AS "greenTag"
                                            ) o
                                          )
                                          FROM "channels_cmps" d42l
                                          JOIN "components_label_green_tags" d42 ON d42.id = d42l."cmp_id"
                                          WHERE d42l."entity_id" = d40.id AND d42l."field" = 'greenTag'
                                          ORDER BY d42l."order", d42l.id
                                          LIMIT 1
                                        ) AS "greenTag"
                                    ) o
                                  ) ORDER BY d40l."channel_ord", d40l.id), '[]'::json)
                                  FROM "series_channels_lnk" d40l
                                  JOIN "channels" d40 ON d40.id = d40l."channel_id"
                                  WHERE d40l."series_id" = d39.id AND d40.published_at IS NOT NULL
                                ) AS "channels",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d43."id" AS "id",
                                        d43."green_tag" AS "greenTag"
                                    ) o
                                  )
                                  FROM "series_cmps" d43l
                                  JOIN "components_label_green_tags" d43 ON d43.id = d43l."cmp_id"
                                  WHERE d43l."entity_id" = d39.id AND d43l."field" = 'greenTag'
                                  ORDER BY d43l."order", d43l.id
                                  LIMIT 1
                                ) AS "greenTag",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d44.document_id AS "mark",
                                        d44."id" AS "id",
                                        d44."document_id" AS "documentId",
                                        d44.url AS "url",
                                        coalesce(nullif(d44.alternative_texts ->> d39.locale, ''), d44.alternative_text) AS "alternativeText",
                                        false AS "isUrlSigned"
                                    ) o
                                  )
                                  FROM "files_related_mph" d44l
                                  JOIN "files" d44 ON d44.id = d44l."file_id"
                                  WHERE d44l."related_id" = d39.id AND d44l."field" = 'cardImage' AND d44l."related_type" = 'api::series.series'
                                  ORDER BY d44l."order", d44l.id
                                  LIMIT 1
                                ) AS "cardImage"
                            ) o
                          )
                          FROM jsonb_array_elements_text(coalesce(d."slots" -> ('contents' || '/' || d37.at || '/' || 'serie'), '[]')) WITH ORDINALITY d39l(document, at)
                          JOIN "series" d39 ON d39.document_id = d39l.document AND d39.published_at IS NOT NULL AND d39.locale = d.locale
                          WHERE true AND d39.published_at IS NOT NULL
                          ORDER BY d39l.at
                          LIMIT 1
                        ) AS "serie" OFFSET 0
                    ) o
                    WHERE o."serie" IS NOT NULL
                  )
                  FROM "components_home_series_home" d38
                  WHERE d38.id = d37.id
                )
                WHEN 'home.product-home' THEN (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT 'home.product-home'::text AS "__component",
                        d45."id" AS "id",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d46.document_id AS "mark",
                                d46."id" AS "id",
                                d46."document_id" AS "documentId",
                                d46."title" AS "title",
                                d46."type" AS "type",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d47."id" AS "id",
                                        d47."modality" AS "modality",
                                        d47."duration" AS "duration",
                                        (
                                          SELECT coalesce(json_agg(d48."name" ORDER BY d48l."order", d48l.id), '[]'::json)
                                          FROM "components_product_headers_cmps" d48l
                                          JOIN "components_product_header_languages" d48 ON d48.id = d48l."cmp_id"
                                          WHERE d48l."entity_id" = d47.id AND d48l."field" = 'language'
                                        ) AS "language",
                                        d47."lesson_number" AS "lessonNumber"
                                    ) o
                                  )
                                  FROM "products_cmps" d47l
                                  JOIN "components_product_headers" d47 ON d47.id = d47l."cmp_id"
                                  WHERE d47l."entity_id" = d46.id AND d47l."field" = 'header'
                                  ORDER BY d47l."order", d47l.id
                                  LIMIT 1
                                ) AS "header",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d49.document_id AS "mark",
                                        d49."id" AS "id",
                                        d49."document_id" AS "documentId",
                                        d49."name" AS "name"
                                    ) o
                                  ) ORDER BY d49l."protagonist_ord", d49l.id), '[]'::json)
                                  FROM "products_protagonists_lnk" d49l
                                  JOIN "protagonists" d49 ON d49.id = d49l."protagonist_id"
                                  WHERE d49l."product_id" = d46.id AND d49.published_at IS NOT NULL
                                ) AS "protagonists",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d50.document_id AS "mark",
                                        d50."id" AS "id",
                                        d50."document_id" AS "documentId",
                                        d50."name" AS "name",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d51.document_id AS "mark",
                                                d51."id" AS "id",
                                                d51."document_id" AS "documentId",
                                                d51.url AS "url",
                                                false AS "isUrlSigned"
                                            ) o
                                          )
                                          FROM "files_related_mph" d51l
                                          JOIN "files" d51 ON d51.id = d51l."file_id"
                                          WHERE d51l."related_id" = d50.id AND d51l."field" = 'logo' AND d51l."related_type" = 'api::channel.channel'
                                          ORDER BY d51l."order", d51l.id
                                          LIMIT 1
                                        ) AS "logo",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d52."id" AS "id",
                                                d52."green_tag" AS "greenTag"
                                            ) o
                                          )
                                          FROM "channels_cmps" d52l
                                          JOIN "components_label_green_tags" d52 ON d52.id = d52l."cmp_id"
                                          WHERE d52l."entity_id" = d50.id AND d52l."field" = 'greenTag'
                                          ORDER BY d52l."order", d52l.id
                                          LIMIT 1
                                        ) AS "greenTag"
                                    ) o
                                  ) ORDER BY d50l."channel_ord", d50l.id), '[]'::json)
                                  FROM "products_channels_lnk" d50l
                                  JOIN "channels" d50 ON d50.id = d50l."channel_id"
                                  WHERE d50l."product_id" = d46.id AND d50.published_at IS NOT NULL
                                ) AS "channels",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d53."id" AS "id",
                                        d53."green_tag" AS "greenTag"
                                    ) o
                                  )
                                  FROM "products_cmps" d53l
                                  JOIN "components_label_green_tags" d53 ON d53.id = d53l."cmp_id"
                                  WHERE d53l."entity_id" = d46.id AND d53l."field" = 'greenTag'
                                  ORDER BY d53l."order", d53l.id
                                  LIMIT 1
                                ) AS "greenTag",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d54.document_id AS "mark",
                                        d54."id" AS "id",
                                        d54."document_id" AS "documentId",
                                        d54.url AS "url",
                                        coalesce(nullif(d54.alternative_texts ->> d46.locale, ''), d54.alternative_text) AS "alternativeText",
                                        false AS "isUrlSigned"
                                    ) o
                                  )
                                  FROM "files_related_mph" d54l
                                  JOIN "files" d54 ON d54.id = d54l."file_id"
                                  WHERE d54l."related_id" = d46.id AND d54l."field" = 'cardImage' AND d54l."related_type" = 'api::product.product'
                                  ORDER BY d54l."order", d54l.id
                                  LIMIT 1
                                ) AS "cardImage"
                            ) o
                          )
                          FROM jsonb_array_elements_text(coalesce(d."slots" -> ('contents' || '/' || d37.at || '/' || 'product'), '[]')) WITH ORDINALITY d46l(document, at)
                          JOIN "products" d46 ON d46.document_id = d46l.document AND d46.published_at IS NOT NULL AND d46.locale = d.locale
                          WHERE true AND d46.published_at IS NOT NULL
                          ORDER BY d46l.at
                          LIMIT 1
                        ) AS "product" OFFSET 0
                    ) o
                    WHERE o."product" IS NOT NULL
                  )
                  FROM "components_home_product_home" d45
                  WHERE d45.id = d37.id
                )
                WHEN 'home.live-home' THEN (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT 'home.live-home'::text AS "__component",
                        d55."id" AS "id",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d56.document_id AS "mark",
                                d56."id" AS "id",
                                d56."document_id" AS "documentId",
                                d56."title" AS "title",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d57."id" AS "id",
                                        d57."title" AS "title",
                                        (
                                          SELECT coalesce(json_agg((
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d58."id" AS "id",
                                                d58."hour" AS "hour",
                                                d58."about" AS "about",
                                                (
                                                  SELECT coalesce(json_agg((
                                                    SELECT row_to_json(o)
                                                    FROM (
                                                      SELECT d59.document_id AS "mark",
                                                        d59."id" AS "id",
                                                        d59."document_id" AS "documentId",
                                                        d59."name" AS "name"
                                                    ) o
                                                  ) ORDER BY d59l."protagonist_ord", d59l.id), '[]'::json)
                                                  FROM "components_live_rows_protagonists_lnk" d59l
                                                  JOIN "protagonists" d59 ON d59.id = d59l."protagonist_id"
                                                  WHERE d59l."row_id" = d58.id AND d59.published_at IS NOT NULL
                                                ) AS "protagonists"
                                            ) o
                                          ) ORDER BY d58l."order", d58l.id), '[]'::json)
                                          FROM "components_live_programs_cmps" d58l
                                          JOIN "components_live_rows" d58 ON d58.id = d58l."cmp_id"
                                          WHERE d58l."entity_id" = d57.id AND d58l."field" = 'row'
                                        ) AS "row"
                                    ) o
                                  ) ORDER BY d57l."order", d57l.id), '[]'::json)
                                  FROM "lives_cmps" d57l
                                  JOIN "components_live_programs" d57 ON d57.id = d57l."cmp_id"
                                  WHERE d57l."entity_id" = d56.id AND d57l."field" = 'program'
                                ) AS "program",
                                'Europe/Madrid'::text AS "timeZone",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d60."id" AS "id",
                                        d60."type_live" AS "typeLive",
                                        to_char(d60."start_date", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startDate",
                                        d60."iframe_code" AS "iframeCode"
                                    ) o
                                  )
                                  FROM "lives_cmps" d60l
                                  JOIN "components_live_type_of_lives" d60 ON d60.id = d60l."cmp_id"
                                  WHERE d60l."entity_id" = d56.id AND d60l."field" = 'typeOfLive'
                                  ORDER BY d60l."order", d60l.id
                                  LIMIT 1
                                ) AS "typeOfLive",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d61.document_id AS "mark",
                                        d61."id" AS "id",
                                        d61."document_id" AS "documentId",
                                        d61.url AS "url",
                                        d61.alternative_text AS "alternativeText",
                                        false AS "isUrlSigned"
                                    ) o
                                  )
                                  FROM "files_related_mph" d61l
                                  JOIN "files" d61 ON d61.id = d61l."file_id"
                                  WHERE d61l."related_id" = d56.id AND d61l."field" = 'image' AND d61l."related_type" = 'api::live.live'
                                  ORDER BY d61l."order", d61l.id
                                  LIMIT 1
                                ) AS "image",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d62.document_id AS "mark",
                                        d62."id" AS "id",
                                        d62."document_id" AS "documentId",
                                        d62."name" AS "name"
                                    ) o
                                  ) ORDER BY d62l."protagonist_ord", d62l.id), '[]'::json)
                                  FROM "lives_protagonists_lnk" d62l
                                  JOIN "protagonists" d62 ON d62.id = d62l."protagonist_id"
                                  WHERE d62l."live_id" = d56.id AND d62.published_at IS NOT NULL
                                ) AS "protagonists",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d63.document_id AS "mark",
                                        d63."id" AS "id",
                                        d63."document_id" AS "documentId",
                                        d63."name" AS "name",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d64.document_id AS "mark",
                                                d64."id" AS "id",
                                                d64."document_id" AS "documentId",
                                                d64.url AS "url",
                                                false AS "isUrlSigned"
                                            ) o
                                          )
                                          FROM "files_related_mph" d64l
                                          JOIN "files" d64 ON d64.id = d64l."file_id"
                                          WHERE d64l."related_id" = d63.id AND d64l."field" = 'logo' AND d64l."related_type" = 'api::channel.channel'
                                          ORDER BY d64l."order", d64l.id
                                          LIMIT 1
                                        ) AS "logo",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d65."id" AS "id",
                                                d65."green_tag" AS "greenTag"
                                            ) o
                                          )
                                          FROM "channels_cmps" d65l
                                          JOIN "components_label_green_tags" d65 ON d65.id = d65l."cmp_id"
                                          WHERE d65l."entity_id" = d63.id AND d65l."field" = 'greenTag'
                                          ORDER BY d65l."order", d65l.id
                                          LIMIT 1
                                        ) AS "greenTag"
                                    ) o
                                  ) ORDER BY d63l."channel_ord", d63l.id), '[]'::json)
                                  FROM "lives_channels_lnk" d63l
                                  JOIN "channels" d63 ON d63.id = d63l."channel_id"
                                  WHERE d63l."live_id" = d56.id AND d63.published_at IS NOT NULL
                                ) AS "channels",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d66."id" AS "id",
                                        d66."green_tag" AS "greenTag"
                                    ) o
                                  )
                                  FROM "lives_cmps" d66l
                                  JOIN "components_label_green_tags" d66 ON d66.id = d66l."cmp_id"
                                  WHERE d66l."entity_id" = d56.id AND d66l."field" = 'greenTag'
                                  ORDER BY d66l."order", d66l.id
                                  LIMIT 1
                                ) AS "greenTag"
                            ) o
                          )
                          FROM jsonb_array_elements_text(coalesce(d."slots" -> ('contents' || '/' || d37.at || '/' || 'live'), '[]')) WITH ORDINALITY d56l(document, at)
                          JOIN "lives" d56 ON d56.document_id = d56l.document AND d56.published_at IS NOT NULL
                          WHERE true AND d56.published_at IS NOT NULL
                          ORDER BY d56l.at
                          LIMIT 1
                        ) AS "live" OFFSET 0
                    ) o
                    WHERE o."live" IS NOT NULL
                  )
                  FROM "components_home_live_home" d55
                  WHERE d55.id = d37.id
                ) END AS j,
              d37.at AS at
            FROM (
              SELECT l."cmp_id" AS id,
                l."component_type" AS type,
                row_number() OVER (ORDER BY l."order", l.id) - 1 AS at
              FROM "home_pages_cmps" l
              WHERE l."entity_id" = d.id AND l."field" = 'contents'
            ) d37 OFFSET 0
          ) q
        ) AS "contents",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d67.document_id AS "mark",
                d67."id" AS "id",
                d67."document_id" AS "documentId",
                d67.url AS "url",
                coalesce(nullif(d67.alternative_texts ->> d.locale, ''), d67.alternative_text) AS "alternativeText",
                false AS "isUrlSigned"
            ) o
          ) ORDER BY d67l."order", d67l.id), '[]'::json)
          FROM "files_related_mph" d67l
          JOIN "files" d67 ON d67.id = d67l."file_id"
          WHERE d67l."related_id" = d.id AND d67l."field" = 'imagenPlan' AND d67l."related_type" = 'api::home-page.home-page'
        ) AS "imagenPlan",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d68."id" AS "id",
                d68."title" AS "title",
                d68."description" AS "description"
            ) o
          ) ORDER BY d68l."order", d68l.id), '[]'::json)
          FROM "home_pages_cmps" d68l
          JOIN "components_page_plan_type" d68 ON d68.id = d68l."cmp_id"
          WHERE d68l."entity_id" = d.id AND d68l."field" = 'planTypes'
        ) AS "planTypes",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d69."id" AS "id",
                d69."title" AS "title",
                d69."description" AS "description",
                d69."author" AS "author",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d70.document_id AS "mark",
                        d70."id" AS "id",
                        d70."document_id" AS "documentId",
                        d70."name" AS "name",
                        coalesce(nullif(d70.alternative_texts ->> d.locale, ''), d70.alternative_text) AS "alternativeText",
                        d70."caption" AS "caption",
                        d70."width" AS "width",
                        d70."height" AS "height",
                        CASE
                          WHEN d70.mime NOT LIKE 'image/%' THEN NULL
                          WHEN jsonb_typeof((d70.formats -> 'thumbnail')) = 'object' THEN json_build_object('thumbnail', json_build_object('ext', (d70.formats -> 'thumbnail') -> 'ext', 'url', ((d70.formats -> 'thumbnail') ->> 'url'), 'hash', (d70.formats -> 'thumbnail') -> 'hash', 'mime', (d70.formats -> 'thumbnail') -> 'mime', 'name', (d70.formats -> 'thumbnail') -> 'name', 'path', (d70.formats -> 'thumbnail') -> 'path', 'size', (d70.formats -> 'thumbnail') -> 'size', 'width', (d70.formats -> 'thumbnail') -> 'width', 'height', (d70.formats -> 'thumbnail') -> 'height', 'sizeInBytes', coalesce(((d70.formats -> 'thumbnail') ->> 'sizeInBytes')::float8, floor(((d70.formats -> 'thumbnail') ->> 'size')::float8 * 1000 + 0.5)), 'isUrlSigned', false))
                          ELSE json_build_object('thumbnail', json_build_object('ext', d70.ext, 'url', d70.url, 'hash', d70.hash, 'mime', d70.mime, 'name', d70.name, 'path', NULL::text, 'size', d70.size::float8, 'width', d70.width, 'height', d70.height, 'sizeInBytes', floor(d70.size::float8 * 1000 + 0.5), 'isUrlSigned', false)) END AS "formats",
                        d70."hash" AS "hash",
                        d70."ext" AS "ext",
                        d70."mime" AS "mime",
                        d70."size"::float8 AS "size",
                        d70.url AS "url",
                        d70.preview_url AS "previewUrl",
                        d70."provider" AS "provider",
                        d70."provider_metadata" AS "provider_metadata",
                        d70."folder_path" AS "folderPath",
                        to_char(d70."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
                        to_char(d70."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
                        to_char(d70."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
                        NULL::text AS "locale",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d70l
                  JOIN "files" d70 ON d70.id = d70l."file_id"
                  WHERE d70l."related_id" = d69.id AND d70l."field" = 'image' AND d70l."related_type" = 'shared.seo'
                  ORDER BY d70l."order", d70l.id
                  LIMIT 1
                ) AS "image"
            ) o
          )
          FROM "home_pages_cmps" d69l
          JOIN "components_shared_seos" d69 ON d69.id = d69l."cmp_id"
          WHERE d69l."entity_id" = d.id AND d69l."field" = 'seo'
          ORDER BY d69l."order", d69l.id
          LIMIT 1
        ) AS "seo"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "home_pages" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale
