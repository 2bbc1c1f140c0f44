-- api::channel.channel
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id || '#0' AS "mark",
        d."id" AS "id",
        d."document_id" AS "documentId",
        coalesce((
          SELECT nullif(d1."name", '')
          FROM "channels_cmps" d1l
          JOIN "components_language_channel_texts" d1 ON d1.id = d1l."cmp_id"
          WHERE d1l."entity_id" = d.id AND d1l."field" = 'texts' AND d1."language" = $3
          ORDER BY d1l."order", d1l.id
          LIMIT 1
        ), d."name") AS "name",
        coalesce((
          SELECT nullif(d2."description", '')
          FROM "channels_cmps" d2l
          JOIN "components_language_channel_texts" d2 ON d2.id = d2l."cmp_id"
          WHERE d2l."entity_id" = d.id AND d2l."field" = 'texts' AND d2."language" = $3
          ORDER BY d2l."order", d2l.id
          LIMIT 1
        ), d."description") AS "description",
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
              SELECT d3.document_id AS "mark_of",
                d3."slug" AS "value"
            ) o
          ) ORDER BY d3."order", d3."slug", d3l."vertical_ord", d3l.id), '[]'::json)
          FROM "channels_verticals_lnk" d3l
          JOIN "verticals" d3 ON d3.id = d3l."vertical_id"
          WHERE d3l."channel_id" = d.id
        ) AS "vertical",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d4.document_id AS "mark",
                d4."id" AS "id",
                d4."document_id" AS "documentId",
                d4."name" AS "name",
                d4.alternative_text AS "alternativeText",
                d4."caption" AS "caption",
                d4."width" AS "width",
                d4."height" AS "height",
                CASE
                  WHEN d4.mime NOT LIKE 'image/%' THEN NULL
                  WHEN jsonb_typeof((d4.formats -> 'thumbnail')) = 'object' THEN json_build_object('thumbnail', json_build_object('ext', (d4.formats -> 'thumbnail') -> 'ext', 'url', ((d4.formats -> 'thumbnail') ->> 'url'), 'hash', (d4.formats -> 'thumbnail') -> 'hash', 'mime', (d4.formats -> 'thumbnail') -> 'mime', 'name', (d4.formats -> 'thumbnail') -> 'name', 'path', (d4.formats -> 'thumbnail') -> 'path', 'size', (d4.formats -> 'thumbnail') -> 'size', 'width', (d4.formats -> 'thumbnail') -> 'width', 'height', (d4.formats -> 'thumbnail') -> 'height', 'sizeInBytes', coalesce(((d4.formats -> 'thumbnail') ->> 'sizeInBytes')::float8, floor(((d4.formats -> 'thumbnail') ->> 'size')::float8 * 1000 + 0.5)), 'isUrlSigned', false))
                  ELSE json_build_object('thumbnail', json_build_object('ext', d4.ext, 'url', d4.url, 'hash', d4.hash, 'mime', d4.mime, 'name', d4.name, 'path', NULL::text, 'size', d4.size::float8, 'width', d4.width, 'height', d4.height, 'sizeInBytes', floor(d4.size::float8 * 1000 + 0.5), 'isUrlSigned', false)) END AS "formats",
                d4."hash" AS "hash",
                d4."ext" AS "ext",
                d4."mime" AS "mime",
                d4."size"::float8 AS "size",
                d4.url AS "url",
                d4.preview_url AS "previewUrl",
                d4."provider" AS "provider",
                d4."provider_metadata" AS "provider_metadata",
                d4."folder_path" AS "folderPath",
                to_char(d4."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
                to_char(d4."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
                to_char(d4."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
                NULL::text AS "locale",
                false AS "isUrlSigned"
            ) o
          )
          FROM "files_related_mph" d4l
          JOIN "files" d4 ON d4.id = d4l."file_id"
          WHERE d4l."related_id" = d.id AND d4l."field" = 'logo' AND d4l."related_type" = 'api::channel.channel'
          ORDER BY d4l."order", d4l.id
          LIMIT 1
        ) AS "logo",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d5.document_id AS "mark",
                d5."id" AS "id",
                d5."document_id" AS "documentId",
                d5."name" AS "name",
                d5.alternative_text AS "alternativeText",
                d5."caption" AS "caption",
                d5."width" AS "width",
                d5."height" AS "height",
                CASE
                  WHEN d5.mime NOT LIKE 'image/%' THEN NULL
                  WHEN jsonb_typeof((d5.formats -> 'thumbnail')) = 'object' THEN json_build_object('thumbnail', json_build_object('ext', (d5.formats -> 'thumbnail') -> 'ext', 'url', ((d5.formats -> 'thumbnail') ->> 'url'), 'hash', (d5.formats -> 'thumbnail') -> 'hash', 'mime', (d5.formats -> 'thumbnail') -> 'mime', 'name', (d5.formats -> 'thumbnail') -> 'name', 'path', (d5.formats -> 'thumbnail') -> 'path', 'size', (d5.formats -> 'thumbnail') -> 'size', 'width', (d5.formats -> 'thumbnail') -> 'width', 'height', (d5.formats -> 'thumbnail') -> 'height', 'sizeInBytes', coalesce(((d5.formats -> 'thumbnail') ->> 'sizeInBytes')::float8, floor(((d5.formats -> 'thumbnail') ->> 'size')::float8 * 1000 + 0.5)), 'isUrlSigned', false))
                  ELSE json_build_object('thumbnail', json_build_object('ext', d5.ext, 'url', d5.url, 'hash', d5.hash, 'mime', d5.mime, 'name', d5.name, 'path', NULL::text, 'size', d5.size::float8, 'width', d5.width, 'height', d5.height, 'sizeInBytes', floor(d5.size::float8 * 1000 + 0.5), 'isUrlSigned', false)) END AS "formats",
                d5."hash" AS "hash",
                d5."ext" AS "ext",
                d5."mime" AS "mime",
                d5."size"::float8 AS "size",
                d5.url AS "url",
                d5.preview_url AS "previewUrl",
                d5."provider" AS "provider",
                d5."provider_metadata" AS "provider_metadata",
                d5."folder_path" AS "folderPath",
                to_char(d5."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
                to_char(d5."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
                to_char(d5."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
                NULL::text AS "locale",
                false AS "isUrlSigned"
            ) o
          )
          FROM "files_related_mph" d5l
          JOIN "files" d5 ON d5.id = d5l."file_id"
          WHERE d5l."related_id" = d.id AND d5l."field" = 'backgroundImage' AND d5l."related_type" = 'api::channel.channel'
          ORDER BY d5l."order", d5l.id
          LIMIT 1
        ) AS "backgroundImage",
        coalesce((
          SELECT (
            SELECT (
              SELECT row_to_json(o)
              FROM (
                SELECT d7."id" AS "id",
                  d7."title" AS "title",
                  d7."m_3_u_8_link" AS "m3u8Link",
                  d7."company" AS "company"
              ) o
            )
            FROM "components_language_channel_texts_cmps" d7l
            JOIN "components_shared_head_videos" d7 ON d7.id = d7l."cmp_id"
            WHERE d7l."entity_id" = d6.id AND d7l."field" = 'headVideo'
            ORDER BY d7l."order", d7l.id
            LIMIT 1
          )
          FROM "channels_cmps" d6l
          JOIN "components_language_channel_texts" d6 ON d6.id = d6l."cmp_id"
          WHERE d6l."entity_id" = d.id AND d6l."field" = 'texts' AND d6."language" = $3
          ORDER BY d6l."order", d6l.id
          LIMIT 1
        ), (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d8."id" AS "id",
                d8."title" AS "title",
                d8."m_3_u_8_link" AS "m3u8Link",
                d8."company" AS "company"
            ) o
          )
          FROM "channels_cmps" d8l
          JOIN "components_shared_head_videos" d8 ON d8.id = d8l."cmp_id"
          WHERE d8l."entity_id" = d.id AND d8l."field" = 'headVideo'
          ORDER BY d8l."order", d8l.id
          LIMIT 1
        )) AS "headVideo",
        coalesce((
          SELECT nullif((
            SELECT coalesce(json_agg((
              SELECT row_to_json(o)
              FROM (
                SELECT d10."id" AS "id",
                  d10."slider_name" AS "sliderName"
              ) o
            ) ORDER BY d10l."order", d10l.id), '[]'::json)
            FROM "components_language_channel_texts_cmps" d10l
            JOIN "components_shared_media_cards" d10 ON d10.id = d10l."cmp_id"
            WHERE d10l."entity_id" = d9.id AND d10l."field" = 'mediaCard'
          )::text, '[]')::json
          FROM "channels_cmps" d9l
          JOIN "components_language_channel_texts" d9 ON d9.id = d9l."cmp_id"
          WHERE d9l."entity_id" = d.id AND d9l."field" = 'texts' AND d9."language" = $3
          ORDER BY d9l."order", d9l.id
          LIMIT 1
        ), (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d11."id" AS "id",
                d11."slider_name" AS "sliderName"
            ) o
          ) ORDER BY d11l."order", d11l.id), '[]'::json)
          FROM "channels_cmps" d11l
          JOIN "components_shared_media_cards" d11 ON d11.id = d11l."cmp_id"
          WHERE d11l."entity_id" = d.id AND d11l."field" = 'mediaCard'
        )) AS "mediaCard",
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
          WHERE d12l."entity_id" = d.id AND d12l."field" = 'greenTag'
          ORDER BY d12l."order", d12l.id
          LIMIT 1
        ) AS "greenTag",
        coalesce((
          SELECT (
            SELECT (
              SELECT row_to_json(o)
              FROM (
                SELECT d14."id" AS "id",
                  d14."title" AS "title",
                  d14."description" AS "description",
                  d14."author" AS "author",
                  (
                    SELECT (
                      SELECT row_to_json(o)
                      FROM (
                        SELECT d15.document_id AS "mark",
                          d15."id" AS "id",
                          d15."document_id" AS "documentId",
                          d15."name" AS "name",
                          d15.alternative_text AS "alternativeText",
                          d15."caption" AS "caption",
                          d15."width" AS "width",
                          d15."height" AS "height",
                          CASE
                            WHEN d15.mime NOT LIKE 'image/%' THEN NULL
                            WHEN jsonb_typeof((d15.formats -> 'thumbnail')) = 'object' THEN json_build_object('thumbnail', json_build_object('ext', (d15.formats -> 'thumbnail') -> 'ext', 'url', ((d15.formats -> 'thumbnail') ->> 'url'), 'hash', (d15.formats -> 'thumbnail') -> 'hash', 'mime', (d15.formats -> 'thumbnail') -> 'mime', 'name', (d15.formats -> 'thumbnail') -> 'name', 'path', (d15.formats -> 'thumbnail') -> 'path', 'size', (d15.formats -> 'thumbnail') -> 'size', 'width', (d15.formats -> 'thumbnail') -> 'width', 'height', (d15.formats -> 'thumbnail') -> 'height', 'sizeInBytes', coalesce(((d15.formats -> 'thumbnail') ->> 'sizeInBytes')::float8, floor(((d15.formats -> 'thumbnail') ->> 'size')::float8 * 1000 + 0.5)), 'isUrlSigned', false))
                            ELSE json_build_object('thumbnail', json_build_object('ext', d15.ext, 'url', d15.url, 'hash', d15.hash, 'mime', d15.mime, 'name', d15.name, 'path', NULL::text, 'size', d15.size::float8, 'width', d15.width, 'height', d15.height, 'sizeInBytes', floor(d15.size::float8 * 1000 + 0.5), 'isUrlSigned', false)) END AS "formats",
                          d15."hash" AS "hash",
                          d15."ext" AS "ext",
                          d15."mime" AS "mime",
                          d15."size"::float8 AS "size",
                          d15.url AS "url",
                          d15.preview_url AS "previewUrl",
                          d15."provider" AS "provider",
                          d15."provider_metadata" AS "provider_metadata",
                          d15."folder_path" AS "folderPath",
                          to_char(d15."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
                          to_char(d15."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
                          to_char(d15."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
                          NULL::text AS "locale",
                          false AS "isUrlSigned"
                      ) o
                    )
                    FROM "files_related_mph" d15l
                    JOIN "files" d15 ON d15.id = d15l."file_id"
                    WHERE d15l."related_id" = d14.id AND d15l."field" = 'image' AND d15l."related_type" = 'shared.seo'
                    ORDER BY d15l."order", d15l.id
                    LIMIT 1
                  ) AS "image"
              ) o
            )
            FROM "components_language_channel_texts_cmps" d14l
            JOIN "components_shared_seos" d14 ON d14.id = d14l."cmp_id"
            WHERE d14l."entity_id" = d13.id AND d14l."field" = 'seo'
            ORDER BY d14l."order", d14l.id
            LIMIT 1
          )
          FROM "channels_cmps" d13l
          JOIN "components_language_channel_texts" d13 ON d13.id = d13l."cmp_id"
          WHERE d13l."entity_id" = d.id AND d13l."field" = 'texts' AND d13."language" = $3
          ORDER BY d13l."order", d13l.id
          LIMIT 1
        ), (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d16."id" AS "id",
                d16."title" AS "title",
                d16."description" AS "description",
                d16."author" AS "author",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d17.document_id AS "mark",
                        d17."id" AS "id",
                        d17."document_id" AS "documentId",
                        d17."name" AS "name",
                        d17.alternative_text AS "alternativeText",
                        d17."caption" AS "caption",
                        d17."width" AS "width",
                        d17."height" AS "height",
                        CASE
                          WHEN d17.mime NOT LIKE 'image/%' THEN NULL
                          WHEN jsonb_typeof((d17.formats -> 'thumbnail')) = 'object' THEN json_build_object('thumbnail', json_build_object('ext', (d17.formats -> 'thumbnail') -> 'ext', 'url', ((d17.formats -> 'thumbnail') ->> 'url'), 'hash', (d17.formats -> 'thumbnail') -> 'hash', 'mime', (d17.formats -> 'thumbnail') -> 'mime', 'name', (d17.formats -> 'thumbnail') -> 'name', 'path', (d17.formats -> 'thumbnail') -> 'path', 'size', (d17.formats -> 'thumbnail') -> 'size', 'width', (d17.formats -> 'thumbnail') -> 'width', 'height', (d17.formats -> 'thumbnail') -> 'height', 'sizeInBytes', coalesce(((d17.formats -> 'thumbnail') ->> 'sizeInBytes')::float8, floor(((d17.formats -> 'thumbnail') ->> 'size')::float8 * 1000 + 0.5)), 'isUrlSigned', false))
                          ELSE json_build_object('thumbnail', json_build_object('ext', d17.ext, 'url', d17.url, 'hash', d17.hash, 'mime', d17.mime, 'name', d17.name, 'path', NULL::text, 'size', d17.size::float8, 'width', d17.width, 'height', d17.height, 'sizeInBytes', floor(d17.size::float8 * 1000 + 0.5), 'isUrlSigned', false)) END AS "formats",
                        d17."hash" AS "hash",
                        d17."ext" AS "ext",
                        d17."mime" AS "mime",
                        d17."size"::float8 AS "size",
                        d17.url AS "url",
                        d17.preview_url AS "previewUrl",
                        d17."provider" AS "provider",
                        d17."provider_metadata" AS "provider_metadata",
                        d17."folder_path" AS "folderPath",
                        to_char(d17."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
                        to_char(d17."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
                        to_char(d17."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
                        NULL::text AS "locale",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d17l
                  JOIN "files" d17 ON d17.id = d17l."file_id"
                  WHERE d17l."related_id" = d16.id AND d17l."field" = 'image' AND d17l."related_type" = 'shared.seo'
                  ORDER BY d17l."order", d17l.id
                  LIMIT 1
                ) AS "image"
            ) o
          )
          FROM "channels_cmps" d16l
          JOIN "components_shared_seos" d16 ON d16.id = d16l."cmp_id"
          WHERE d16l."entity_id" = d.id AND d16l."field" = 'seo'
          ORDER BY d16l."order", d16l.id
          LIMIT 1
        )) AS "seo",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d18.document_id AS "mark",
                d18."id" AS "id",
                d18."document_id" AS "documentId",
                coalesce((
                  SELECT nullif(d19."title", '')
                  FROM "lives_cmps" d19l
                  JOIN "components_language_live_texts" d19 ON d19.id = d19l."cmp_id"
                  WHERE d19l."entity_id" = d18.id AND d19l."field" = 'texts' AND d19."language" = $3
                  ORDER BY d19l."order", d19l.id
                  LIMIT 1
                ), d18."title") AS "title",
                d18."slug" AS "slug",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d20.document_id AS "mark_of",
                        d20."slug" AS "value"
                    ) o
                  )
                  FROM "lives_vertical_lnk" d20l
                  JOIN "verticals" d20 ON d20.id = d20l."vertical_id"
                  WHERE d20l."live_id" = d18.id
                  ORDER BY d20l.id
                  LIMIT 1
                ) AS "vertical",
                to_char(d18."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
                to_char(d18."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
                to_char(d18."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
                NULL::text AS "locale",
                d18."close_room" AS "closeRoom",
                coalesce((
                  SELECT nullif(d21."ondemand_title", '')
                  FROM "lives_cmps" d21l
                  JOIN "components_language_live_texts" d21 ON d21.id = d21l."cmp_id"
                  WHERE d21l."entity_id" = d18.id AND d21l."field" = 'texts' AND d21."language" = $3
                  ORDER BY d21l."order", d21l.id
                  LIMIT 1
                ), d18."ondemand_title") AS "ondemandTitle",
                d18."type" AS "type",
                d18."ext_certificate" AS "extCertificate",
                d18."ondemand_url_m_3_u_8" AS "ondemandUrlM3u8",
                coalesce((
                  SELECT nullif((
                    SELECT coalesce(json_agg((
                      SELECT row_to_json(o)
                      FROM (
                        SELECT d23."id" AS "id",
                          d23."title" AS "title",
                          (
                            SELECT coalesce(json_agg((
                              SELECT row_to_json(o)
                              FROM (
                                SELECT d24."id" AS "id",
                                  d24."hour" AS "hour",
                                  d24."about" AS "about",
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
                                    FROM "components_live_rows_protagonists_lnk" d25l
                                    JOIN "protagonists" d25 ON d25.id = d25l."protagonist_id"
                                    WHERE d25l."row_id" = d24.id AND d25.published_at IS NOT NULL
                                  ) AS "protagonists"
                              ) o
                            ) ORDER BY d24l."order", d24l.id), '[]'::json)
                            FROM "components_live_programs_cmps" d24l
                            JOIN "components_live_rows" d24 ON d24.id = d24l."cmp_id"
                            WHERE d24l."entity_id" = d23.id AND d24l."field" = 'row'
                          ) AS "row"
                      ) o
                    ) ORDER BY d23l."order", d23l.id), '[]'::json)
                    FROM "components_language_live_texts_cmps" d23l
                    JOIN "components_live_programs" d23 ON d23.id = d23l."cmp_id"
                    WHERE d23l."entity_id" = d22.id AND d23l."field" = 'program'
                  )::text, '[]')::json
                  FROM "lives_cmps" d22l
                  JOIN "components_language_live_texts" d22 ON d22.id = d22l."cmp_id"
                  WHERE d22l."entity_id" = d18.id AND d22l."field" = 'texts' AND d22."language" = $3
                  ORDER BY d22l."order", d22l.id
                  LIMIT 1
                ), (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d26."id" AS "id",
                        d26."title" AS "title",
                        (
                          SELECT coalesce(json_agg((
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d27."id" AS "id",
                                d27."hour" AS "hour",
                                d27."about" AS "about",
                                (
                                  SELECT coalesce(json_agg((
                                    SELECT row_to_json(o)
                                    FROM (
                                      SELECT d28.document_id AS "mark",
                                        d28."id" AS "id",
                                        d28."document_id" AS "documentId",
                                        d28."name" AS "name"
                                    ) o
                                  ) ORDER BY d28l."protagonist_ord", d28l.id), '[]'::json)
                                  FROM "components_live_rows_protagonists_lnk" d28l
                                  JOIN "protagonists" d28 ON d28.id = d28l."protagonist_id"
                                  WHERE d28l."row_id" = d27.id AND d28.published_at IS NOT NULL
                                ) AS "protagonists"
                            ) o
                          ) ORDER BY d27l."order", d27l.id), '[]'::json)
                          FROM "components_live_programs_cmps" d27l
                          JOIN "components_live_rows" d27 ON d27.id = d27l."cmp_id"
                          WHERE d27l."entity_id" = d26.id AND d27l."field" = 'row'
                        ) AS "row"
                    ) o
                  ) ORDER BY d26l."order", d26l.id), '[]'::json)
                  FROM "lives_cmps" d26l
                  JOIN "components_live_programs" d26 ON d26.id = d26l."cmp_id"
                  WHERE d26l."entity_id" = d18.id AND d26l."field" = 'program'
                )) AS "program",
                'Europe/Madrid'::text AS "timeZone",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d29."id" AS "id",
                        d29."type_live" AS "typeLive",
                        to_char(d29."start_date", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startDate",
                        d29."iframe_code" AS "iframeCode"
                    ) o
                  )
                  FROM "lives_cmps" d29l
                  JOIN "components_live_type_of_lives" d29 ON d29.id = d29l."cmp_id"
                  WHERE d29l."entity_id" = d18.id AND d29l."field" = 'typeOfLive'
                  ORDER BY d29l."order", d29l.id
                  LIMIT 1
                ) AS "typeOfLive",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d30.document_id AS "mark",
                        d30."id" AS "id",
                        d30."document_id" AS "documentId",
                        d30.url AS "url",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d30l
                  JOIN "files" d30 ON d30.id = d30l."file_id"
                  WHERE d30l."related_id" = d18.id AND d30l."field" = 'image' AND d30l."related_type" = 'api::live.live'
                  ORDER BY d30l."order", d30l.id
                  LIMIT 1
                ) AS "image",
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
                  FROM "lives_protagonists_lnk" d31l
                  JOIN "protagonists" d31 ON d31.id = d31l."protagonist_id"
                  WHERE d31l."live_id" = d18.id AND d31.published_at IS NOT NULL
                ) AS "protagonists",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d32.document_id AS "mark",
                        d32."id" AS "id",
                        d32."document_id" AS "documentId",
                        d32."name" AS "name",
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
                          WHERE d33l."related_id" = d32.id AND d33l."field" = 'logo' AND d33l."related_type" = 'api::channel.channel'
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
                          WHERE d34l."entity_id" = d32.id AND d34l."field" = 'greenTag'
                          ORDER BY d34l."order", d34l.id
                          LIMIT 1
                        ) AS "greenTag"
                    ) o
                  ) ORDER BY d32l."channel_ord", d32l.id), '[]'::json)
                  FROM "lives_channels_lnk" d32l
                  JOIN "channels" d32 ON d32.id = d32l."channel_id"
                  WHERE d32l."live_id" = d18.id AND d32.published_at IS NOT NULL
                ) AS "channels",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d35."id" AS "id",
                        d35."green_tag" AS "greenTag"
                    ) o
                  )
                  FROM "lives_cmps" d35l
                  JOIN "components_label_green_tags" d35 ON d35.id = d35l."cmp_id"
                  WHERE d35l."entity_id" = d18.id AND d35l."field" = 'greenTag'
                  ORDER BY d35l."order", d35l.id
                  LIMIT 1
                ) AS "greenTag"
            ) o
          ) ORDER BY d18."order", d18."document_id", d18l."live_ord", d18l.id), '[]'::json)
          FROM "lives_channels_lnk" d18l
          JOIN "lives" d18 ON d18.id = d18l."live_id"
          WHERE d18l."channel_id" = d.id AND d18.published_at IS NOT NULL
        ) AS "lives",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d36.document_id AS "mark",
                d36."id" AS "id",
                d36."document_id" AS "documentId",
                d36."sku" AS "SKU",
                d36."locale" AS "locale",
                d36."order" AS "order",
                to_char(d36."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
                d36."slug" AS "slug",
                d36."pay_id" AS "payID",
                d36."title" AS "title",
                d36."type" AS "type",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d37.document_id AS "mark",
                        d37."id" AS "id",
                        d37."document_id" AS "documentId",
                        d37.url AS "url",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d37l
                  JOIN "files" d37 ON d37.id = d37l."file_id"
                  WHERE d37l."related_id" = d36.id AND d37l."field" = 'mediaHeader' AND d37l."related_type" = 'api::product.product'
                  ORDER BY d37l."order", d37l.id
                  LIMIT 1
                ) AS "mediaHeader",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d38.document_id AS "mark",
                        d38."id" AS "id",
                        d38."document_id" AS "documentId",
                        d38.url AS "url",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d38l
                  JOIN "files" d38 ON d38.id = d38l."file_id"
                  WHERE d38l."related_id" = d36.id AND d38l."field" = 'cardImage' AND d38l."related_type" = 'api::product.product'
                  ORDER BY d38l."order", d38l.id
                  LIMIT 1
                ) AS "cardImage",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d39.document_id AS "mark",
                        d39."id" AS "id",
                        d39."document_id" AS "documentId",
                        d39."name" AS "name"
                    ) o
                  ) ORDER BY d39l."category_ord", d39l.id), '[]'::json)
                  FROM "products_categories_lnk" d39l
                  JOIN "categories" d39 ON d39.id = d39l."category_id"
                  WHERE d39l."product_id" = d36.id AND d39.published_at IS NOT NULL
                ) AS "categories",
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
                  FROM "products_protagonists_lnk" d40l
                  JOIN "protagonists" d40 ON d40.id = d40l."protagonist_id"
                  WHERE d40l."product_id" = d36.id AND d40.published_at IS NOT NULL
                ) AS "protagonists",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d41.document_id AS "mark",
                        d41."id" AS "id",
                        d41."document_id" AS "documentId",
                        d41."name" AS "name",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d42.document_id AS "mark",
                                d42."id" AS "id",
                                d42."document_id" AS "documentId",
                                d42.url AS "url",
                                false AS "isUrlSigned"
                            ) o
                          )
                          FROM "files_related_mph" d42l
                          JOIN "files" d42 ON d42.id = d42l."file_id"
                          WHERE d42l."related_id" = d41.id AND d42l."field" = 'logo' AND d42l."related_type" = 'api::channel.channel'
                          ORDER BY d42l."order", d42l.id
                          LIMIT 1
                        ) AS "logo",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d43."id" AS "id",
                                d43."green_tag" AS "greenTag"
                            ) o
                          )
                          FROM "channels_cmps" d43l
                          JOIN "components_label_green_tags" d43 ON d43.id = d43l."cmp_id"
                          WHERE d43l."entity_id" = d41.id AND d43l."field" = 'greenTag'
                          ORDER BY d43l."order", d43l.id
                          LIMIT 1
                        ) AS "greenTag"
                    ) o
                  ) ORDER BY d41l."channel_ord", d41l.id), '[]'::json)
                  FROM "products_channels_lnk" d41l
                  JOIN "channels" d41 ON d41.id = d41l."channel_id"
                  WHERE d41l."product_id" = d36.id AND d41.published_at IS NOT NULL
                ) AS "channels",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d44."id" AS "id",
                        d44."green_tag" AS "greenTag"
                    ) o
                  )
                  FROM "products_cmps" d44l
                  JOIN "components_label_green_tags" d44 ON d44.id = d44l."cmp_id"
                  WHERE d44l."entity_id" = d36.id AND d44l."field" = 'greenTag'
                  ORDER BY d44l."order", d44l.id
                  LIMIT 1
                ) AS "greenTag",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d45."id" AS "id",
                        d45."title" AS "title",
                        d45."description" AS "description",
                        d45."author" AS "author",
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
                          WHERE d46l."related_id" = d45.id AND d46l."field" = 'image' AND d46l."related_type" = 'shared.seo'
                          ORDER BY d46l."order", d46l.id
                          LIMIT 1
                        ) AS "image"
                    ) o
                  )
                  FROM "products_cmps" d45l
                  JOIN "components_shared_seos" d45 ON d45.id = d45l."cmp_id"
                  WHERE d45l."entity_id" = d36.id AND d45l."field" = 'seo'
                  ORDER BY d45l."order", d45l.id
                  LIMIT 1
                ) AS "seo",
                d36."full_price"::float8 AS "fullPrice",
                d36."tuition_price"::float8 AS "tuitionPrice",
                d36."number_limited_places" AS "numberLimitedPlaces",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d47."id" AS "id",
                        d47."title" AS "title",
                        d47."description" AS "description",
                        d47."link" AS "link"
                    ) o
                  )
                  FROM "products_cmps" d47l
                  JOIN "components_product_laab_connections" d47 ON d47.id = d47l."cmp_id"
                  WHERE d47l."entity_id" = d36.id AND d47l."field" = 'laabConnection'
                  ORDER BY d47l."order", d47l.id
                  LIMIT 1
                ) AS "laabConnection",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d48.document_id AS "mark_of",
                        d48."slug" AS "value"
                    ) o
                  ) ORDER BY d48."order", d48."slug", d48l."vertical_ord", d48l.id), '[]'::json)
                  FROM "products_verticals_lnk" d48l
                  JOIN "verticals" d48 ON d48.id = d48l."vertical_id"
                  WHERE d48l."product_id" = d36.id
                ) AS "vertical",
                d36."pay_crm" AS "payCrm",
                to_char(d36."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
                to_char(d36."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
                d36."acronym" AS "acronym",
                d36."contract" AS "contract",
                d36."enrol_button" AS "enrolButton",
                d36."form_button" AS "formButton",
                d36."is_soon" AS "isSoon",
                d36."subject_data" AS "subjectData",
                d36."syllabus" AS "syllabus",
                d36."presentation" AS "presentation",
                d36."objectives" AS "objectives",
                d36."directed" AS "directed",
                d36."purchase_type" AS "purchaseType",
                d36."instalments_price"::float8 AS "instalmentsPrice",
                d36."presencial_type" AS "presencialType",
                d36."limited_places" AS "limitedPlaces",
                d36."has_laab_connection" AS "hasLaabConnection"
            ) o
          ) ORDER BY d36."order", d36."document_id", d36."locale", d36l."product_ord", d36l.id), '[]'::json)
          FROM "products_channels_lnk" d36l
          JOIN "products" d36 ON d36.id = d36l."product_id"
          WHERE d36l."channel_id" = d.id AND d36.published_at IS NOT NULL AND ($3::text IS NULL OR d36.locale = $3)
        ) AS "products",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d49.document_id AS "mark",
                d49."id" AS "id",
                d49."document_id" AS "documentId",
                d49."name" AS "name",
                d49."order" AS "order",
                d49."slug" AS "slug",
                d49."description" AS "description",
                to_char(d49."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
                to_char(d49."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
                to_char(d49."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
                d49."locale" AS "locale",
                d49."need_login" AS "needLogin",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d50.document_id AS "mark_of",
                        d50."slug" AS "value"
                    ) o
                  ) ORDER BY d50."order", d50."slug", d50l."vertical_ord", d50l.id), '[]'::json)
                  FROM "series_verticals_lnk" d50l
                  JOIN "verticals" d50 ON d50.id = d50l."vertical_id"
                  WHERE d50l."series_id" = d49.id
                ) AS "vertical"
            ) o
          ) ORDER BY d49."order", d49."document_id", d49."locale", d49l."series_ord", d49l.id), '[]'::json)
          FROM "series_channels_lnk" d49l
          JOIN "series" d49 ON d49.id = d49l."series_id"
          WHERE d49l."channel_id" = d.id AND d49.published_at IS NOT NULL AND ($3::text IS NULL OR d49.locale = $3)
        ) AS "series"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "channels" d ON d.document_id = w.document AND d.published_at IS NOT NULL
