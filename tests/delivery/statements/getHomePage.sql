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
                coalesce((
                  SELECT nullif(d5."name", '')
                  FROM "channels_cmps" d5l
                  JOIN "components_language_channel_texts" d5 ON d5.id = d5l."cmp_id"
                  WHERE d5l."entity_id" = d4.id AND d5l."field" = 'texts' AND d5."language" = $3
                  ORDER BY d5l."order", d5l.id
                  LIMIT 1
                ), d4."name") AS "name",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d6.document_id AS "mark",
                        d6."id" AS "id",
                        d6."document_id" AS "documentId",
                        d6.url AS "url",
                        d6.alternative_text AS "alternativeText",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d6l
                  JOIN "files" d6 ON d6.id = d6l."file_id"
                  WHERE d6l."related_id" = d4.id AND d6l."field" = 'logo' AND d6l."related_type" = 'api::channel.channel'
                  ORDER BY d6l."order", d6l.id
                  LIMIT 1
                ) AS "logo",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d7."id" AS "id",
                        d7."green_tag" AS "greenTag"
                    ) o
                  )
                  FROM "channels_cmps" d7l
                  JOIN "components_label_green_tags" d7 ON d7.id = d7l."cmp_id"
                  WHERE d7l."entity_id" = d4.id AND d7l."field" = 'greenTag'
                  ORDER BY d7l."order", d7l.id
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
            SELECT CASE d8.type
                WHEN 'home.series-home' THEN (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT 'home.series-home'::text AS "__component",
                        d9."id" AS "id",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d10.document_id AS "mark",
                                d10."id" AS "id",
                                d10."document_id" AS "documentId",
                                d10."name" AS "name",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d11.document_id AS "mark",
                                        d11."id" AS "id",
                                        d11."document_id" AS "documentId",
                                        coalesce((
                                          SELECT nullif(d12."name", '')
                                          FROM "channels_cmps" d12l
                                          JOIN "components_language_channel_texts" d12 ON d12.id = d12l."cmp_id"
                                          WHERE d12l."entity_id" = d11.id AND d12l."field" = 'texts' AND d12."language" = $3
                                          ORDER BY d12l."order", d12l.id
                                          LIMIT 1
                                        ), d11."name") AS "name",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d13.document_id AS "mark",
                                                d13."id" AS "id",
                                                d13."document_id" AS "documentId",
                                                d13.url AS "url",
                                                false AS "isUrlSigned"
                                            ) o
                                          )
                                          FROM "files_related_mph" d13l
                                          JOIN "files" d13 ON d13.id = d13l."file_id"
                                          WHERE d13l."related_id" = d11.id AND d13l."field" = 'logo' AND d13l."related_type" = 'api::channel.channel'
                                          ORDER BY d13l."order", d13l.id
                                          LIMIT 1
                                        ) AS "logo",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d14."id" AS "id",
                                                d14."green_tag" AS "greenTag"
                                            ) o
                                          )
                                          FROM "channels_cmps" d14l
                                          JOIN "components_label_green_tags" d14 ON d14.id = d14l."cmp_id"
                                          WHERE d14l."entity_id" = d11.id AND d14l."field" = 'greenTag'
                                          ORDER BY d14l."order", d14l.id
                                          LIMIT 1
                                        ) AS "greenTag"
                                    ) o
                                  ) ORDER BY d11l."channel_ord", d11l.id), '[]'::json)
                                  FROM "series_channels_lnk" d11l
                                  JOIN "channels" d11 ON d11.id = d11l."channel_id"
                                  WHERE d11l."series_id" = d10.id AND d11.published_at IS NOT NULL
                                ) AS "channels",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d15."id" AS "id",
                                        d15."green_tag" AS "greenTag"
                                    ) o
                                  )
                                  FROM "series_cmps" d15l
                                  JOIN "components_label_green_tags" d15 ON d15.id = d15l."cmp_id"
                                  WHERE d15l."entity_id" = d10.id AND d15l."field" = 'greenTag'
                                  ORDER BY d15l."order", d15l.id
                                  LIMIT 1
                                ) AS "greenTag",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d16.document_id AS "mark",
                                        d16."id" AS "id",
                                        d16."document_id" AS "documentId",
                                        d16.url AS "url",
                                        coalesce(nullif(d16.alternative_texts ->> d10.locale, ''), d16.alternative_text) AS "alternativeText",
                                        false AS "isUrlSigned"
                                    ) o
                                  )
                                  FROM "files_related_mph" d16l
                                  JOIN "files" d16 ON d16.id = d16l."file_id"
                                  WHERE d16l."related_id" = d10.id AND d16l."field" = 'cardImage' AND d16l."related_type" = 'api::series.series'
                                  ORDER BY d16l."order", d16l.id
                                  LIMIT 1
                                ) AS "cardImage"
                            ) o
                          )
                          FROM jsonb_array_elements_text(coalesce(d."slots" -> ('tendencies' || '/' || d8.at || '/' || 'serie'), '[]')) WITH ORDINALITY d10l(document, at)
                          JOIN "series" d10 ON d10.document_id = d10l.document AND d10.published_at IS NOT NULL AND d10.locale = d.locale
                          WHERE true AND d10.published_at IS NOT NULL
                          ORDER BY d10l.at
                          LIMIT 1
                        ) AS "serie" OFFSET 0
                    ) o
                    WHERE o."serie" IS NOT NULL
                  )
                  FROM "components_home_series_home" d9
                  WHERE d9.id = d8.id
                )
                WHEN 'home.product-home' THEN (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT 'home.product-home'::text AS "__component",
                        d17."id" AS "id",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d18.document_id AS "mark",
                                d18."id" AS "id",
                                d18."document_id" AS "documentId",
                                d18."title" AS "title",
                                d18."type" AS "type",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d19."id" AS "id",
                                        d19."modality" AS "modality",
                                        d19."duration" AS "duration",
                                        (
                                          SELECT coalesce(json_agg(d20."name" ORDER BY d20l."order", d20l.id), '[]'::json)
                                          FROM "components_product_headers_cmps" d20l
                                          JOIN "components_product_header_languages" d20 ON d20.id = d20l."cmp_id"
                                          WHERE d20l."entity_id" = d19.id AND d20l."field" = 'language'
                                        ) AS "language",
                                        d19."lesson_number" AS "lessonNumber"
                                    ) o
                                  )
                                  FROM "products_cmps" d19l
                                  JOIN "components_product_headers" d19 ON d19.id = d19l."cmp_id"
                                  WHERE d19l."entity_id" = d18.id AND d19l."field" = 'header'
                                  ORDER BY d19l."order", d19l.id
                                  LIMIT 1
                                ) AS "header",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d21.document_id AS "mark",
                                        d21."id" AS "id",
                                        d21."document_id" AS "documentId",
                                        d21."name" AS "name"
                                    ) o
                                  ) ORDER BY d21l."protagonist_ord", d21l.id), '[]'::json)
                                  FROM "products_protagonists_lnk" d21l
                                  JOIN "protagonists" d21 ON d21.id = d21l."protagonist_id"
                                  WHERE d21l."product_id" = d18.id AND d21.published_at IS NOT NULL
                                ) AS "protagonists",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d22.document_id AS "mark",
                                        d22."id" AS "id",
                                        d22."document_id" AS "documentId",
                                        coalesce((
                                          SELECT nullif(d23."name", '')
                                          FROM "channels_cmps" d23l
                                          JOIN "components_language_channel_texts" d23 ON d23.id = d23l."cmp_id"
                                          WHERE d23l."entity_id" = d22.id AND d23l."field" = 'texts' AND d23."language" = $3
                                          ORDER BY d23l."order", d23l.id
                                          LIMIT 1
                                        ), d22."name") AS "name",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d24.document_id AS "mark",
                                                d24."id" AS "id",
                                                d24."document_id" AS "documentId",
                                                d24.url AS "url",
                                                false AS "isUrlSigned"
                                            ) o
                                          )
                                          FROM "files_related_mph" d24l
                                          JOIN "files" d24 ON d24.id = d24l."file_id"
                                          WHERE d24l."related_id" = d22.id AND d24l."field" = 'logo' AND d24l."related_type" = 'api::channel.channel'
                                          ORDER BY d24l."order", d24l.id
                                          LIMIT 1
                                        ) AS "logo",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d25."id" AS "id",
                                                d25."green_tag" AS "greenTag"
                                            ) o
                                          )
                                          FROM "channels_cmps" d25l
                                          JOIN "components_label_green_tags" d25 ON d25.id = d25l."cmp_id"
                                          WHERE d25l."entity_id" = d22.id AND d25l."field" = 'greenTag'
                                          ORDER BY d25l."order", d25l.id
                                          LIMIT 1
                                        ) AS "greenTag"
                                    ) o
                                  ) ORDER BY d22l."channel_ord", d22l.id), '[]'::json)
                                  FROM "products_channels_lnk" d22l
                                  JOIN "channels" d22 ON d22.id = d22l."channel_id"
                                  WHERE d22l."product_id" = d18.id AND d22.published_at IS NOT NULL
                                ) AS "channels",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d26."id" AS "id",
                                        d26."green_tag" AS "greenTag"
                                    ) o
                                  )
                                  FROM "products_cmps" d26l
                                  JOIN "components_label_green_tags" d26 ON d26.id = d26l."cmp_id"
                                  WHERE d26l."entity_id" = d18.id AND d26l."field" = 'greenTag'
                                  ORDER BY d26l."order", d26l.id
                                  LIMIT 1
                                ) AS "greenTag",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d27.document_id AS "mark",
                                        d27."id" AS "id",
                                        d27."document_id" AS "documentId",
                                        d27.url AS "url",
                                        coalesce(nullif(d27.alternative_texts ->> d18.locale, ''), d27.alternative_text) AS "alternativeText",
                                        false AS "isUrlSigned"
                                    ) o
                                  )
                                  FROM "files_related_mph" d27l
                                  JOIN "files" d27 ON d27.id = d27l."file_id"
                                  WHERE d27l."related_id" = d18.id AND d27l."field" = 'cardImage' AND d27l."related_type" = 'api::product.product'
                                  ORDER BY d27l."order", d27l.id
                                  LIMIT 1
                                ) AS "cardImage"
                            ) o
                          )
                          FROM jsonb_array_elements_text(coalesce(d."slots" -> ('tendencies' || '/' || d8.at || '/' || 'product'), '[]')) WITH ORDINALITY d18l(document, at)
                          JOIN "products" d18 ON d18.document_id = d18l.document AND d18.published_at IS NOT NULL AND d18.locale = d.locale
                          WHERE true AND d18.published_at IS NOT NULL
                          ORDER BY d18l.at
                          LIMIT 1
                        ) AS "product" OFFSET 0
                    ) o
                    WHERE o."product" IS NOT NULL
                  )
                  FROM "components_home_product_home" d17
                  WHERE d17.id = d8.id
                )
                WHEN 'home.live-home' THEN (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT 'home.live-home'::text AS "__component",
                        d28."id" AS "id",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d29.document_id AS "mark",
                                d29."id" AS "id",
                                d29."document_id" AS "documentId",
                                coalesce((
                                  SELECT nullif(d30."title", '')
                                  FROM "lives_cmps" d30l
                                  JOIN "components_language_live_texts" d30 ON d30.id = d30l."cmp_id"
                                  WHERE d30l."entity_id" = d29.id AND d30l."field" = 'texts' AND d30."language" = $3
                                  ORDER BY d30l."order", d30l.id
                                  LIMIT 1
                                ), d29."title") AS "title",
                                coalesce((
                                  SELECT nullif((
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
                                    FROM "components_language_live_texts_cmps" d32l
                                    JOIN "components_live_programs" d32 ON d32.id = d32l."cmp_id"
                                    WHERE d32l."entity_id" = d31.id AND d32l."field" = 'program'
                                  )::text, '[]')::json
                                  FROM "lives_cmps" d31l
                                  JOIN "components_language_live_texts" d31 ON d31.id = d31l."cmp_id"
                                  WHERE d31l."entity_id" = d29.id AND d31l."field" = 'texts' AND d31."language" = $3
                                  ORDER BY d31l."order", d31l.id
                                  LIMIT 1
                                ), (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d35."id" AS "id",
                                        d35."title" AS "title",
                                        (
                                          SELECT coalesce(json_agg((
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d36."id" AS "id",
                                                d36."hour" AS "hour",
                                                d36."about" AS "about",
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
                                                  FROM "components_live_rows_protagonists_lnk" d37l
                                                  JOIN "protagonists" d37 ON d37.id = d37l."protagonist_id"
                                                  WHERE d37l."row_id" = d36.id AND d37.published_at IS NOT NULL
                                                ) AS "protagonists"
                                            ) o
                                          ) ORDER BY d36l."order", d36l.id), '[]'::json)
                                          FROM "components_live_programs_cmps" d36l
                                          JOIN "components_live_rows" d36 ON d36.id = d36l."cmp_id"
                                          WHERE d36l."entity_id" = d35.id AND d36l."field" = 'row'
                                        ) AS "row"
                                    ) o
                                  ) ORDER BY d35l."order", d35l.id), '[]'::json)
                                  FROM "lives_cmps" d35l
                                  JOIN "components_live_programs" d35 ON d35.id = d35l."cmp_id"
                                  WHERE d35l."entity_id" = d29.id AND d35l."field" = 'program'
                                )) AS "program",
                                'Europe/Madrid'::text AS "timeZone",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d38."id" AS "id",
                                        d38."type_live" AS "typeLive",
                                        to_char(d38."start_date", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startDate",
                                        d38."iframe_code" AS "iframeCode"
                                    ) o
                                  )
                                  FROM "lives_cmps" d38l
                                  JOIN "components_live_type_of_lives" d38 ON d38.id = d38l."cmp_id"
                                  WHERE d38l."entity_id" = d29.id AND d38l."field" = 'typeOfLive'
                                  ORDER BY d38l."order", d38l.id
                                  LIMIT 1
                                ) AS "typeOfLive",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d39.document_id AS "mark",
                                        d39."id" AS "id",
                                        d39."document_id" AS "documentId",
                                        d39.url AS "url",
                                        d39.alternative_text AS "alternativeText",
                                        false AS "isUrlSigned"
                                    ) o
                                  )
                                  FROM "files_related_mph" d39l
                                  JOIN "files" d39 ON d39.id = d39l."file_id"
                                  WHERE d39l."related_id" = d29.id AND d39l."field" = 'image' AND d39l."related_type" = 'api::live.live'
                                  ORDER BY d39l."order", d39l.id
                                  LIMIT 1
                                ) AS "image",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d40.document_id AS "mark",
                                        d40."id" AS "id",
                                        d40."document_id" AS "documentId",
                                        d40."name" AS "name"
                                    ) o
                                  ) ORDER BY d40l."protagonist_ord", d40l.id), '[]'::json)
                                  FROM "lives_protagonists_lnk" d40l
                                  JOIN "protagonists" d40 ON d40.id = d40l."protagonist_id"
                                  WHERE d40l."live_id" = d29.id AND d40.published_at IS NOT NULL
                                ) AS "protagonists",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d41.document_id AS "mark",
                                        d41."id" AS "id",
                                        d41."document_id" AS "documentId",
                                        coalesce((
                                          SELECT nullif(d42."name", '')
                                          FROM "channels_cmps" d42l
                                          JOIN "components_language_channel_texts" d42 ON d42.id = d42l."cmp_id"
                                          WHERE d42l."entity_id" = d41.id AND d42l."field" = 'texts' AND d42."language" = $3
                                          ORDER BY d42l."order", d42l.id
                                          LIMIT 1
                                        ), d41."name") AS "name",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d43.document_id AS "mark",
                                                d43."id" AS "id",
                                                d43."document_id" AS "documentId",
                                                d43.url AS "url",
                                                false AS "isUrlSigned"
                                            ) o
                                          )
                                          FROM "files_related_mph" d43l
                                          JOIN "files" d43 ON d43.id = d43l."file_id"
                                          WHERE d43l."related_id" = d41.id AND d43l."field" = 'logo' AND d43l."related_type" = 'api::channel.channel'
                                          ORDER BY d43l."order", d43l.id
                                          LIMIT 1
                                        ) AS "logo",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d44."id" AS "id",
                                                d44."green_tag" AS "greenTag"
                                            ) o
                                          )
                                          FROM "channels_cmps" d44l
                                          JOIN "components_label_green_tags" d44 ON d44.id = d44l."cmp_id"
                                          WHERE d44l."entity_id" = d41.id AND d44l."field" = 'greenTag'
                                          ORDER BY d44l."order", d44l.id
                                          LIMIT 1
                                        ) AS "greenTag"
                                    ) o
                                  ) ORDER BY d41l."channel_ord", d41l.id), '[]'::json)
                                  FROM "lives_channels_lnk" d41l
                                  JOIN "channels" d41 ON d41.id = d41l."channel_id"
                                  WHERE d41l."live_id" = d29.id AND d41.published_at IS NOT NULL
                                ) AS "channels",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d45."id" AS "id",
                                        d45."green_tag" AS "greenTag"
                                    ) o
                                  )
                                  FROM "lives_cmps" d45l
                                  JOIN "components_label_green_tags" d45 ON d45.id = d45l."cmp_id"
                                  WHERE d45l."entity_id" = d29.id AND d45l."field" = 'greenTag'
                                  ORDER BY d45l."order", d45l.id
                                  LIMIT 1
                                ) AS "greenTag"
                            ) o
                          )
                          FROM jsonb_array_elements_text(coalesce(d."slots" -> ('tendencies' || '/' || d8.at || '/' || 'live'), '[]')) WITH ORDINALITY d29l(document, at)
                          JOIN "lives" d29 ON d29.document_id = d29l.document AND d29.published_at IS NOT NULL
                          WHERE true AND d29.published_at IS NOT NULL
                          ORDER BY d29l.at
                          LIMIT 1
                        ) AS "live" OFFSET 0
                    ) o
                    WHERE o."live" IS NOT NULL
                  )
                  FROM "components_home_live_home" d28
                  WHERE d28.id = d8.id
                ) END AS j,
              d8.at AS at
            FROM (
              SELECT l."cmp_id" AS id,
                l."component_type" AS type,
                row_number() OVER (ORDER BY l."order", l.id) - 1 AS at
              FROM "home_pages_cmps" l
              WHERE l."entity_id" = d.id AND l."field" = 'tendencies'
            ) d8 OFFSET 0
          ) q
        ) AS "tendencies",
        (
          SELECT coalesce(json_agg(q.j ORDER BY q.at) FILTER (WHERE q.j IS NOT NULL), '[]'::json)
          FROM (
            SELECT CASE d46.type
                WHEN 'home.series-home' THEN (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT 'home.series-home'::text AS "__component",
                        d47."id" AS "id",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d48.document_id AS "mark",
                                d48."id" AS "id",
                                d48."document_id" AS "documentId",
                                d48."name" AS "name",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d49.document_id AS "mark",
                                        d49."id" AS "id",
                                        d49."document_id" AS "documentId",
                                        coalesce((
                                          SELECT nullif(d50."name", '')
                                          FROM "channels_cmps" d50l
                                          JOIN "components_language_channel_texts" d50 ON d50.id = d50l."cmp_id"
                                          WHERE d50l."entity_id" = d49.id AND d50l."field" = 'texts' AND d50."language" = $3
                                          ORDER BY d50l."order", d50l.id
                                          LIMIT 1
                                        ), d49."name") AS "name",
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
                                          WHERE d51l."related_id" = d49.id AND d51l."field" = 'logo' AND d51l."related_type" = 'api::channel.channel'
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
                                          WHERE d52l."entity_id" = d49.id AND d52l."field" = 'greenTag'
                                          ORDER BY d52l."order", d52l.id
                                          LIMIT 1
                                        ) AS "greenTag"
                                    ) o
                                  ) ORDER BY d49l."channel_ord", d49l.id), '[]'::json)
                                  FROM "series_channels_lnk" d49l
                                  JOIN "channels" d49 ON d49.id = d49l."channel_id"
                                  WHERE d49l."series_id" = d48.id AND d49.published_at IS NOT NULL
                                ) AS "channels",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d53."id" AS "id",
                                        d53."green_tag" AS "greenTag"
                                    ) o
                                  )
                                  FROM "series_cmps" d53l
                                  JOIN "components_label_green_tags" d53 ON d53.id = d53l."cmp_id"
                                  WHERE d53l."entity_id" = d48.id AND d53l."field" = 'greenTag'
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
                                        coalesce(nullif(d54.alternative_texts ->> d48.locale, ''), d54.alternative_text) AS "alternativeText",
                                        false AS "isUrlSigned"
                                    ) o
                                  )
                                  FROM "files_related_mph" d54l
                                  JOIN "files" d54 ON d54.id = d54l."file_id"
                                  WHERE d54l."related_id" = d48.id AND d54l."field" = 'cardImage' AND d54l."related_type" = 'api::series.series'
                                  ORDER BY d54l."order", d54l.id
                                  LIMIT 1
                                ) AS "cardImage"
                            ) o
                          )
                          FROM jsonb_array_elements_text(coalesce(d."slots" -> ('contents' || '/' || d46.at || '/' || 'serie'), '[]')) WITH ORDINALITY d48l(document, at)
                          JOIN "series" d48 ON d48.document_id = d48l.document AND d48.published_at IS NOT NULL AND d48.locale = d.locale
                          WHERE true AND d48.published_at IS NOT NULL
                          ORDER BY d48l.at
                          LIMIT 1
                        ) AS "serie" OFFSET 0
                    ) o
                    WHERE o."serie" IS NOT NULL
                  )
                  FROM "components_home_series_home" d47
                  WHERE d47.id = d46.id
                )
                WHEN 'home.product-home' THEN (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT 'home.product-home'::text AS "__component",
                        d55."id" AS "id",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d56.document_id AS "mark",
                                d56."id" AS "id",
                                d56."document_id" AS "documentId",
                                d56."title" AS "title",
                                d56."type" AS "type",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d57."id" AS "id",
                                        d57."modality" AS "modality",
                                        d57."duration" AS "duration",
                                        (
                                          SELECT coalesce(json_agg(d58."name" ORDER BY d58l."order", d58l.id), '[]'::json)
                                          FROM "components_product_headers_cmps" d58l
                                          JOIN "components_product_header_languages" d58 ON d58.id = d58l."cmp_id"
                                          WHERE d58l."entity_id" = d57.id AND d58l."field" = 'language'
                                        ) AS "language",
                                        d57."lesson_number" AS "lessonNumber"
                                    ) o
                                  )
                                  FROM "products_cmps" d57l
                                  JOIN "components_product_headers" d57 ON d57.id = d57l."cmp_id"
                                  WHERE d57l."entity_id" = d56.id AND d57l."field" = 'header'
                                  ORDER BY d57l."order", d57l.id
                                  LIMIT 1
                                ) AS "header",
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
                                  FROM "products_protagonists_lnk" d59l
                                  JOIN "protagonists" d59 ON d59.id = d59l."protagonist_id"
                                  WHERE d59l."product_id" = d56.id AND d59.published_at IS NOT NULL
                                ) AS "protagonists",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d60.document_id AS "mark",
                                        d60."id" AS "id",
                                        d60."document_id" AS "documentId",
                                        coalesce((
                                          SELECT nullif(d61."name", '')
                                          FROM "channels_cmps" d61l
                                          JOIN "components_language_channel_texts" d61 ON d61.id = d61l."cmp_id"
                                          WHERE d61l."entity_id" = d60.id AND d61l."field" = 'texts' AND d61."language" = $3
                                          ORDER BY d61l."order", d61l.id
                                          LIMIT 1
                                        ), d60."name") AS "name",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d62.document_id AS "mark",
                                                d62."id" AS "id",
                                                d62."document_id" AS "documentId",
                                                d62.url AS "url",
                                                false AS "isUrlSigned"
                                            ) o
                                          )
                                          FROM "files_related_mph" d62l
                                          JOIN "files" d62 ON d62.id = d62l."file_id"
                                          WHERE d62l."related_id" = d60.id AND d62l."field" = 'logo' AND d62l."related_type" = 'api::channel.channel'
                                          ORDER BY d62l."order", d62l.id
                                          LIMIT 1
                                        ) AS "logo",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d63."id" AS "id",
                                                d63."green_tag" AS "greenTag"
                                            ) o
                                          )
                                          FROM "channels_cmps" d63l
                                          JOIN "components_label_green_tags" d63 ON d63.id = d63l."cmp_id"
                                          WHERE d63l."entity_id" = d60.id AND d63l."field" = 'greenTag'
                                          ORDER BY d63l."order", d63l.id
                                          LIMIT 1
                                        ) AS "greenTag"
                                    ) o
                                  ) ORDER BY d60l."channel_ord", d60l.id), '[]'::json)
                                  FROM "products_channels_lnk" d60l
                                  JOIN "channels" d60 ON d60.id = d60l."channel_id"
                                  WHERE d60l."product_id" = d56.id AND d60.published_at IS NOT NULL
                                ) AS "channels",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d64."id" AS "id",
                                        d64."green_tag" AS "greenTag"
                                    ) o
                                  )
                                  FROM "products_cmps" d64l
                                  JOIN "components_label_green_tags" d64 ON d64.id = d64l."cmp_id"
                                  WHERE d64l."entity_id" = d56.id AND d64l."field" = 'greenTag'
                                  ORDER BY d64l."order", d64l.id
                                  LIMIT 1
                                ) AS "greenTag",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d65.document_id AS "mark",
                                        d65."id" AS "id",
                                        d65."document_id" AS "documentId",
                                        d65.url AS "url",
                                        coalesce(nullif(d65.alternative_texts ->> d56.locale, ''), d65.alternative_text) AS "alternativeText",
                                        false AS "isUrlSigned"
                                    ) o
                                  )
                                  FROM "files_related_mph" d65l
                                  JOIN "files" d65 ON d65.id = d65l."file_id"
                                  WHERE d65l."related_id" = d56.id AND d65l."field" = 'cardImage' AND d65l."related_type" = 'api::product.product'
                                  ORDER BY d65l."order", d65l.id
                                  LIMIT 1
                                ) AS "cardImage"
                            ) o
                          )
                          FROM jsonb_array_elements_text(coalesce(d."slots" -> ('contents' || '/' || d46.at || '/' || 'product'), '[]')) WITH ORDINALITY d56l(document, at)
                          JOIN "products" d56 ON d56.document_id = d56l.document AND d56.published_at IS NOT NULL AND d56.locale = d.locale
                          WHERE true AND d56.published_at IS NOT NULL
                          ORDER BY d56l.at
                          LIMIT 1
                        ) AS "product" OFFSET 0
                    ) o
                    WHERE o."product" IS NOT NULL
                  )
                  FROM "components_home_product_home" d55
                  WHERE d55.id = d46.id
                )
                WHEN 'home.live-home' THEN (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT 'home.live-home'::text AS "__component",
                        d66."id" AS "id",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d67.document_id AS "mark",
                                d67."id" AS "id",
                                d67."document_id" AS "documentId",
                                coalesce((
                                  SELECT nullif(d68."title", '')
                                  FROM "lives_cmps" d68l
                                  JOIN "components_language_live_texts" d68 ON d68.id = d68l."cmp_id"
                                  WHERE d68l."entity_id" = d67.id AND d68l."field" = 'texts' AND d68."language" = $3
                                  ORDER BY d68l."order", d68l.id
                                  LIMIT 1
                                ), d67."title") AS "title",
                                coalesce((
                                  SELECT nullif((
                                    SELECT coalesce(json_agg((
                                      SELECT row_to_json(o)
                                      FROM (
                                        SELECT d70."id" AS "id",
                                          d70."title" AS "title",
                                          (
                                            SELECT coalesce(json_agg((
                                              SELECT row_to_json(o)
                                              FROM (
                                                SELECT d71."id" AS "id",
                                                  d71."hour" AS "hour",
                                                  d71."about" AS "about",
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
                                                    FROM "components_live_rows_protagonists_lnk" d72l
                                                    JOIN "protagonists" d72 ON d72.id = d72l."protagonist_id"
                                                    WHERE d72l."row_id" = d71.id AND d72.published_at IS NOT NULL
                                                  ) AS "protagonists"
                                              ) o
                                            ) ORDER BY d71l."order", d71l.id), '[]'::json)
                                            FROM "components_live_programs_cmps" d71l
                                            JOIN "components_live_rows" d71 ON d71.id = d71l."cmp_id"
                                            WHERE d71l."entity_id" = d70.id AND d71l."field" = 'row'
                                          ) AS "row"
                                      ) o
                                    ) ORDER BY d70l."order", d70l.id), '[]'::json)
                                    FROM "components_language_live_texts_cmps" d70l
                                    JOIN "components_live_programs" d70 ON d70.id = d70l."cmp_id"
                                    WHERE d70l."entity_id" = d69.id AND d70l."field" = 'program'
                                  )::text, '[]')::json
                                  FROM "lives_cmps" d69l
                                  JOIN "components_language_live_texts" d69 ON d69.id = d69l."cmp_id"
                                  WHERE d69l."entity_id" = d67.id AND d69l."field" = 'texts' AND d69."language" = $3
                                  ORDER BY d69l."order", d69l.id
                                  LIMIT 1
                                ), (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d73."id" AS "id",
                                        d73."title" AS "title",
                                        (
                                          SELECT coalesce(json_agg((
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d74."id" AS "id",
                                                d74."hour" AS "hour",
                                                d74."about" AS "about",
                                                (
                                                  SELECT coalesce(json_agg((
                                                    SELECT row_to_json(o)
                                                    FROM (
                                                      SELECT d75.document_id AS "mark",
                                                        d75."id" AS "id",
                                                        d75."document_id" AS "documentId",
                                                        d75."name" AS "name"
                                                    ) o
                                                  ) ORDER BY d75l."protagonist_ord", d75l.id), '[]'::json)
                                                  FROM "components_live_rows_protagonists_lnk" d75l
                                                  JOIN "protagonists" d75 ON d75.id = d75l."protagonist_id"
                                                  WHERE d75l."row_id" = d74.id AND d75.published_at IS NOT NULL
                                                ) AS "protagonists"
                                            ) o
                                          ) ORDER BY d74l."order", d74l.id), '[]'::json)
                                          FROM "components_live_programs_cmps" d74l
                                          JOIN "components_live_rows" d74 ON d74.id = d74l."cmp_id"
                                          WHERE d74l."entity_id" = d73.id AND d74l."field" = 'row'
                                        ) AS "row"
                                    ) o
                                  ) ORDER BY d73l."order", d73l.id), '[]'::json)
                                  FROM "lives_cmps" d73l
                                  JOIN "components_live_programs" d73 ON d73.id = d73l."cmp_id"
                                  WHERE d73l."entity_id" = d67.id AND d73l."field" = 'program'
                                )) AS "program",
                                'Europe/Madrid'::text AS "timeZone",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d76."id" AS "id",
                                        d76."type_live" AS "typeLive",
                                        to_char(d76."start_date", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startDate",
                                        d76."iframe_code" AS "iframeCode"
                                    ) o
                                  )
                                  FROM "lives_cmps" d76l
                                  JOIN "components_live_type_of_lives" d76 ON d76.id = d76l."cmp_id"
                                  WHERE d76l."entity_id" = d67.id AND d76l."field" = 'typeOfLive'
                                  ORDER BY d76l."order", d76l.id
                                  LIMIT 1
                                ) AS "typeOfLive",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d77.document_id AS "mark",
                                        d77."id" AS "id",
                                        d77."document_id" AS "documentId",
                                        d77.url AS "url",
                                        d77.alternative_text AS "alternativeText",
                                        false AS "isUrlSigned"
                                    ) o
                                  )
                                  FROM "files_related_mph" d77l
                                  JOIN "files" d77 ON d77.id = d77l."file_id"
                                  WHERE d77l."related_id" = d67.id AND d77l."field" = 'image' AND d77l."related_type" = 'api::live.live'
                                  ORDER BY d77l."order", d77l.id
                                  LIMIT 1
                                ) AS "image",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d78.document_id AS "mark",
                                        d78."id" AS "id",
                                        d78."document_id" AS "documentId",
                                        d78."name" AS "name"
                                    ) o
                                  ) ORDER BY d78l."protagonist_ord", d78l.id), '[]'::json)
                                  FROM "lives_protagonists_lnk" d78l
                                  JOIN "protagonists" d78 ON d78.id = d78l."protagonist_id"
                                  WHERE d78l."live_id" = d67.id AND d78.published_at IS NOT NULL
                                ) AS "protagonists",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d79.document_id AS "mark",
                                        d79."id" AS "id",
                                        d79."document_id" AS "documentId",
                                        coalesce((
                                          SELECT nullif(d80."name", '')
                                          FROM "channels_cmps" d80l
                                          JOIN "components_language_channel_texts" d80 ON d80.id = d80l."cmp_id"
                                          WHERE d80l."entity_id" = d79.id AND d80l."field" = 'texts' AND d80."language" = $3
                                          ORDER BY d80l."order", d80l.id
                                          LIMIT 1
                                        ), d79."name") AS "name",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d81.document_id AS "mark",
                                                d81."id" AS "id",
                                                d81."document_id" AS "documentId",
                                                d81.url AS "url",
                                                false AS "isUrlSigned"
                                            ) o
                                          )
                                          FROM "files_related_mph" d81l
                                          JOIN "files" d81 ON d81.id = d81l."file_id"
                                          WHERE d81l."related_id" = d79.id AND d81l."field" = 'logo' AND d81l."related_type" = 'api::channel.channel'
                                          ORDER BY d81l."order", d81l.id
                                          LIMIT 1
                                        ) AS "logo",
                                        (
                                          SELECT (
                                            SELECT row_to_json(o)
                                            FROM (
                                              SELECT d82."id" AS "id",
                                                d82."green_tag" AS "greenTag"
                                            ) o
                                          )
                                          FROM "channels_cmps" d82l
                                          JOIN "components_label_green_tags" d82 ON d82.id = d82l."cmp_id"
                                          WHERE d82l."entity_id" = d79.id AND d82l."field" = 'greenTag'
                                          ORDER BY d82l."order", d82l.id
                                          LIMIT 1
                                        ) AS "greenTag"
                                    ) o
                                  ) ORDER BY d79l."channel_ord", d79l.id), '[]'::json)
                                  FROM "lives_channels_lnk" d79l
                                  JOIN "channels" d79 ON d79.id = d79l."channel_id"
                                  WHERE d79l."live_id" = d67.id AND d79.published_at IS NOT NULL
                                ) AS "channels",
                                (
                                  SELECT (
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d83."id" AS "id",
                                        d83."green_tag" AS "greenTag"
                                    ) o
                                  )
                                  FROM "lives_cmps" d83l
                                  JOIN "components_label_green_tags" d83 ON d83.id = d83l."cmp_id"
                                  WHERE d83l."entity_id" = d67.id AND d83l."field" = 'greenTag'
                                  ORDER BY d83l."order", d83l.id
                                  LIMIT 1
                                ) AS "greenTag"
                            ) o
                          )
                          FROM jsonb_array_elements_text(coalesce(d."slots" -> ('contents' || '/' || d46.at || '/' || 'live'), '[]')) WITH ORDINALITY d67l(document, at)
                          JOIN "lives" d67 ON d67.document_id = d67l.document AND d67.published_at IS NOT NULL
                          WHERE true AND d67.published_at IS NOT NULL
                          ORDER BY d67l.at
                          LIMIT 1
                        ) AS "live" OFFSET 0
                    ) o
                    WHERE o."live" IS NOT NULL
                  )
                  FROM "components_home_live_home" d66
                  WHERE d66.id = d46.id
                ) END AS j,
              d46.at AS at
            FROM (
              SELECT l."cmp_id" AS id,
                l."component_type" AS type,
                row_number() OVER (ORDER BY l."order", l.id) - 1 AS at
              FROM "home_pages_cmps" l
              WHERE l."entity_id" = d.id AND l."field" = 'contents'
            ) d46 OFFSET 0
          ) q
        ) AS "contents",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d84.document_id AS "mark",
                d84."id" AS "id",
                d84."document_id" AS "documentId",
                d84.url AS "url",
                coalesce(nullif(d84.alternative_texts ->> d.locale, ''), d84.alternative_text) AS "alternativeText",
                false AS "isUrlSigned"
            ) o
          ) ORDER BY d84l."order", d84l.id), '[]'::json)
          FROM "files_related_mph" d84l
          JOIN "files" d84 ON d84.id = d84l."file_id"
          WHERE d84l."related_id" = d.id AND d84l."field" = 'imagenPlan' AND d84l."related_type" = 'api::home-page.home-page'
        ) AS "imagenPlan",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d85."id" AS "id",
                d85."title" AS "title",
                d85."description" AS "description"
            ) o
          ) ORDER BY d85l."order", d85l.id), '[]'::json)
          FROM "home_pages_cmps" d85l
          JOIN "components_page_plan_type" d85 ON d85.id = d85l."cmp_id"
          WHERE d85l."entity_id" = d.id AND d85l."field" = 'planTypes'
        ) AS "planTypes",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d86."id" AS "id",
                d86."title" AS "title",
                d86."description" AS "description",
                d86."author" AS "author",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d87.document_id AS "mark",
                        d87."id" AS "id",
                        d87."document_id" AS "documentId",
                        d87."name" AS "name",
                        coalesce(nullif(d87.alternative_texts ->> d.locale, ''), d87.alternative_text) AS "alternativeText",
                        d87."caption" AS "caption",
                        d87."width" AS "width",
                        d87."height" AS "height",
                        CASE
                          WHEN d87.mime NOT LIKE 'image/%' THEN NULL
                          WHEN jsonb_typeof((d87.formats -> 'thumbnail')) = 'object' THEN json_build_object('thumbnail', json_build_object('ext', (d87.formats -> 'thumbnail') -> 'ext', 'url', ((d87.formats -> 'thumbnail') ->> 'url'), 'hash', (d87.formats -> 'thumbnail') -> 'hash', 'mime', (d87.formats -> 'thumbnail') -> 'mime', 'name', (d87.formats -> 'thumbnail') -> 'name', 'path', (d87.formats -> 'thumbnail') -> 'path', 'size', (d87.formats -> 'thumbnail') -> 'size', 'width', (d87.formats -> 'thumbnail') -> 'width', 'height', (d87.formats -> 'thumbnail') -> 'height', 'sizeInBytes', coalesce(((d87.formats -> 'thumbnail') ->> 'sizeInBytes')::float8, floor(((d87.formats -> 'thumbnail') ->> 'size')::float8 * 1000 + 0.5)), 'isUrlSigned', false))
                          ELSE json_build_object('thumbnail', json_build_object('ext', d87.ext, 'url', d87.url, 'hash', d87.hash, 'mime', d87.mime, 'name', d87.name, 'path', NULL::text, 'size', d87.size::float8, 'width', d87.width, 'height', d87.height, 'sizeInBytes', floor(d87.size::float8 * 1000 + 0.5), 'isUrlSigned', false)) END AS "formats",
                        d87."hash" AS "hash",
                        d87."ext" AS "ext",
                        d87."mime" AS "mime",
                        d87."size"::float8 AS "size",
                        d87.url AS "url",
                        d87.preview_url AS "previewUrl",
                        d87."provider" AS "provider",
                        d87."provider_metadata" AS "provider_metadata",
                        d87."folder_path" AS "folderPath",
                        to_char(d87."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
                        to_char(d87."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
                        to_char(d87."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
                        NULL::text AS "locale",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d87l
                  JOIN "files" d87 ON d87.id = d87l."file_id"
                  WHERE d87l."related_id" = d86.id AND d87l."field" = 'image' AND d87l."related_type" = 'shared.seo'
                  ORDER BY d87l."order", d87l.id
                  LIMIT 1
                ) AS "image"
            ) o
          )
          FROM "home_pages_cmps" d86l
          JOIN "components_shared_seos" d86 ON d86.id = d86l."cmp_id"
          WHERE d86l."entity_id" = d.id AND d86l."field" = 'seo'
          ORDER BY d86l."order", d86l.id
          LIMIT 1
        ) AS "seo"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "home_pages" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND coalesce(d.locale, '') = w.locale
