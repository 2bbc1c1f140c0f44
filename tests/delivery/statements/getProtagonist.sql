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
                        d8."name" AS "name",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d9.document_id AS "mark",
                                d9."id" AS "id",
                                d9."document_id" AS "documentId",
                                d9.url AS "url",
                                false AS "isUrlSigned"
                            ) o
                          )
                          FROM "files_related_mph" d9l
                          JOIN "files" d9 ON d9.id = d9l."file_id"
                          WHERE d9l."related_id" = d8.id AND d9l."field" = 'logo' AND d9l."related_type" = 'api::channel.channel'
                          ORDER BY d9l."order", d9l.id
                          LIMIT 1
                        ) AS "logo",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d10."id" AS "id",
                                d10."green_tag" AS "greenTag"
                            ) o
                          )
                          FROM "channels_cmps" d10l
                          JOIN "components_label_green_tags" d10 ON d10.id = d10l."cmp_id"
                          WHERE d10l."entity_id" = d8.id AND d10l."field" = 'greenTag'
                          ORDER BY d10l."order", d10l.id
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
              SELECT d11.document_id AS "mark",
                d11."id" AS "id",
                d11."document_id" AS "documentId",
                d11."title" AS "title",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d12.document_id AS "mark",
                        d12."id" AS "id",
                        d12."document_id" AS "documentId",
                        d12.url AS "url",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d12l
                  JOIN "files" d12 ON d12.id = d12l."file_id"
                  WHERE d12l."related_id" = d11.id AND d12l."field" = 'cardImage' AND d12l."related_type" = 'api::product.product'
                  ORDER BY d12l."order", d12l.id
                  LIMIT 1
                ) AS "cardImage",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d13."id" AS "id",
                        d13."green_tag" AS "greenTag"
                    ) o
                  )
                  FROM "products_cmps" d13l
                  JOIN "components_label_green_tags" d13 ON d13.id = d13l."cmp_id"
                  WHERE d13l."entity_id" = d11.id AND d13l."field" = 'greenTag'
                  ORDER BY d13l."order", d13l.id
                  LIMIT 1
                ) AS "greenTag",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d14.document_id AS "mark",
                        d14."id" AS "id",
                        d14."document_id" AS "documentId",
                        d14."name" AS "name",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d15.document_id AS "mark",
                                d15."id" AS "id",
                                d15."document_id" AS "documentId",
                                d15.url AS "url",
                                false AS "isUrlSigned"
                            ) o
                          )
                          FROM "files_related_mph" d15l
                          JOIN "files" d15 ON d15.id = d15l."file_id"
                          WHERE d15l."related_id" = d14.id AND d15l."field" = 'logo' AND d15l."related_type" = 'api::channel.channel'
                          ORDER BY d15l."order", d15l.id
                          LIMIT 1
                        ) AS "logo",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d16."id" AS "id",
                                d16."green_tag" AS "greenTag"
                            ) o
                          )
                          FROM "channels_cmps" d16l
                          JOIN "components_label_green_tags" d16 ON d16.id = d16l."cmp_id"
                          WHERE d16l."entity_id" = d14.id AND d16l."field" = 'greenTag'
                          ORDER BY d16l."order", d16l.id
                          LIMIT 1
                        ) AS "greenTag"
                    ) o
                  ) ORDER BY d14l."channel_ord", d14l.id), '[]'::json)
                  FROM "products_channels_lnk" d14l
                  JOIN "channels" d14 ON d14.id = d14l."channel_id"
                  WHERE d14l."product_id" = d11.id AND d14.published_at IS NOT NULL
                ) AS "channels"
            ) o
          ) ORDER BY d11."order", d11."document_id", d11l."product_ord", d11l.id), '[]'::json)
          FROM "products_protagonists_lnk" d11l
          JOIN "products" d11 ON d11.id = d11l."product_id"
          WHERE d11l."protagonist_id" = d.id AND d11.published_at IS NOT NULL AND d11."type" IN ('Máster')
        ) AS "masters",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d17.document_id AS "mark",
                d17."id" AS "id",
                d17."document_id" AS "documentId",
                d17."name" AS "title",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d18.document_id AS "mark",
                        d18."id" AS "id",
                        d18."document_id" AS "documentId",
                        d18.url AS "url",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d18l
                  JOIN "files" d18 ON d18.id = d18l."file_id"
                  WHERE d18l."related_id" = d17.id AND d18l."field" = 'cardImage' AND d18l."related_type" = 'api::series.series'
                  ORDER BY d18l."order", d18l.id
                  LIMIT 1
                ) AS "cardImage",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d19."id" AS "id",
                        d19."green_tag" AS "greenTag"
                    ) o
                  )
                  FROM "series_cmps" d19l
                  JOIN "components_label_green_tags" d19 ON d19.id = d19l."cmp_id"
                  WHERE d19l."entity_id" = d17.id AND d19l."field" = 'greenTag'
                  ORDER BY d19l."order", d19l.id
                  LIMIT 1
                ) AS "greenTag",
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
                  FROM "series_channels_lnk" d20l
                  JOIN "channels" d20 ON d20.id = d20l."channel_id"
                  WHERE d20l."series_id" = d17.id AND d20.published_at IS NOT NULL
                ) AS "channels"
            ) o
          ) ORDER BY d17."order", d17."document_id", d17l."series_ord", d17l.id), '[]'::json)
          FROM "series_protagonists_lnk" d17l
          JOIN "series" d17 ON d17.id = d17l."series_id"
          WHERE d17l."protagonist_id" = d.id AND d17.published_at IS NOT NULL
        ) AS "series",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d23.document_id AS "mark",
                d23."id" AS "id",
                d23."document_id" AS "documentId",
                coalesce((
                  SELECT nullif(d25."title", '')
                  FROM "lives_cmps" d25l
                  JOIN "components_language_live_texts" d25 ON d25.id = d25l."cmp_id"
                  WHERE d25l."entity_id" = d23.id AND d25l."field" = 'texts' AND d25."language" = $3
                  ORDER BY d25l."order", d25l.id
                  LIMIT 1
                ), d23."title") AS "title",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d26.document_id AS "mark",
                        d26."id" AS "id",
                        d26."document_id" AS "documentId",
                        d26.url AS "url",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d26l
                  JOIN "files" d26 ON d26.id = d26l."file_id"
                  WHERE d26l."related_id" = d23.id AND d26l."field" = 'image' AND d26l."related_type" = 'api::live.live'
                  ORDER BY d26l."order", d26l.id
                  LIMIT 1
                ) AS "cardImage",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d27."id" AS "id",
                        d27."green_tag" AS "greenTag"
                    ) o
                  )
                  FROM "lives_cmps" d27l
                  JOIN "components_label_green_tags" d27 ON d27.id = d27l."cmp_id"
                  WHERE d27l."entity_id" = d23.id AND d27l."field" = 'greenTag'
                  ORDER BY d27l."order", d27l.id
                  LIMIT 1
                ) AS "greenTag",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d28.document_id AS "mark",
                        d28."id" AS "id",
                        d28."document_id" AS "documentId",
                        d28."name" AS "name",
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
                          WHERE d29l."related_id" = d28.id AND d29l."field" = 'logo' AND d29l."related_type" = 'api::channel.channel'
                          ORDER BY d29l."order", d29l.id
                          LIMIT 1
                        ) AS "logo",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d30."id" AS "id",
                                d30."green_tag" AS "greenTag"
                            ) o
                          )
                          FROM "channels_cmps" d30l
                          JOIN "components_label_green_tags" d30 ON d30.id = d30l."cmp_id"
                          WHERE d30l."entity_id" = d28.id AND d30l."field" = 'greenTag'
                          ORDER BY d30l."order", d30l.id
                          LIMIT 1
                        ) AS "greenTag"
                    ) o
                  ) ORDER BY d28l."channel_ord", d28l.id), '[]'::json)
                  FROM "lives_channels_lnk" d28l
                  JOIN "channels" d28 ON d28.id = d28l."channel_id"
                  WHERE d28l."live_id" = d23.id AND d28.published_at IS NOT NULL
                ) AS "channels"
            ) o
          ) ORDER BY d23."order", d23."document_id", d23.id), '[]'::json)
          FROM "lives" d23
          WHERE d23.id IN (
            SELECT l."live_id"
            FROM "lives_protagonists_lnk" l
            JOIN "protagonists" d24 ON d24.id = l."protagonist_id"
            WHERE d24.document_id = d.document_id
          ) AND d23.published_at IS NOT NULL
        ) AS "lives"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "protagonists" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale
