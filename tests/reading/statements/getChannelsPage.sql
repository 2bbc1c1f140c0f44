-- api::channels-page.channels-page
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT concat_ws(',', d.document_id, (
        SELECT string_agg(s.v #>> '{}', ',')
        FROM jsonb_path_query(d."slots", '$.*[*]') s(v)
      )) AS "mark",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT (
                SELECT d2.url
                FROM "files_related_mph" d2l
                JOIN "files" d2 ON d2.id = d2l."file_id"
                WHERE d2l."related_id" = d1.id AND d2l."field" = 'backgroundMedia' AND d2l."related_type" = 'page.slide'
                ORDER BY d2l."order", d2l.id
                LIMIT 1
              ) AS "backgroundMediaUrl",
                CASE
                  WHEN d1."link" LIKE 'entry:%' THEN (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d1a.keys AS "mark_of",
                        d1a.address AS "value"
                      FROM link_address_in(d1."link", 'api::channels-page.channels-page', d.id, false) d1a
                    ) o
                  )
                  ELSE to_json(d1."link") END AS "link",
                (
                  SELECT d3.url
                  FROM "files_related_mph" d3l
                  JOIN "files" d3 ON d3.id = d3l."file_id"
                  WHERE d3l."related_id" = d1.id AND d3l."field" = 'icon' AND d3l."related_type" = 'page.slide'
                  ORDER BY d3l."order", d3l.id
                  LIMIT 1
                ) AS "iconUrl",
                d1."description" AS "description"
            ) o
          ) ORDER BY d1l."order", d1l.id), '[]'::json)
          FROM "channels_pages_cmps" d1l
          JOIN "components_page_slides" d1 ON d1.id = d1l."cmp_id"
          WHERE d1l."entity_id" = d.id AND d1l."field" = 'carousel'
        ) AS "carousel",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d4.document_id AS "mark",
                d4."id" AS "id",
                d4."document_id" AS "documentId",
                d4."name" AS "name",
                d4."slug" AS "slug",
                d4."description" AS "description",
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
                  WHERE d5l."related_id" = d4.id AND d5l."field" = 'logo' AND d5l."related_type" = 'api::channel.channel'
                  ORDER BY d5l."order", d5l.id
                  LIMIT 1
                ) AS "logo",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d6."id" AS "id",
                        d6."title" AS "title",
                        d6."description" AS "description",
                        d6."author" AS "author",
                        (
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT d7.document_id AS "mark",
                                d7."id" AS "id",
                                d7."document_id" AS "documentId",
                                d7."name" AS "name",
                                d7.alternative_text AS "alternativeText",
                                d7."caption" AS "caption",
                                d7."width" AS "width",
                                d7."height" AS "height",
                                CASE
                                  WHEN d7.mime NOT LIKE 'image/%' THEN NULL
                                  WHEN jsonb_typeof((d7.formats -> 'thumbnail')) = 'object' THEN json_build_object('thumbnail', json_build_object('ext', (d7.formats -> 'thumbnail') -> 'ext', 'url', ((d7.formats -> 'thumbnail') ->> 'url'), 'hash', (d7.formats -> 'thumbnail') -> 'hash', 'mime', (d7.formats -> 'thumbnail') -> 'mime', 'name', (d7.formats -> 'thumbnail') -> 'name', 'path', (d7.formats -> 'thumbnail') -> 'path', 'size', (d7.formats -> 'thumbnail') -> 'size', 'width', (d7.formats -> 'thumbnail') -> 'width', 'height', (d7.formats -> 'thumbnail') -> 'height', 'sizeInBytes', coalesce(((d7.formats -> 'thumbnail') ->> 'sizeInBytes')::float8, floor(((d7.formats -> 'thumbnail') ->> 'size')::float8 * 1000 + 0.5)), 'isUrlSigned', false))
                                  ELSE json_build_object('thumbnail', json_build_object('ext', d7.ext, 'url', d7.url, 'hash', d7.hash, 'mime', d7.mime, 'name', d7.name, 'path', NULL::text, 'size', d7.size::float8, 'width', d7.width, 'height', d7.height, 'sizeInBytes', floor(d7.size::float8 * 1000 + 0.5), 'isUrlSigned', false)) END AS "formats",
                                d7."hash" AS "hash",
                                d7."ext" AS "ext",
                                d7."mime" AS "mime",
                                d7."size"::float8 AS "size",
                                d7.url AS "url",
                                d7.preview_url AS "previewUrl",
                                d7."provider" AS "provider",
                                d7."provider_metadata" AS "provider_metadata",
                                d7."folder_path" AS "folderPath",
                                to_char(d7."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
                                to_char(d7."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
                                to_char(d7."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
                                NULL::text AS "locale",
                                false AS "isUrlSigned"
                            ) o
                          )
                          FROM "files_related_mph" d7l
                          JOIN "files" d7 ON d7.id = d7l."file_id"
                          WHERE d7l."related_id" = d6.id AND d7l."field" = 'image' AND d7l."related_type" = 'shared.seo'
                          ORDER BY d7l."order", d7l.id
                          LIMIT 1
                        ) AS "image"
                    ) o
                  )
                  FROM "channels_cmps" d6l
                  JOIN "components_shared_seos" d6 ON d6.id = d6l."cmp_id"
                  WHERE d6l."entity_id" = d4.id AND d6l."field" = 'seo'
                  ORDER BY d6l."order", d6l.id
                  LIMIT 1
                ) AS "seo",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d8."id" AS "id",
                        d8."green_tag" AS "greenTag"
                    ) o
                  )
                  FROM "channels_cmps" d8l
                  JOIN "components_label_green_tags" d8 ON d8.id = d8l."cmp_id"
                  WHERE d8l."entity_id" = d4.id AND d8l."field" = 'greenTag'
                  ORDER BY d8l."order", d8l.id
                  LIMIT 1
                ) AS "greenTag",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d9."id" AS "id",
                        d9."title" AS "title",
                        d9."m_3_u_8_link" AS "m3u8Link",
                        d9."company" AS "company"
                    ) o
                  )
                  FROM "channels_cmps" d9l
                  JOIN "components_shared_head_videos" d9 ON d9.id = d9l."cmp_id"
                  WHERE d9l."entity_id" = d4.id AND d9l."field" = 'headVideo'
                  ORDER BY d9l."order", d9l.id
                  LIMIT 1
                ) AS "headVideo",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d10.document_id AS "mark",
                        d10."id" AS "id",
                        d10."document_id" AS "documentId",
                        d10."name" AS "name",
                        d10.alternative_text AS "alternativeText",
                        d10."caption" AS "caption",
                        d10."width" AS "width",
                        d10."height" AS "height",
                        CASE
                          WHEN d10.mime NOT LIKE 'image/%' THEN NULL
                          WHEN jsonb_typeof((d10.formats -> 'thumbnail')) = 'object' THEN json_build_object('thumbnail', json_build_object('ext', (d10.formats -> 'thumbnail') -> 'ext', 'url', ((d10.formats -> 'thumbnail') ->> 'url'), 'hash', (d10.formats -> 'thumbnail') -> 'hash', 'mime', (d10.formats -> 'thumbnail') -> 'mime', 'name', (d10.formats -> 'thumbnail') -> 'name', 'path', (d10.formats -> 'thumbnail') -> 'path', 'size', (d10.formats -> 'thumbnail') -> 'size', 'width', (d10.formats -> 'thumbnail') -> 'width', 'height', (d10.formats -> 'thumbnail') -> 'height', 'sizeInBytes', coalesce(((d10.formats -> 'thumbnail') ->> 'sizeInBytes')::float8, floor(((d10.formats -> 'thumbnail') ->> 'size')::float8 * 1000 + 0.5)), 'isUrlSigned', false))
                          ELSE json_build_object('thumbnail', json_build_object('ext', d10.ext, 'url', d10.url, 'hash', d10.hash, 'mime', d10.mime, 'name', d10.name, 'path', NULL::text, 'size', d10.size::float8, 'width', d10.width, 'height', d10.height, 'sizeInBytes', floor(d10.size::float8 * 1000 + 0.5), 'isUrlSigned', false)) END AS "formats",
                        d10."hash" AS "hash",
                        d10."ext" AS "ext",
                        d10."mime" AS "mime",
                        d10."size"::float8 AS "size",
                        d10.url AS "url",
                        d10.preview_url AS "previewUrl",
                        d10."provider" AS "provider",
                        d10."provider_metadata" AS "provider_metadata",
                        d10."folder_path" AS "folderPath",
                        to_char(d10."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
                        to_char(d10."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
                        to_char(d10."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
                        NULL::text AS "locale",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d10l
                  JOIN "files" d10 ON d10.id = d10l."file_id"
                  WHERE d10l."related_id" = d4.id AND d10l."field" = 'backgroundImage' AND d10l."related_type" = 'api::channel.channel'
                  ORDER BY d10l."order", d10l.id
                  LIMIT 1
                ) AS "backgroundImage",
                (
                  SELECT coalesce(json_agg((
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d11."id" AS "id",
                        d11."slider_name" AS "sliderName"
                    ) o
                  ) ORDER BY d11l."order", d11l.id), '[]'::json)
                  FROM "channels_cmps" d11l
                  JOIN "components_shared_media_cards" d11 ON d11.id = d11l."cmp_id"
                  WHERE d11l."entity_id" = d4.id AND d11l."field" = 'mediaCard'
                ) AS "mediaCard"
            ) o
          ) ORDER BY d4l.at), '[]'::json)
          FROM jsonb_array_elements_text(coalesce(d."slots" -> ('channels'), '[]')) WITH ORDINALITY d4l(document, at)
          JOIN "channels" d4 ON d4.document_id = d4l.document AND d4.published_at IS NOT NULL
          WHERE true AND d4.published_at IS NOT NULL
        ) AS "channels"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "channels_pages" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale
