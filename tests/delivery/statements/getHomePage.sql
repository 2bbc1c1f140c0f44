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
                                coalesce((
                                  SELECT nullif(d27."title", '')
                                  FROM "lives_cmps" d27l
                                  JOIN "components_language_live_texts" d27 ON d27.id = d27l."cmp_id"
                                  WHERE d27l."entity_id" = d26.id AND d27l."field" = 'texts' AND d27."language" = $3
                                  ORDER BY d27l."order", d27l.id
                                  LIMIT 1
                                ), d26."title") AS "title",
                                coalesce((
                                  SELECT nullif((
                                    SELECT coalesce(json_agg((
                                      SELECT row_to_json(o)
                                      FROM (
                                        SELECT d29."id" AS "id",
                                          d29."title" AS "title",
                                          (
                                            SELECT coalesce(json_agg((
                                              SELECT row_to_json(o)
                                              FROM (
                                                SELECT d30."id" AS "id",
                                                  d30."hour" AS "hour",
                                                  d30."about" AS "about",
                                                  (
                                                    SELECT coalesce(json_agg((
                                                      SELECT row_to_json(o)
                                                      FROM (
                                                        SELECT d31.document_id AS "mark",
                                                          d31."id" AS "id",
                                                          d31."document_id" AS "documentId",
                                                          d31."name" AS "name"
                                                      ) o
                                                    ) ORDER BY d31l."protagonist_ord", d31l.id), '[]'::json)
                                                    FROM "components_live_rows_protagonists_lnk" d31l
                                                    JOIN "protagonists" d31 ON d31.id = d31l."protagonist_id"
                                                    WHERE d31l."row_id" = d30.id AND d31.published_at IS NOT NULL
                                                  ) AS "protagonists"
                                              ) o
                                            ) ORDER BY d30l."order", d30l.id), '[]'::json)
                                            FROM "components_live_programs_cmps" d30l
                                            JOIN "components_live_rows" d30 ON d30.id = d30l."cmp_id"
                                            WHERE d30l."entity_id" = d29.id AND d30l."field" = 'row'
                                          ) AS "row"
                                      ) o
                                    ) ORDER BY d29l."order", d29l.id), '[]'::json)
                                    FROM "components_language_live_texts_cmps" d29l
                                    JOIN "components_live_programs" d29 ON d29.id = d29l."cmp_id"
                                    WHERE d29l."entity_id" = d28.id AND d29l."field" = 'program'
                                  )::text, '[]')::json
                                  FROM "lives_cmps" d28l
                                  JOIN "components_language_live_texts" d28 ON d28.id = d28l."cmp_id"
                                  WHERE d28l."entity_id" = d26.id AND d28l."field" = 'texts' AND d28."language" = $3
                                  ORDER BY d28l."order", d28l.id
                                  LIMIT 1
                                ), (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d32."id" AS "id",
                                        d32."title" AS "title",
                                        (
                                          SELECT coalesce(json_agg((
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d33."id" AS "id",
                                                d33."hour" AS "hour",
                                                d33."about" AS "about",
                                                (
                                                  SELECT coalesce(json_agg((
                                                    SELECT row_to_json(o)
                                                    FROM (
                                                      SELECT d34.document_id AS "mark",
                                                        d34."id" AS "id",
                                                        d34."document_id" AS "documentId",
                                                        d34."name" AS "name"
                                                    ) o
                                                  ) ORDER BY d34l."protagonist_ord", d34l.id), '[]'::json)
                                                  FROM "components_live_rows_protagonists_lnk" d34l
                                                  JOIN "protagonists" d34 ON d34.id = d34l."protagonist_id"
                                                  WHERE d34l."row_id" = d33.id AND d34.published_at IS NOT NULL
                                                ) AS "protagonists"
                                            ) o
                                          ) ORDER BY d33l."order", d33l.id), '[]'::json)
                                          FROM "components_live_programs_cmps" d33l
                                          JOIN "components_live_rows" d33 ON d33.id = d33l."cmp_id"
                                          WHERE d33l."entity_id" = d32.id AND d33l."field" = 'row'
                                        ) AS "row"
                                    ) o
                                  ) ORDER BY d32l."order", d32l.id), '[]'::json)
                                  FROM "lives_cmps" d32l
                                  JOIN "components_live_programs" d32 ON d32.id = d32l."cmp_id"
                                  WHERE d32l."entity_id" = d26.id AND d32l."field" = 'program'
                                )) AS "program",
                                'Europe/Madrid'::text AS "timeZone",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d35."id" AS "id",
                                        d35."type_live" AS "typeLive",
                                        to_char(d35."start_date", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startDate",
                                        d35."iframe_code" AS "iframeCode"
                                    ) o
                                  )
                                  FROM "lives_cmps" d35l
                                  JOIN "components_live_type_of_lives" d35 ON d35.id = d35l."cmp_id"
                                  WHERE d35l."entity_id" = d26.id AND d35l."field" = 'typeOfLive'
                                  ORDER BY d35l."order", d35l.id
                                  LIMIT 1
                                ) AS "typeOfLive",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d36.document_id AS "mark",
                                        d36."id" AS "id",
                                        d36."document_id" AS "documentId",
                                        d36.url AS "url",
                                        d36.alternative_text AS "alternativeText",
                                        false AS "isUrlSigned"
                                    ) o
                                  )
                                  FROM "files_related_mph" d36l
                                  JOIN "files" d36 ON d36.id = d36l."file_id"
                                  WHERE d36l."related_id" = d26.id AND d36l."field" = 'image' AND d36l."related_type" = 'api::live.live'
                                  ORDER BY d36l."order", d36l.id
                                  LIMIT 1
                                ) AS "image",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d37.document_id AS "mark",
                                        d37."id" AS "id",
                                        d37."document_id" AS "documentId",
                                        d37."name" AS "name"
                                    ) o
                                  ) ORDER BY d37l."protagonist_ord", d37l.id), '[]'::json)
                                  FROM "lives_protagonists_lnk" d37l
                                  JOIN "protagonists" d37 ON d37.id = d37l."protagonist_id"
                                  WHERE d37l."live_id" = d26.id AND d37.published_at IS NOT NULL
                                ) AS "protagonists",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d38.document_id AS "mark",
                                        d38."id" AS "id",
                                        d38."document_id" AS "documentId",
                                        d38."name" AS "name",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d39.document_id AS "mark",
                                                d39."id" AS "id",
                                                d39."document_id" AS "documentId",
                                                d39.url AS "url",
                                                false AS "isUrlSigned"
                                            ) o
                                          )
                                          FROM "files_related_mph" d39l
                                          JOIN "files" d39 ON d39.id = d39l."file_id"
                                          WHERE d39l."related_id" = d38.id AND d39l."field" = 'logo' AND d39l."related_type" = 'api::channel.channel'
                                          ORDER BY d39l."order", d39l.id
                                          LIMIT 1
                                        ) AS "logo",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d40."id" AS "id",
                                                d40."green_tag" AS "greenTag"
                                            ) o
                                          )
                                          FROM "channels_cmps" d40l
                                          JOIN "components_label_green_tags" d40 ON d40.id = d40l."cmp_id"
                                          WHERE d40l."entity_id" = d38.id AND d40l."field" = 'greenTag'
                                          ORDER BY d40l."order", d40l.id
                                          LIMIT 1
                                        ) AS "greenTag"
                                    ) o
                                  ) ORDER BY d38l."channel_ord", d38l.id), '[]'::json)
                                  FROM "lives_channels_lnk" d38l
                                  JOIN "channels" d38 ON d38.id = d38l."channel_id"
                                  WHERE d38l."live_id" = d26.id AND d38.published_at IS NOT NULL
                                ) AS "channels",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d41."id" AS "id",
                                        d41."green_tag" AS "greenTag"
                                    ) o
                                  )
                                  FROM "lives_cmps" d41l
                                  JOIN "components_label_green_tags" d41 ON d41.id = d41l."cmp_id"
                                  WHERE d41l."entity_id" = d26.id AND d41l."field" = 'greenTag'
                                  ORDER BY d41l."order", d41l.id
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
            SELECT CASE d42.type
                WHEN 'home.series-home' THEN (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT 'home.series-home'::text AS "__component",
                        d43."id" AS "id",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d44.document_id AS "mark",
                                d44."id" AS "id",
                                d44."document_id" AS "documentId",
                                d44."name" AS "name",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d45.document_id AS "mark",
                                        d45."id" AS "id",
                                        d45."document_id" AS "documentId",
                                        d45."name" AS "name",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d46.document_id AS "mark",
                                                d46."id" AS "id",
                                                d46."document_id" AS "documentId",
                                                d46.url AS "url",
                                                false AS "isUrlSigned"
                                            ) o
                                          )
                                          FROM "files_related_mph" d46l
                                          JOIN "files" d46 ON d46.id = d46l."file_id"
                                          WHERE d46l."related_id" = d45.id AND d46l."field" = 'logo' AND d46l."related_type" = 'api::channel.channel'
                                          ORDER BY d46l."order", d46l.id
                                          LIMIT 1
                                        ) AS "logo",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d47."id" AS "id",
                                                d47."green_tag" AS "greenTag"
                                            ) o
                                          )
                                          FROM "channels_cmps" d47l
                                          JOIN "components_label_green_tags" d47 ON d47.id = d47l."cmp_id"
                                          WHERE d47l."entity_id" = d45.id AND d47l."field" = 'greenTag'
                                          ORDER BY d47l."order", d47l.id
                                          LIMIT 1
                                        ) AS "greenTag"
                                    ) o
                                  ) ORDER BY d45l."channel_ord", d45l.id), '[]'::json)
                                  FROM "series_channels_lnk" d45l
                                  JOIN "channels" d45 ON d45.id = d45l."channel_id"
                                  WHERE d45l."series_id" = d44.id AND d45.published_at IS NOT NULL
                                ) AS "channels",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d48."id" AS "id",
                                        d48."green_tag" AS "greenTag"
                                    ) o
                                  )
                                  FROM "series_cmps" d48l
                                  JOIN "components_label_green_tags" d48 ON d48.id = d48l."cmp_id"
                                  WHERE d48l."entity_id" = d44.id AND d48l."field" = 'greenTag'
                                  ORDER BY d48l."order", d48l.id
                                  LIMIT 1
                                ) AS "greenTag",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d49.document_id AS "mark",
                                        d49."id" AS "id",
                                        d49."document_id" AS "documentId",
                                        d49.url AS "url",
                                        coalesce(nullif(d49.alternative_texts ->> d44.locale, ''), d49.alternative_text) AS "alternativeText",
                                        false AS "isUrlSigned"
                                    ) o
                                  )
                                  FROM "files_related_mph" d49l
                                  JOIN "files" d49 ON d49.id = d49l."file_id"
                                  WHERE d49l."related_id" = d44.id AND d49l."field" = 'cardImage' AND d49l."related_type" = 'api::series.series'
                                  ORDER BY d49l."order", d49l.id
                                  LIMIT 1
                                ) AS "cardImage"
                            ) o
                          )
                          FROM jsonb_array_elements_text(coalesce(d."slots" -> ('contents' || '/' || d42.at || '/' || 'serie'), '[]')) WITH ORDINALITY d44l(document, at)
                          JOIN "series" d44 ON d44.document_id = d44l.document AND d44.published_at IS NOT NULL AND d44.locale = d.locale
                          WHERE true AND d44.published_at IS NOT NULL
                          ORDER BY d44l.at
                          LIMIT 1
                        ) AS "serie" OFFSET 0
                    ) o
                    WHERE o."serie" IS NOT NULL
                  )
                  FROM "components_home_series_home" d43
                  WHERE d43.id = d42.id
                )
                WHEN 'home.product-home' THEN (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT 'home.product-home'::text AS "__component",
                        d50."id" AS "id",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d51.document_id AS "mark",
                                d51."id" AS "id",
                                d51."document_id" AS "documentId",
                                d51."title" AS "title",
                                d51."type" AS "type",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d52."id" AS "id",
                                        d52."modality" AS "modality",
                                        d52."duration" AS "duration",
                                        (
                                          SELECT coalesce(json_agg(d53."name" ORDER BY d53l."order", d53l.id), '[]'::json)
                                          FROM "components_product_headers_cmps" d53l
                                          JOIN "components_product_header_languages" d53 ON d53.id = d53l."cmp_id"
                                          WHERE d53l."entity_id" = d52.id AND d53l."field" = 'language'
                                        ) AS "language",
                                        d52."lesson_number" AS "lessonNumber"
                                    ) o
                                  )
                                  FROM "products_cmps" d52l
                                  JOIN "components_product_headers" d52 ON d52.id = d52l."cmp_id"
                                  WHERE d52l."entity_id" = d51.id AND d52l."field" = 'header'
                                  ORDER BY d52l."order", d52l.id
                                  LIMIT 1
                                ) AS "header",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d54.document_id AS "mark",
                                        d54."id" AS "id",
                                        d54."document_id" AS "documentId",
                                        d54."name" AS "name"
                                    ) o
                                  ) ORDER BY d54l."protagonist_ord", d54l.id), '[]'::json)
                                  FROM "products_protagonists_lnk" d54l
                                  JOIN "protagonists" d54 ON d54.id = d54l."protagonist_id"
                                  WHERE d54l."product_id" = d51.id AND d54.published_at IS NOT NULL
                                ) AS "protagonists",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d55.document_id AS "mark",
                                        d55."id" AS "id",
                                        d55."document_id" AS "documentId",
                                        d55."name" AS "name",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d56.document_id AS "mark",
                                                d56."id" AS "id",
                                                d56."document_id" AS "documentId",
                                                d56.url AS "url",
                                                false AS "isUrlSigned"
                                            ) o
                                          )
                                          FROM "files_related_mph" d56l
                                          JOIN "files" d56 ON d56.id = d56l."file_id"
                                          WHERE d56l."related_id" = d55.id AND d56l."field" = 'logo' AND d56l."related_type" = 'api::channel.channel'
                                          ORDER BY d56l."order", d56l.id
                                          LIMIT 1
                                        ) AS "logo",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d57."id" AS "id",
                                                d57."green_tag" AS "greenTag"
                                            ) o
                                          )
                                          FROM "channels_cmps" d57l
                                          JOIN "components_label_green_tags" d57 ON d57.id = d57l."cmp_id"
                                          WHERE d57l."entity_id" = d55.id AND d57l."field" = 'greenTag'
                                          ORDER BY d57l."order", d57l.id
                                          LIMIT 1
                                        ) AS "greenTag"
                                    ) o
                                  ) ORDER BY d55l."channel_ord", d55l.id), '[]'::json)
                                  FROM "products_channels_lnk" d55l
                                  JOIN "channels" d55 ON d55.id = d55l."channel_id"
                                  WHERE d55l."product_id" = d51.id AND d55.published_at IS NOT NULL
                                ) AS "channels",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d58."id" AS "id",
                                        d58."green_tag" AS "greenTag"
                                    ) o
                                  )
                                  FROM "products_cmps" d58l
                                  JOIN "components_label_green_tags" d58 ON d58.id = d58l."cmp_id"
                                  WHERE d58l."entity_id" = d51.id AND d58l."field" = 'greenTag'
                                  ORDER BY d58l."order", d58l.id
                                  LIMIT 1
                                ) AS "greenTag",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d59.document_id AS "mark",
                                        d59."id" AS "id",
                                        d59."document_id" AS "documentId",
                                        d59.url AS "url",
                                        coalesce(nullif(d59.alternative_texts ->> d51.locale, ''), d59.alternative_text) AS "alternativeText",
                                        false AS "isUrlSigned"
                                    ) o
                                  )
                                  FROM "files_related_mph" d59l
                                  JOIN "files" d59 ON d59.id = d59l."file_id"
                                  WHERE d59l."related_id" = d51.id AND d59l."field" = 'cardImage' AND d59l."related_type" = 'api::product.product'
                                  ORDER BY d59l."order", d59l.id
                                  LIMIT 1
                                ) AS "cardImage"
                            ) o
                          )
                          FROM jsonb_array_elements_text(coalesce(d."slots" -> ('contents' || '/' || d42.at || '/' || 'product'), '[]')) WITH ORDINALITY d51l(document, at)
                          JOIN "products" d51 ON d51.document_id = d51l.document AND d51.published_at IS NOT NULL AND d51.locale = d.locale
                          WHERE true AND d51.published_at IS NOT NULL
                          ORDER BY d51l.at
                          LIMIT 1
                        ) AS "product" OFFSET 0
                    ) o
                    WHERE o."product" IS NOT NULL
                  )
                  FROM "components_home_product_home" d50
                  WHERE d50.id = d42.id
                )
                WHEN 'home.live-home' THEN (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT 'home.live-home'::text AS "__component",
                        d60."id" AS "id",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d61.document_id AS "mark",
                                d61."id" AS "id",
                                d61."document_id" AS "documentId",
                                coalesce((
                                  SELECT nullif(d62."title", '')
                                  FROM "lives_cmps" d62l
                                  JOIN "components_language_live_texts" d62 ON d62.id = d62l."cmp_id"
                                  WHERE d62l."entity_id" = d61.id AND d62l."field" = 'texts' AND d62."language" = $3
                                  ORDER BY d62l."order", d62l.id
                                  LIMIT 1
                                ), d61."title") AS "title",
                                coalesce((
                                  SELECT nullif((
                                    SELECT coalesce(json_agg((
                                      SELECT row_to_json(o)
                                      FROM (
                                        SELECT d64."id" AS "id",
                                          d64."title" AS "title",
                                          (
                                            SELECT coalesce(json_agg((
                                              SELECT row_to_json(o)
                                              FROM (
                                                SELECT d65."id" AS "id",
                                                  d65."hour" AS "hour",
                                                  d65."about" AS "about",
                                                  (
                                                    SELECT coalesce(json_agg((
                                                      SELECT row_to_json(o)
                                                      FROM (
                                                        SELECT d66.document_id AS "mark",
                                                          d66."id" AS "id",
                                                          d66."document_id" AS "documentId",
                                                          d66."name" AS "name"
                                                      ) o
                                                    ) ORDER BY d66l."protagonist_ord", d66l.id), '[]'::json)
                                                    FROM "components_live_rows_protagonists_lnk" d66l
                                                    JOIN "protagonists" d66 ON d66.id = d66l."protagonist_id"
                                                    WHERE d66l."row_id" = d65.id AND d66.published_at IS NOT NULL
                                                  ) AS "protagonists"
                                              ) o
                                            ) ORDER BY d65l."order", d65l.id), '[]'::json)
                                            FROM "components_live_programs_cmps" d65l
                                            JOIN "components_live_rows" d65 ON d65.id = d65l."cmp_id"
                                            WHERE d65l."entity_id" = d64.id AND d65l."field" = 'row'
                                          ) AS "row"
                                      ) o
                                    ) ORDER BY d64l."order", d64l.id), '[]'::json)
                                    FROM "components_language_live_texts_cmps" d64l
                                    JOIN "components_live_programs" d64 ON d64.id = d64l."cmp_id"
                                    WHERE d64l."entity_id" = d63.id AND d64l."field" = 'program'
                                  )::text, '[]')::json
                                  FROM "lives_cmps" d63l
                                  JOIN "components_language_live_texts" d63 ON d63.id = d63l."cmp_id"
                                  WHERE d63l."entity_id" = d61.id AND d63l."field" = 'texts' AND d63."language" = $3
                                  ORDER BY d63l."order", d63l.id
                                  LIMIT 1
                                ), (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d67."id" AS "id",
                                        d67."title" AS "title",
                                        (
                                          SELECT coalesce(json_agg((
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d68."id" AS "id",
                                                d68."hour" AS "hour",
                                                d68."about" AS "about",
                                                (
                                                  SELECT coalesce(json_agg((
                                                    SELECT row_to_json(o)
                                                    FROM (
                                                      SELECT d69.document_id AS "mark",
                                                        d69."id" AS "id",
                                                        d69."document_id" AS "documentId",
                                                        d69."name" AS "name"
                                                    ) o
                                                  ) ORDER BY d69l."protagonist_ord", d69l.id), '[]'::json)
                                                  FROM "components_live_rows_protagonists_lnk" d69l
                                                  JOIN "protagonists" d69 ON d69.id = d69l."protagonist_id"
                                                  WHERE d69l."row_id" = d68.id AND d69.published_at IS NOT NULL
                                                ) AS "protagonists"
                                            ) o
                                          ) ORDER BY d68l."order", d68l.id), '[]'::json)
                                          FROM "components_live_programs_cmps" d68l
                                          JOIN "components_live_rows" d68 ON d68.id = d68l."cmp_id"
                                          WHERE d68l."entity_id" = d67.id AND d68l."field" = 'row'
                                        ) AS "row"
                                    ) o
                                  ) ORDER BY d67l."order", d67l.id), '[]'::json)
                                  FROM "lives_cmps" d67l
                                  JOIN "components_live_programs" d67 ON d67.id = d67l."cmp_id"
                                  WHERE d67l."entity_id" = d61.id AND d67l."field" = 'program'
                                )) AS "program",
                                'Europe/Madrid'::text AS "timeZone",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d70."id" AS "id",
                                        d70."type_live" AS "typeLive",
                                        to_char(d70."start_date", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startDate",
                                        d70."iframe_code" AS "iframeCode"
                                    ) o
                                  )
                                  FROM "lives_cmps" d70l
                                  JOIN "components_live_type_of_lives" d70 ON d70.id = d70l."cmp_id"
                                  WHERE d70l."entity_id" = d61.id AND d70l."field" = 'typeOfLive'
                                  ORDER BY d70l."order", d70l.id
                                  LIMIT 1
                                ) AS "typeOfLive",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d71.document_id AS "mark",
                                        d71."id" AS "id",
                                        d71."document_id" AS "documentId",
                                        d71.url AS "url",
                                        d71.alternative_text AS "alternativeText",
                                        false AS "isUrlSigned"
                                    ) o
                                  )
                                  FROM "files_related_mph" d71l
                                  JOIN "files" d71 ON d71.id = d71l."file_id"
                                  WHERE d71l."related_id" = d61.id AND d71l."field" = 'image' AND d71l."related_type" = 'api::live.live'
                                  ORDER BY d71l."order", d71l.id
                                  LIMIT 1
                                ) AS "image",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d72.document_id AS "mark",
                                        d72."id" AS "id",
                                        d72."document_id" AS "documentId",
                                        d72."name" AS "name"
                                    ) o
                                  ) ORDER BY d72l."protagonist_ord", d72l.id), '[]'::json)
                                  FROM "lives_protagonists_lnk" d72l
                                  JOIN "protagonists" d72 ON d72.id = d72l."protagonist_id"
                                  WHERE d72l."live_id" = d61.id AND d72.published_at IS NOT NULL
                                ) AS "protagonists",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d73.document_id AS "mark",
                                        d73."id" AS "id",
                                        d73."document_id" AS "documentId",
                                        d73."name" AS "name",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d74.document_id AS "mark",
                                                d74."id" AS "id",
                                                d74."document_id" AS "documentId",
                                                d74.url AS "url",
                                                false AS "isUrlSigned"
                                            ) o
                                          )
                                          FROM "files_related_mph" d74l
                                          JOIN "files" d74 ON d74.id = d74l."file_id"
                                          WHERE d74l."related_id" = d73.id AND d74l."field" = 'logo' AND d74l."related_type" = 'api::channel.channel'
                                          ORDER BY d74l."order", d74l.id
                                          LIMIT 1
                                        ) AS "logo",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d75."id" AS "id",
                                                d75."green_tag" AS "greenTag"
                                            ) o
                                          )
                                          FROM "channels_cmps" d75l
                                          JOIN "components_label_green_tags" d75 ON d75.id = d75l."cmp_id"
                                          WHERE d75l."entity_id" = d73.id AND d75l."field" = 'greenTag'
                                          ORDER BY d75l."order", d75l.id
                                          LIMIT 1
                                        ) AS "greenTag"
                                    ) o
                                  ) ORDER BY d73l."channel_ord", d73l.id), '[]'::json)
                                  FROM "lives_channels_lnk" d73l
                                  JOIN "channels" d73 ON d73.id = d73l."channel_id"
                                  WHERE d73l."live_id" = d61.id AND d73.published_at IS NOT NULL
                                ) AS "channels",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d76."id" AS "id",
                                        d76."green_tag" AS "greenTag"
                                    ) o
                                  )
                                  FROM "lives_cmps" d76l
                                  JOIN "components_label_green_tags" d76 ON d76.id = d76l."cmp_id"
                                  WHERE d76l."entity_id" = d61.id AND d76l."field" = 'greenTag'
                                  ORDER BY d76l."order", d76l.id
                                  LIMIT 1
                                ) AS "greenTag"
                            ) o
                          )
                          FROM jsonb_array_elements_text(coalesce(d."slots" -> ('contents' || '/' || d42.at || '/' || 'live'), '[]')) WITH ORDINALITY d61l(document, at)
                          JOIN "lives" d61 ON d61.document_id = d61l.document AND d61.published_at IS NOT NULL
                          WHERE true AND d61.published_at IS NOT NULL
                          ORDER BY d61l.at
                          LIMIT 1
                        ) AS "live" OFFSET 0
                    ) o
                    WHERE o."live" IS NOT NULL
                  )
                  FROM "components_home_live_home" d60
                  WHERE d60.id = d42.id
                ) END AS j,
              d42.at AS at
            FROM (
              SELECT l."cmp_id" AS id,
                l."component_type" AS type,
                row_number() OVER (ORDER BY l."order", l.id) - 1 AS at
              FROM "home_pages_cmps" l
              WHERE l."entity_id" = d.id AND l."field" = 'contents'
            ) d42 OFFSET 0
          ) q
        ) AS "contents",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d77.document_id AS "mark",
                d77."id" AS "id",
                d77."document_id" AS "documentId",
                d77.url AS "url",
                coalesce(nullif(d77.alternative_texts ->> d.locale, ''), d77.alternative_text) AS "alternativeText",
                false AS "isUrlSigned"
            ) o
          ) ORDER BY d77l."order", d77l.id), '[]'::json)
          FROM "files_related_mph" d77l
          JOIN "files" d77 ON d77.id = d77l."file_id"
          WHERE d77l."related_id" = d.id AND d77l."field" = 'imagenPlan' AND d77l."related_type" = 'api::home-page.home-page'
        ) AS "imagenPlan",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d78."id" AS "id",
                d78."title" AS "title",
                d78."description" AS "description"
            ) o
          ) ORDER BY d78l."order", d78l.id), '[]'::json)
          FROM "home_pages_cmps" d78l
          JOIN "components_page_plan_type" d78 ON d78.id = d78l."cmp_id"
          WHERE d78l."entity_id" = d.id AND d78l."field" = 'planTypes'
        ) AS "planTypes",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d79."id" AS "id",
                d79."title" AS "title",
                d79."description" AS "description",
                d79."author" AS "author",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d80.document_id AS "mark",
                        d80."id" AS "id",
                        d80."document_id" AS "documentId",
                        d80."name" AS "name",
                        coalesce(nullif(d80.alternative_texts ->> d.locale, ''), d80.alternative_text) AS "alternativeText",
                        d80."caption" AS "caption",
                        d80."width" AS "width",
                        d80."height" AS "height",
                        CASE
                          WHEN d80.mime NOT LIKE 'image/%' THEN NULL
                          WHEN jsonb_typeof((d80.formats -> 'thumbnail')) = 'object' THEN json_build_object('thumbnail', json_build_object('ext', (d80.formats -> 'thumbnail') -> 'ext', 'url', ((d80.formats -> 'thumbnail') ->> 'url'), 'hash', (d80.formats -> 'thumbnail') -> 'hash', 'mime', (d80.formats -> 'thumbnail') -> 'mime', 'name', (d80.formats -> 'thumbnail') -> 'name', 'path', (d80.formats -> 'thumbnail') -> 'path', 'size', (d80.formats -> 'thumbnail') -> 'size', 'width', (d80.formats -> 'thumbnail') -> 'width', 'height', (d80.formats -> 'thumbnail') -> 'height', 'sizeInBytes', coalesce(((d80.formats -> 'thumbnail') ->> 'sizeInBytes')::float8, floor(((d80.formats -> 'thumbnail') ->> 'size')::float8 * 1000 + 0.5)), 'isUrlSigned', false))
                          ELSE json_build_object('thumbnail', json_build_object('ext', d80.ext, 'url', d80.url, 'hash', d80.hash, 'mime', d80.mime, 'name', d80.name, 'path', NULL::text, 'size', d80.size::float8, 'width', d80.width, 'height', d80.height, 'sizeInBytes', floor(d80.size::float8 * 1000 + 0.5), 'isUrlSigned', false)) END AS "formats",
                        d80."hash" AS "hash",
                        d80."ext" AS "ext",
                        d80."mime" AS "mime",
                        d80."size"::float8 AS "size",
                        d80.url AS "url",
                        d80.preview_url AS "previewUrl",
                        d80."provider" AS "provider",
                        d80."provider_metadata" AS "provider_metadata",
                        d80."folder_path" AS "folderPath",
                        to_char(d80."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
                        to_char(d80."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
                        to_char(d80."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
                        NULL::text AS "locale",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d80l
                  JOIN "files" d80 ON d80.id = d80l."file_id"
                  WHERE d80l."related_id" = d79.id AND d80l."field" = 'image' AND d80l."related_type" = 'shared.seo'
                  ORDER BY d80l."order", d80l.id
                  LIMIT 1
                ) AS "image"
            ) o
          )
          FROM "home_pages_cmps" d79l
          JOIN "components_shared_seos" d79 ON d79.id = d79l."cmp_id"
          WHERE d79l."entity_id" = d.id AND d79l."field" = 'seo'
          ORDER BY d79l."order", d79l.id
          LIMIT 1
        ) AS "seo"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "home_pages" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale
