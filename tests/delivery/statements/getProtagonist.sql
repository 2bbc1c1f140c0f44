-- api::protagonist.protagonist
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id || '#0' AS "mark",
        d."id" AS "id",
        d."document_id" AS "documentId",
        d."name" AS "name",
        d."cv" AS "cv",
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
          WHERE d1l."related_id" = d.id AND d1l."field" = 'image' AND d1l."related_type" = 'api::protagonist.protagonist'
          ORDER BY d1l."order", d1l.id
          LIMIT 1
        ) AS "image",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d2."id" AS "id",
                d2."green_tag" AS "greenTag"
            ) o
          )
          FROM "protagonists_cmps" d2l
          JOIN "components_label_green_tags" d2 ON d2.id = d2l."cmp_id"
          WHERE d2l."entity_id" = d.id AND d2l."field" = 'greenTag'
          ORDER BY d2l."order", d2l.id
          LIMIT 1
        ) AS "greenTag",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d3."id" AS "id",
                d3."title" AS "title",
                d3."description" AS "description",
                d3."author" AS "author",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d4.document_id AS "mark",
                        d4."id" AS "id",
                        d4."document_id" AS "documentId",
                        d4.url AS "url",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d4l
                  JOIN "files" d4 ON d4.id = d4l."file_id"
                  WHERE d4l."related_id" = d3.id AND d4l."field" = 'image' AND d4l."related_type" = 'shared.seo'
                  ORDER BY d4l."order", d4l.id
                  LIMIT 1
                ) AS "image"
            ) o
          )
          FROM "protagonists_cmps" d3l
          JOIN "components_shared_seos" d3 ON d3.id = d3l."cmp_id"
          WHERE d3l."entity_id" = d.id AND d3l."field" = 'seo'
          ORDER BY d3l."order", d3l.id
          LIMIT 1
        ) AS "seo",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d5.document_id AS "mark",
                d5."id" AS "id",
                d5."document_id" AS "documentId",
                d5."title" AS "title",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d6.document_id AS "mark",
                        d6."id" AS "id",
                        d6."document_id" AS "documentId",
                        d6.url AS "url",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d6l
                  JOIN "files" d6 ON d6.id = d6l."file_id"
                  WHERE d6l."related_id" = d5.id AND d6l."field" = 'cardImage' AND d6l."related_type" = 'api::product.product'
                  ORDER BY d6l."order", d6l.id
                  LIMIT 1
                ) AS "cardImage",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d7."id" AS "id",
                        d7."green_tag" AS "greenTag"
                    ) o
                  )
                  FROM "products_cmps" d7l
                  JOIN "components_label_green_tags" d7 ON d7.id = d7l."cmp_id"
                  WHERE d7l."entity_id" = d5.id AND d7l."field" = 'greenTag'
                  ORDER BY d7l."order", d7l.id
                  LIMIT 1
                ) AS "greenTag",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d8.document_id AS "mark",
                        d8."id" AS "id",
                        d8."document_id" AS "documentId",
                        coalesce((
                          SELECT nullif(d9."name", '')
                          FROM "channels_cmps" d9l
                          JOIN "components_language_channel_texts" d9 ON d9.id = d9l."cmp_id"
                          WHERE d9l."entity_id" = d8.id AND d9l."field" = 'texts' AND d9."language" = $3
                          ORDER BY d9l."order", d9l.id
                          LIMIT 1
                        ), d8."name") AS "name",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d10.document_id AS "mark",
                                d10."id" AS "id",
                                d10."document_id" AS "documentId",
                                d10.url AS "url",
                                false AS "isUrlSigned"
                            ) o
                          )
                          FROM "files_related_mph" d10l
                          JOIN "files" d10 ON d10.id = d10l."file_id"
                          WHERE d10l."related_id" = d8.id AND d10l."field" = 'logo' AND d10l."related_type" = 'api::channel.channel'
                          ORDER BY d10l."order", d10l.id
                          LIMIT 1
                        ) AS "logo",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d11."id" AS "id",
                                d11."green_tag" AS "greenTag"
                            ) o
                          )
                          FROM "channels_cmps" d11l
                          JOIN "components_label_green_tags" d11 ON d11.id = d11l."cmp_id"
                          WHERE d11l."entity_id" = d8.id AND d11l."field" = 'greenTag'
                          ORDER BY d11l."order", d11l.id
                          LIMIT 1
                        ) AS "greenTag"
                    ) o
                  ) ORDER BY d8l."channel_ord", d8l.id), '[]'::json)
                  FROM "products_channels_lnk" d8l
                  JOIN "channels" d8 ON d8.id = d8l."channel_id"
                  WHERE d8l."product_id" = d5.id AND d8.published_at IS NOT NULL
                ) AS "channels"
            ) o
          ) ORDER BY d5."order", d5."document_id", d5l."product_ord", d5l.id), '[]'::json)
          FROM "products_protagonists_lnk" d5l
          JOIN "products" d5 ON d5.id = d5l."product_id"
          WHERE d5l."protagonist_id" = d.id AND d5.published_at IS NOT NULL AND d5."type" IN ('Curso corto', 'Programa largo', 'Curso presencial')
        ) AS "courses",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d12.document_id AS "mark",
                d12."id" AS "id",
                d12."document_id" AS "documentId",
                d12."title" AS "title",
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
                  WHERE d13l."related_id" = d12.id AND d13l."field" = 'cardImage' AND d13l."related_type" = 'api::product.product'
                  ORDER BY d13l."order", d13l.id
                  LIMIT 1
                ) AS "cardImage",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d14."id" AS "id",
                        d14."green_tag" AS "greenTag"
                    ) o
                  )
                  FROM "products_cmps" d14l
                  JOIN "components_label_green_tags" d14 ON d14.id = d14l."cmp_id"
                  WHERE d14l."entity_id" = d12.id AND d14l."field" = 'greenTag'
                  ORDER BY d14l."order", d14l.id
                  LIMIT 1
                ) AS "greenTag",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d15.document_id AS "mark",
                        d15."id" AS "id",
                        d15."document_id" AS "documentId",
                        coalesce((
                          SELECT nullif(d16."name", '')
                          FROM "channels_cmps" d16l
                          JOIN "components_language_channel_texts" d16 ON d16.id = d16l."cmp_id"
                          WHERE d16l."entity_id" = d15.id AND d16l."field" = 'texts' AND d16."language" = $3
                          ORDER BY d16l."order", d16l.id
                          LIMIT 1
                        ), d15."name") AS "name",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d17.document_id AS "mark",
                                d17."id" AS "id",
                                d17."document_id" AS "documentId",
                                d17.url AS "url",
                                false AS "isUrlSigned"
                            ) o
                          )
                          FROM "files_related_mph" d17l
                          JOIN "files" d17 ON d17.id = d17l."file_id"
                          WHERE d17l."related_id" = d15.id AND d17l."field" = 'logo' AND d17l."related_type" = 'api::channel.channel'
                          ORDER BY d17l."order", d17l.id
                          LIMIT 1
                        ) AS "logo",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d18."id" AS "id",
                                d18."green_tag" AS "greenTag"
                            ) o
                          )
                          FROM "channels_cmps" d18l
                          JOIN "components_label_green_tags" d18 ON d18.id = d18l."cmp_id"
                          WHERE d18l."entity_id" = d15.id AND d18l."field" = 'greenTag'
                          ORDER BY d18l."order", d18l.id
                          LIMIT 1
                        ) AS "greenTag"
                    ) o
                  ) ORDER BY d15l."channel_ord", d15l.id), '[]'::json)
                  FROM "products_channels_lnk" d15l
                  JOIN "channels" d15 ON d15.id = d15l."channel_id"
                  WHERE d15l."product_id" = d12.id AND d15.published_at IS NOT NULL
                ) AS "channels"
            ) o
          ) ORDER BY d12."order", d12."document_id", d12l."product_ord", d12l.id), '[]'::json)
          FROM "products_protagonists_lnk" d12l
          JOIN "products" d12 ON d12.id = d12l."product_id"
          WHERE d12l."protagonist_id" = d.id AND d12.published_at IS NOT NULL AND d12."type" IN ('Máster')
        ) AS "masters",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d19.document_id AS "mark",
                d19."id" AS "id",
                d19."document_id" AS "documentId",
                d19."name" AS "title",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d20.document_id AS "mark",
                        d20."id" AS "id",
                        d20."document_id" AS "documentId",
                        d20.url AS "url",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d20l
                  JOIN "files" d20 ON d20.id = d20l."file_id"
                  WHERE d20l."related_id" = d19.id AND d20l."field" = 'cardImage' AND d20l."related_type" = 'api::series.series'
                  ORDER BY d20l."order", d20l.id
                  LIMIT 1
                ) AS "cardImage",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d21."id" AS "id",
                        d21."green_tag" AS "greenTag"
                    ) o
                  )
                  FROM "series_cmps" d21l
                  JOIN "components_label_green_tags" d21 ON d21.id = d21l."cmp_id"
                  WHERE d21l."entity_id" = d19.id AND d21l."field" = 'greenTag'
                  ORDER BY d21l."order", d21l.id
                  LIMIT 1
                ) AS "greenTag",
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
                  FROM "series_channels_lnk" d22l
                  JOIN "channels" d22 ON d22.id = d22l."channel_id"
                  WHERE d22l."series_id" = d19.id AND d22.published_at IS NOT NULL
                ) AS "channels"
            ) o
          ) ORDER BY d19."order", d19."document_id", d19l."series_ord", d19l.id), '[]'::json)
          FROM "series_protagonists_lnk" d19l
          JOIN "series" d19 ON d19.id = d19l."series_id"
          WHERE d19l."protagonist_id" = d.id AND d19.published_at IS NOT NULL
        ) AS "series",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d26.document_id AS "mark",
                d26."id" AS "id",
                d26."document_id" AS "documentId",
                coalesce((
                  SELECT nullif(d28."title", '')
                  FROM "lives_cmps" d28l
                  JOIN "components_language_live_texts" d28 ON d28.id = d28l."cmp_id"
                  WHERE d28l."entity_id" = d26.id AND d28l."field" = 'texts' AND d28."language" = $3
                  ORDER BY d28l."order", d28l.id
                  LIMIT 1
                ), d26."title") AS "title",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d29.document_id AS "mark",
                        d29."id" AS "id",
                        d29."document_id" AS "documentId",
                        d29.url AS "url",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d29l
                  JOIN "files" d29 ON d29.id = d29l."file_id"
                  WHERE d29l."related_id" = d26.id AND d29l."field" = 'image' AND d29l."related_type" = 'api::live.live'
                  ORDER BY d29l."order", d29l.id
                  LIMIT 1
                ) AS "cardImage",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d30."id" AS "id",
                        d30."green_tag" AS "greenTag"
                    ) o
                  )
                  FROM "lives_cmps" d30l
                  JOIN "components_label_green_tags" d30 ON d30.id = d30l."cmp_id"
                  WHERE d30l."entity_id" = d26.id AND d30l."field" = 'greenTag'
                  ORDER BY d30l."order", d30l.id
                  LIMIT 1
                ) AS "greenTag",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d31.document_id AS "mark",
                        d31."id" AS "id",
                        d31."document_id" AS "documentId",
                        coalesce((
                          SELECT nullif(d32."name", '')
                          FROM "channels_cmps" d32l
                          JOIN "components_language_channel_texts" d32 ON d32.id = d32l."cmp_id"
                          WHERE d32l."entity_id" = d31.id AND d32l."field" = 'texts' AND d32."language" = $3
                          ORDER BY d32l."order", d32l.id
                          LIMIT 1
                        ), d31."name") AS "name",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d33.document_id AS "mark",
                                d33."id" AS "id",
                                d33."document_id" AS "documentId",
                                d33.url AS "url",
                                false AS "isUrlSigned"
                            ) o
                          )
                          FROM "files_related_mph" d33l
                          JOIN "files" d33 ON d33.id = d33l."file_id"
                          WHERE d33l."related_id" = d31.id AND d33l."field" = 'logo' AND d33l."related_type" = 'api::channel.channel'
                          ORDER BY d33l."order", d33l.id
                          LIMIT 1
                        ) AS "logo",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d34."id" AS "id",
                                d34."green_tag" AS "greenTag"
                            ) o
                          )
                          FROM "channels_cmps" d34l
                          JOIN "components_label_green_tags" d34 ON d34.id = d34l."cmp_id"
                          WHERE d34l."entity_id" = d31.id AND d34l."field" = 'greenTag'
                          ORDER BY d34l."order", d34l.id
                          LIMIT 1
                        ) AS "greenTag"
                    ) o
                  ) ORDER BY d31l."channel_ord", d31l.id), '[]'::json)
                  FROM "lives_channels_lnk" d31l
                  JOIN "channels" d31 ON d31.id = d31l."channel_id"
                  WHERE d31l."live_id" = d26.id AND d31.published_at IS NOT NULL
                ) AS "channels"
            ) o
          ) ORDER BY d26."order", d26."document_id", d26.id), '[]'::json)
          FROM "lives" d26
          WHERE d26.id IN (
            SELECT l."live_id"
            FROM "lives_protagonists_lnk" l
            JOIN "protagonists" d27 ON d27.id = l."protagonist_id"
            WHERE d27.document_id = d.document_id
          ) AND d26.published_at IS NOT NULL
        ) AS "lives"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "protagonists" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND coalesce(d.locale, '') = w.locale
