-- api::channel.channel
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id || '#0' AS "mark",
        d."id" AS "id",
        d."document_id" AS "documentId",
        d."name" AS "name",
        d."description" AS "description",
        d."slug" AS "slug",
        d."type" AS "type",
        to_char(d."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
        to_char(d."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
        to_char(d."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
        NULL::text AS "locale",
        d."order" AS "order",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d1.document_id AS "mark_of",
                d1."slug" AS "value"
            ) o
          ) ORDER BY d1."order", d1."slug", d1l."vertical_ord", d1l.id), '[]'::json)
          FROM "channels_verticals_lnk" d1l
          JOIN "verticals" d1 ON d1.id = d1l."vertical_id"
          WHERE d1l."channel_id" = d.id
        ) AS "vertical",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d2.document_id AS "mark",
                d2."id" AS "id",
                d2."document_id" AS "documentId",
                d2."name" AS "name",
                d2.alternative_text AS "alternativeText",
                d2."caption" AS "caption",
                d2."width" AS "width",
                d2."height" AS "height",
                CASE
                  WHEN d2.mime NOT LIKE 'image/%' THEN NULL
                  WHEN jsonb_typeof((d2.formats -> 'thumbnail')) = 'object' THEN json_build_object('thumbnail', json_build_object('ext', (d2.formats -> 'thumbnail') -> 'ext', 'url', ((d2.formats -> 'thumbnail') ->> 'url'), 'hash', (d2.formats -> 'thumbnail') -> 'hash', 'mime', (d2.formats -> 'thumbnail') -> 'mime', 'name', (d2.formats -> 'thumbnail') -> 'name', 'path', (d2.formats -> 'thumbnail') -> 'path', 'size', (d2.formats -> 'thumbnail') -> 'size', 'width', (d2.formats -> 'thumbnail') -> 'width', 'height', (d2.formats -> 'thumbnail') -> 'height', 'sizeInBytes', coalesce(((d2.formats -> 'thumbnail') ->> 'sizeInBytes')::float8, floor(((d2.formats -> 'thumbnail') ->> 'size')::float8 * 1000 + 0.5)), 'isUrlSigned', false))
                  ELSE json_build_object('thumbnail', json_build_object('ext', d2.ext, 'url', d2.url, 'hash', d2.hash, 'mime', d2.mime, 'name', d2.name, 'path', NULL::text, 'size', d2.size::float8, 'width', d2.width, 'height', d2.height, 'sizeInBytes', floor(d2.size::float8 * 1000 + 0.5), 'isUrlSigned', false)) END AS "formats",
                d2."hash" AS "hash",
                d2."ext" AS "ext",
                d2."mime" AS "mime",
                d2."size"::float8 AS "size",
                d2.url AS "url",
                d2.preview_url AS "previewUrl",
                d2."provider" AS "provider",
                d2."provider_metadata" AS "provider_metadata",
                d2."folder_path" AS "folderPath",
                to_char(d2."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
                to_char(d2."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
                to_char(d2."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
                NULL::text AS "locale",
                false AS "isUrlSigned"
            ) o
          )
          FROM "files_related_mph" d2l
          JOIN "files" d2 ON d2.id = d2l."file_id"
          WHERE d2l."related_id" = d.id AND d2l."field" = 'logo' AND d2l."related_type" = 'api::channel.channel'
          ORDER BY d2l."order", d2l.id
          LIMIT 1
        ) AS "logo",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d3.document_id AS "mark",
                d3."id" AS "id",
                d3."document_id" AS "documentId",
                d3."name" AS "name",
                d3.alternative_text AS "alternativeText",
                d3."caption" AS "caption",
                d3."width" AS "width",
                d3."height" AS "height",
                CASE
                  WHEN d3.mime NOT LIKE 'image/%' THEN NULL
                  WHEN jsonb_typeof((d3.formats -> 'thumbnail')) = 'object' THEN json_build_object('thumbnail', json_build_object('ext', (d3.formats -> 'thumbnail') -> 'ext', 'url', ((d3.formats -> 'thumbnail') ->> 'url'), 'hash', (d3.formats -> 'thumbnail') -> 'hash', 'mime', (d3.formats -> 'thumbnail') -> 'mime', 'name', (d3.formats -> 'thumbnail') -> 'name', 'path', (d3.formats -> 'thumbnail') -> 'path', 'size', (d3.formats -> 'thumbnail') -> 'size', 'width', (d3.formats -> 'thumbnail') -> 'width', 'height', (d3.formats -> 'thumbnail') -> 'height', 'sizeInBytes', coalesce(((d3.formats -> 'thumbnail') ->> 'sizeInBytes')::float8, floor(((d3.formats -> 'thumbnail') ->> 'size')::float8 * 1000 + 0.5)), 'isUrlSigned', false))
                  ELSE json_build_object('thumbnail', json_build_object('ext', d3.ext, 'url', d3.url, 'hash', d3.hash, 'mime', d3.mime, 'name', d3.name, 'path', NULL::text, 'size', d3.size::float8, 'width', d3.width, 'height', d3.height, 'sizeInBytes', floor(d3.size::float8 * 1000 + 0.5), 'isUrlSigned', false)) END AS "formats",
                d3."hash" AS "hash",
                d3."ext" AS "ext",
                d3."mime" AS "mime",
                d3."size"::float8 AS "size",
                d3.url AS "url",
                d3.preview_url AS "previewUrl",
                d3."provider" AS "provider",
                d3."provider_metadata" AS "provider_metadata",
                d3."folder_path" AS "folderPath",
                to_char(d3."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
                to_char(d3."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
                to_char(d3."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
                NULL::text AS "locale",
                false AS "isUrlSigned"
            ) o
          )
          FROM "files_related_mph" d3l
          JOIN "files" d3 ON d3.id = d3l."file_id"
          WHERE d3l."related_id" = d.id AND d3l."field" = 'backgroundImage' AND d3l."related_type" = 'api::channel.channel'
          ORDER BY d3l."order", d3l.id
          LIMIT 1
        ) AS "backgroundImage",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d4."id" AS "id",
                d4."title" AS "title",
                d4."m_3_u_8_link" AS "m3u8Link",
                d4."company" AS "company"
            ) o
          )
          FROM "channels_cmps" d4l
          JOIN "components_shared_head_videos" d4 ON d4.id = d4l."cmp_id"
          WHERE d4l."entity_id" = d.id AND d4l."field" = 'headVideo'
          ORDER BY d4l."order", d4l.id
          LIMIT 1
        ) AS "headVideo",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d5."id" AS "id",
                d5."slider_name" AS "sliderName"
            ) o
          ) ORDER BY d5l."order", d5l.id), '[]'::json)
          FROM "channels_cmps" d5l
          JOIN "components_shared_media_cards" d5 ON d5.id = d5l."cmp_id"
          WHERE d5l."entity_id" = d.id AND d5l."field" = 'mediaCard'
        ) AS "mediaCard",
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
          WHERE d6l."entity_id" = d.id AND d6l."field" = 'greenTag'
          ORDER BY d6l."order", d6l.id
          LIMIT 1
        ) AS "greenTag",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d7."id" AS "id",
                d7."title" AS "title",
                d7."description" AS "description",
                d7."author" AS "author",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d8.document_id AS "mark",
                        d8."id" AS "id",
                        d8."document_id" AS "documentId",
                        d8."name" AS "name",
                        d8.alternative_text AS "alternativeText",
                        d8."caption" AS "caption",
                        d8."width" AS "width",
                        d8."height" AS "height",
                        CASE
                          WHEN d8.mime NOT LIKE 'image/%' THEN NULL
                          WHEN jsonb_typeof((d8.formats -> 'thumbnail')) = 'object' THEN json_build_object('thumbnail', json_build_object('ext', (d8.formats -> 'thumbnail') -> 'ext', 'url', ((d8.formats -> 'thumbnail') ->> 'url'), 'hash', (d8.formats -> 'thumbnail') -> 'hash', 'mime', (d8.formats -> 'thumbnail') -> 'mime', 'name', (d8.formats -> 'thumbnail') -> 'name', 'path', (d8.formats -> 'thumbnail') -> 'path', 'size', (d8.formats -> 'thumbnail') -> 'size', 'width', (d8.formats -> 'thumbnail') -> 'width', 'height', (d8.formats -> 'thumbnail') -> 'height', 'sizeInBytes', coalesce(((d8.formats -> 'thumbnail') ->> 'sizeInBytes')::float8, floor(((d8.formats -> 'thumbnail') ->> 'size')::float8 * 1000 + 0.5)), 'isUrlSigned', false))
                          ELSE json_build_object('thumbnail', json_build_object('ext', d8.ext, 'url', d8.url, 'hash', d8.hash, 'mime', d8.mime, 'name', d8.name, 'path', NULL::text, 'size', d8.size::float8, 'width', d8.width, 'height', d8.height, 'sizeInBytes', floor(d8.size::float8 * 1000 + 0.5), 'isUrlSigned', false)) END AS "formats",
                        d8."hash" AS "hash",
                        d8."ext" AS "ext",
                        d8."mime" AS "mime",
                        d8."size"::float8 AS "size",
                        d8.url AS "url",
                        d8.preview_url AS "previewUrl",
                        d8."provider" AS "provider",
                        d8."provider_metadata" AS "provider_metadata",
                        d8."folder_path" AS "folderPath",
                        to_char(d8."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
                        to_char(d8."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
                        to_char(d8."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
                        NULL::text AS "locale",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d8l
                  JOIN "files" d8 ON d8.id = d8l."file_id"
                  WHERE d8l."related_id" = d7.id AND d8l."field" = 'image' AND d8l."related_type" = 'shared.seo'
                  ORDER BY d8l."order", d8l.id
                  LIMIT 1
                ) AS "image"
            ) o
          )
          FROM "channels_cmps" d7l
          JOIN "components_shared_seos" d7 ON d7.id = d7l."cmp_id"
          WHERE d7l."entity_id" = d.id AND d7l."field" = 'seo'
          ORDER BY d7l."order", d7l.id
          LIMIT 1
        ) AS "seo",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d9.document_id AS "mark",
                d9."id" AS "id",
                d9."document_id" AS "documentId",
                d9."title" AS "title",
                d9."slug" AS "slug",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d10.document_id AS "mark_of",
                        d10."slug" AS "value"
                    ) o
                  )
                  FROM "lives_vertical_lnk" d10l
                  JOIN "verticals" d10 ON d10.id = d10l."vertical_id"
                  WHERE d10l."live_id" = d9.id
                  ORDER BY d10l.id
                  LIMIT 1
                ) AS "vertical",
                to_char(d9."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
                to_char(d9."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
                to_char(d9."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
                NULL::text AS "locale",
                d9."close_room" AS "closeRoom",
                d9."ondemand_title" AS "ondemandTitle",
                d9."type" AS "type",
                d9."ext_certificate" AS "extCertificate",
                d9."ondemand_url_m_3_u_8" AS "ondemandUrlM3u8",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d11."id" AS "id",
                        d11."title" AS "title",
                        (
                          SELECT coalesce(json_agg((
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d12."id" AS "id",
                                d12."hour" AS "hour",
                                d12."about" AS "about",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d13.document_id AS "mark",
                                        d13."id" AS "id",
                                        d13."document_id" AS "documentId",
                                        d13."name" AS "name"
                                    ) o
                                  ) ORDER BY d13l."protagonist_ord", d13l.id), '[]'::json)
                                  FROM "components_live_rows_protagonists_lnk" d13l
                                  JOIN "protagonists" d13 ON d13.id = d13l."protagonist_id"
                                  WHERE d13l."row_id" = d12.id AND d13.published_at IS NOT NULL
                                ) AS "protagonists"
                            ) o
                          ) ORDER BY d12l."order", d12l.id), '[]'::json)
                          FROM "components_live_programs_cmps" d12l
                          JOIN "components_live_rows" d12 ON d12.id = d12l."cmp_id"
                          WHERE d12l."entity_id" = d11.id AND d12l."field" = 'row'
                        ) AS "row"
                    ) o
                  ) ORDER BY d11l."order", d11l.id), '[]'::json)
                  FROM "lives_cmps" d11l
                  JOIN "components_live_programs" d11 ON d11.id = d11l."cmp_id"
                  WHERE d11l."entity_id" = d9.id AND d11l."field" = 'program'
                ) AS "program",
                'Europe/Madrid'::text AS "timeZone",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d14."id" AS "id",
                        d14."type_live" AS "typeLive",
                        to_char(d14."start_date", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startDate",
                        d14."iframe_code" AS "iframeCode"
                    ) o
                  )
                  FROM "lives_cmps" d14l
                  JOIN "components_live_type_of_lives" d14 ON d14.id = d14l."cmp_id"
                  WHERE d14l."entity_id" = d9.id AND d14l."field" = 'typeOfLive'
                  ORDER BY d14l."order", d14l.id
                  LIMIT 1
                ) AS "typeOfLive",
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
                  WHERE d15l."related_id" = d9.id AND d15l."field" = 'image' AND d15l."related_type" = 'api::live.live'
                  ORDER BY d15l."order", d15l.id
                  LIMIT 1
                ) AS "image",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d16.document_id AS "mark",
                        d16."id" AS "id",
                        d16."document_id" AS "documentId",
                        d16."name" AS "name"
                    ) o
                  ) ORDER BY d16l."protagonist_ord", d16l.id), '[]'::json)
                  FROM "lives_protagonists_lnk" d16l
                  JOIN "protagonists" d16 ON d16.id = d16l."protagonist_id"
                  WHERE d16l."live_id" = d9.id AND d16.published_at IS NOT NULL
                ) AS "protagonists",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d17.document_id AS "mark",
                        d17."id" AS "id",
                        d17."document_id" AS "documentId",
                        d17."name" AS "name",
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
                          WHERE d18l."related_id" = d17.id AND d18l."field" = 'logo' AND d18l."related_type" = 'api::channel.channel'
                          ORDER BY d18l."order", d18l.id
                          LIMIT 1
                        ) AS "logo",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d19."id" AS "id",
                                d19."green_tag" AS "greenTag"
                            ) o
                          )
                          FROM "channels_cmps" d19l
                          JOIN "components_label_green_tags" d19 ON d19.id = d19l."cmp_id"
                          WHERE d19l."entity_id" = d17.id AND d19l."field" = 'greenTag'
                          ORDER BY d19l."order", d19l.id
                          LIMIT 1
                        ) AS "greenTag"
                    ) o
                  ) ORDER BY d17l."channel_ord", d17l.id), '[]'::json)
                  FROM "lives_channels_lnk" d17l
                  JOIN "channels" d17 ON d17.id = d17l."channel_id"
                  WHERE d17l."live_id" = d9.id AND d17.published_at IS NOT NULL
                ) AS "channels",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d20."id" AS "id",
                        d20."green_tag" AS "greenTag"
                    ) o
                  )
                  FROM "lives_cmps" d20l
                  JOIN "components_label_green_tags" d20 ON d20.id = d20l."cmp_id"
                  WHERE d20l."entity_id" = d9.id AND d20l."field" = 'greenTag'
                  ORDER BY d20l."order", d20l.id
                  LIMIT 1
                ) AS "greenTag"
            ) o
          ) ORDER BY d9."order", d9."document_id", d9l."live_ord", d9l.id), '[]'::json)
          FROM "lives_channels_lnk" d9l
          JOIN "lives" d9 ON d9.id = d9l."live_id"
          WHERE d9l."channel_id" = d.id AND d9.published_at IS NOT NULL
        ) AS "lives",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d21.document_id AS "mark",
                d21."id" AS "id",
                d21."document_id" AS "documentId",
                d21."sku" AS "SKU",
                d21."locale" AS "locale",
                d21."order" AS "order",
                to_char(d21."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
                d21."slug" AS "slug",
                d21."pay_id" AS "payID",
                d21."title" AS "title",
                d21."type" AS "type",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d22.document_id AS "mark",
                        d22."id" AS "id",
                        d22."document_id" AS "documentId",
                        d22.url AS "url",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d22l
                  JOIN "files" d22 ON d22.id = d22l."file_id"
                  WHERE d22l."related_id" = d21.id AND d22l."field" = 'mediaHeader' AND d22l."related_type" = 'api::product.product'
                  ORDER BY d22l."order", d22l.id
                  LIMIT 1
                ) AS "mediaHeader",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d23.document_id AS "mark",
                        d23."id" AS "id",
                        d23."document_id" AS "documentId",
                        d23.url AS "url",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d23l
                  JOIN "files" d23 ON d23.id = d23l."file_id"
                  WHERE d23l."related_id" = d21.id AND d23l."field" = 'cardImage' AND d23l."related_type" = 'api::product.product'
                  ORDER BY d23l."order", d23l.id
                  LIMIT 1
                ) AS "cardImage",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d24.document_id AS "mark",
                        d24."id" AS "id",
                        d24."document_id" AS "documentId",
                        d24."name" AS "name"
                    ) o
                  ) ORDER BY d24l."category_ord", d24l.id), '[]'::json)
                  FROM "products_categories_lnk" d24l
                  JOIN "categories" d24 ON d24.id = d24l."category_id"
                  WHERE d24l."product_id" = d21.id AND d24.published_at IS NOT NULL
                ) AS "categories",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d25.document_id AS "mark",
                        d25."id" AS "id",
                        d25."document_id" AS "documentId",
                        d25."name" AS "name"
                    ) o
                  ) ORDER BY d25l."protagonist_ord", d25l.id), '[]'::json)
                  FROM "products_protagonists_lnk" d25l
                  JOIN "protagonists" d25 ON d25.id = d25l."protagonist_id"
                  WHERE d25l."product_id" = d21.id AND d25.published_at IS NOT NULL
                ) AS "protagonists",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d26.document_id AS "mark",
                        d26."id" AS "id",
                        d26."document_id" AS "documentId",
                        d26."name" AS "name",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d27.document_id AS "mark",
                                d27."id" AS "id",
                                d27."document_id" AS "documentId",
                                d27.url AS "url",
                                false AS "isUrlSigned"
                            ) o
                          )
                          FROM "files_related_mph" d27l
                          JOIN "files" d27 ON d27.id = d27l."file_id"
                          WHERE d27l."related_id" = d26.id AND d27l."field" = 'logo' AND d27l."related_type" = 'api::channel.channel'
                          ORDER BY d27l."order", d27l.id
                          LIMIT 1
                        ) AS "logo",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d28."id" AS "id",
                                d28."green_tag" AS "greenTag"
                            ) o
                          )
                          FROM "channels_cmps" d28l
                          JOIN "components_label_green_tags" d28 ON d28.id = d28l."cmp_id"
                          WHERE d28l."entity_id" = d26.id AND d28l."field" = 'greenTag'
                          ORDER BY d28l."order", d28l.id
                          LIMIT 1
                        ) AS "greenTag"
                    ) o
                  ) ORDER BY d26l."channel_ord", d26l.id), '[]'::json)
                  FROM "products_channels_lnk" d26l
                  JOIN "channels" d26 ON d26.id = d26l."channel_id"
                  WHERE d26l."product_id" = d21.id AND d26.published_at IS NOT NULL
                ) AS "channels",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d29."id" AS "id",
                        d29."green_tag" AS "greenTag"
                    ) o
                  )
                  FROM "products_cmps" d29l
                  JOIN "components_label_green_tags" d29 ON d29.id = d29l."cmp_id"
                  WHERE d29l."entity_id" = d21.id AND d29l."field" = 'greenTag'
                  ORDER BY d29l."order", d29l.id
                  LIMIT 1
                ) AS "greenTag",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d30."id" AS "id",
                        d30."title" AS "title",
                        d30."description" AS "description",
                        d30."author" AS "author",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d31.document_id AS "mark",
                                d31."id" AS "id",
                                d31."document_id" AS "documentId",
                                d31.url AS "url",
                                false AS "isUrlSigned"
                            ) o
                          )
                          FROM "files_related_mph" d31l
                          JOIN "files" d31 ON d31.id = d31l."file_id"
                          WHERE d31l."related_id" = d30.id AND d31l."field" = 'image' AND d31l."related_type" = 'shared.seo'
                          ORDER BY d31l."order", d31l.id
                          LIMIT 1
                        ) AS "image"
                    ) o
                  )
                  FROM "products_cmps" d30l
                  JOIN "components_shared_seos" d30 ON d30.id = d30l."cmp_id"
                  WHERE d30l."entity_id" = d21.id AND d30l."field" = 'seo'
                  ORDER BY d30l."order", d30l.id
                  LIMIT 1
                ) AS "seo",
                d21."full_price"::float8 AS "fullPrice",
                d21."tuition_price"::float8 AS "tuitionPrice",
                d21."number_limited_places" AS "numberLimitedPlaces",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d32."id" AS "id",
                        d32."title" AS "title",
                        d32."description" AS "description",
                        d32."link" AS "link"
                    ) o
                  )
                  FROM "products_cmps" d32l
                  JOIN "components_product_laab_connections" d32 ON d32.id = d32l."cmp_id"
                  WHERE d32l."entity_id" = d21.id AND d32l."field" = 'laabConnection'
                  ORDER BY d32l."order", d32l.id
                  LIMIT 1
                ) AS "laabConnection",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d33.document_id AS "mark_of",
                        d33."slug" AS "value"
                    ) o
                  ) ORDER BY d33."order", d33."slug", d33l."vertical_ord", d33l.id), '[]'::json)
                  FROM "products_verticals_lnk" d33l
                  JOIN "verticals" d33 ON d33.id = d33l."vertical_id"
                  WHERE d33l."product_id" = d21.id
                ) AS "vertical",
                d21."pay_crm" AS "payCrm",
                to_char(d21."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
                to_char(d21."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
                d21."acronym" AS "acronym",
                d21."contract" AS "contract",
                d21."enrol_button" AS "enrolButton",
                d21."form_button" AS "formButton",
                d21."is_soon" AS "isSoon",
                d21."subject_data" AS "subjectData",
                d21."syllabus" AS "syllabus",
                d21."presentation" AS "presentation",
                d21."objectives" AS "objectives",
                d21."directed" AS "directed",
                d21."purchase_type" AS "purchaseType",
                d21."instalments_price"::float8 AS "instalmentsPrice",
                d21."presencial_type" AS "presencialType",
                d21."limited_places" AS "limitedPlaces",
                d21."has_laab_connection" AS "hasLaabConnection"
            ) o
          ) ORDER BY d21."order", d21."document_id", d21."locale", d21l."product_ord", d21l.id), '[]'::json)
          FROM "products_channels_lnk" d21l
          JOIN "products" d21 ON d21.id = d21l."product_id"
          WHERE d21l."channel_id" = d.id AND d21.published_at IS NOT NULL AND ($3::text IS NULL OR d21.locale = $3)
        ) AS "products",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d34.document_id AS "mark",
                d34."id" AS "id",
                d34."document_id" AS "documentId",
                d34."name" AS "name",
                d34."order" AS "order",
                d34."slug" AS "slug",
                d34."description" AS "description",
                to_char(d34."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
                to_char(d34."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
                to_char(d34."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
                d34."locale" AS "locale",
                d34."need_login" AS "needLogin",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d35.document_id AS "mark_of",
                        d35."slug" AS "value"
                    ) o
                  ) ORDER BY d35."order", d35."slug", d35l."vertical_ord", d35l.id), '[]'::json)
                  FROM "series_verticals_lnk" d35l
                  JOIN "verticals" d35 ON d35.id = d35l."vertical_id"
                  WHERE d35l."series_id" = d34.id
                ) AS "vertical"
            ) o
          ) ORDER BY d34."order", d34."document_id", d34."locale", d34l."series_ord", d34l.id), '[]'::json)
          FROM "series_channels_lnk" d34l
          JOIN "series" d34 ON d34.id = d34l."series_id"
          WHERE d34l."channel_id" = d.id AND d34.published_at IS NOT NULL AND ($3::text IS NULL OR d34.locale = $3)
        ) AS "series"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "channels" d ON d.document_id = w.document AND d.published_at IS NOT NULL
