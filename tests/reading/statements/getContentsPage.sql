-- api::contents-page.contents-page
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
                d1."description" AS "description",
                CASE
                  WHEN d1."link" LIKE 'entry:%' THEN (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d1a.keys AS "mark_of",
                        d1a.address AS "value"
                      FROM link_address_in(d1."link", 'api::contents-page.contents-page', d.id, false) d1a
                    ) o
                  )
                  ELSE to_json(d1."link") END AS "link",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d2.document_id AS "mark",
                        d2."id" AS "id",
                        d2."document_id" AS "documentId",
                        d2."name" AS "name",
                        coalesce(nullif(d2.alternative_texts ->> d.locale, ''), d2.alternative_text) AS "alternativeText",
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
                  WHERE d2l."related_id" = d1.id AND d2l."field" = 'backgroundMedia' AND d2l."related_type" = 'page.banner'
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
                        d3."name" AS "name",
                        coalesce(nullif(d3.alternative_texts ->> d.locale, ''), d3.alternative_text) AS "alternativeText",
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
                  WHERE d3l."related_id" = d1.id AND d3l."field" = 'icon' AND d3l."related_type" = 'page.banner'
                  ORDER BY d3l."order", d3l.id
                  LIMIT 1
                ) AS "icon"
            ) o
          ) ORDER BY d1l."order", d1l.id), '[]'::json)
          FROM "contents_pages_cmps" d1l
          JOIN "components_page_banner" d1 ON d1.id = d1l."cmp_id"
          WHERE d1l."entity_id" = d.id AND d1l."field" = 'media'
        ) AS "media",
        (
          SELECT coalesce(json_agg(q.j ORDER BY q.at) FILTER (WHERE q.j IS NOT NULL), '[]'::json)
          FROM (
            SELECT (
              SELECT row_to_json(o)
              FROM (
                SELECT d4."id" AS "id",
                  d4."title" AS "title",
                  (
                    SELECT (
                      SELECT row_to_json(o)
                      FROM (
                        SELECT d5.document_id AS "mark",
                          d5."id" AS "id",
                          d5."document_id" AS "documentId",
                          d5."name" AS "name",
                          d5."slug" AS "slug",
                          to_char(d5."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
                          to_char(d5."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
                          to_char(d5."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
                          d5."locale" AS "locale"
                      ) o
                    )
                    FROM jsonb_array_elements_text(coalesce(d."slots" -> ('courseList' || '/' || d4n.at || '/' || 'category'), '[]')) WITH ORDINALITY d5l(document, at)
                    JOIN "categories" d5 ON d5.document_id = d5l.document AND d5.published_at IS NOT NULL AND d5.locale = d.locale
                    WHERE true AND d5.published_at IS NOT NULL
                    ORDER BY d5l.at
                    LIMIT 1
                  ) AS "category",
                  (
                    SELECT coalesce(json_agg((
                      SELECT row_to_json(o)
                      FROM (
                        SELECT d6.document_id AS "mark",
                          d6."id" AS "id",
                          d6."document_id" AS "documentId",
                          d6."title" AS "title",
                          d6."sku" AS "SKU",
                          d6."slug" AS "slug",
                          d6."pay_id" AS "payID",
                          d6."type" AS "type",
                          d6."is_soon" AS "isSoon",
                          d6."purchase_type" AS "purchaseType",
                          (
                            SELECT coalesce(json_agg((
                              SELECT row_to_json(o)
                              FROM (
                                SELECT d7.document_id AS "mark",
                                  d7."id" AS "id",
                                  d7."document_id" AS "documentId",
                                  d7."name" AS "name"
                              ) o
                            ) ORDER BY d7l."category_ord", d7l.id), '[]'::json)
                            FROM "products_categories_lnk" d7l
                            JOIN "categories" d7 ON d7.id = d7l."category_id"
                            WHERE d7l."product_id" = d6.id AND d7.published_at IS NOT NULL
                          ) AS "categories",
                          (
                            SELECT (
                              SELECT row_to_json(o)
                              FROM (
                                SELECT d8."id" AS "id",
                                  d8."modality" AS "modality"
                              ) o
                            )
                            FROM "products_cmps" d8l
                            JOIN "components_product_headers" d8 ON d8.id = d8l."cmp_id"
                            WHERE d8l."entity_id" = d6.id AND d8l."field" = 'header'
                            ORDER BY d8l."order", d8l.id
                            LIMIT 1
                          ) AS "header",
                          (
                            SELECT coalesce(json_agg((
                              SELECT row_to_json(o)
                              FROM (
                                SELECT d9.document_id AS "mark",
                                  d9."id" AS "id",
                                  d9."document_id" AS "documentId",
                                  d9."name" AS "name"
                              ) o
                            ) ORDER BY d9l."protagonist_ord", d9l.id), '[]'::json)
                            FROM "products_protagonists_lnk" d9l
                            JOIN "protagonists" d9 ON d9.id = d9l."protagonist_id"
                            WHERE d9l."product_id" = d6.id AND d9.published_at IS NOT NULL
                          ) AS "protagonists",
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
                            FROM "products_channels_lnk" d10l
                            JOIN "channels" d10 ON d10.id = d10l."channel_id"
                            WHERE d10l."product_id" = d6.id AND d10.published_at IS NOT NULL
                          ) AS "channels",
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
                            WHERE d13l."entity_id" = d6.id AND d13l."field" = 'greenTag'
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
                                  coalesce(nullif(d14.alternative_texts ->> d6.locale, ''), d14.alternative_text) AS "alternativeText",
                                  false AS "isUrlSigned"
                              ) o
                            )
                            FROM "files_related_mph" d14l
                            JOIN "files" d14 ON d14.id = d14l."file_id"
                            WHERE d14l."related_id" = d6.id AND d14l."field" = 'cardImage' AND d14l."related_type" = 'api::product.product'
                            ORDER BY d14l."order", d14l.id
                            LIMIT 1
                          ) AS "cardImage"
                      ) o
                    ) ORDER BY d6l.at), '[]'::json)
                    FROM jsonb_array_elements_text(coalesce(d."slots" -> ('courseList' || '/' || d4n.at || '/' || 'products'), '[]')) WITH ORDINALITY d6l(document, at)
                    JOIN "products" d6 ON d6.document_id = d6l.document AND d6.published_at IS NOT NULL AND d6.locale = d.locale
                    WHERE true AND d6.published_at IS NOT NULL
                  ) AS "products" OFFSET 0
              ) o
              WHERE o."category" IS NOT NULL
            ) AS j,
              d4n.at AS at
            FROM (
              SELECT d4.id,
                row_number() OVER (ORDER BY d4l."order", d4l.id) - 1 AS at
              FROM "contents_pages_cmps" d4l
              JOIN "components_page_course_list" d4 ON d4.id = d4l."cmp_id"
              WHERE d4l."entity_id" = d.id AND d4l."field" = 'courseList'
            ) d4n
            JOIN "components_page_course_list" d4 ON d4.id = d4n.id OFFSET 0
          ) q
        ) AS "courseList",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d15."id" AS "id",
                d15."title" AS "title",
                d15."description" AS "description",
                d15."author" AS "author",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d16.document_id AS "mark",
                        d16."id" AS "id",
                        d16."document_id" AS "documentId",
                        d16."name" AS "name",
                        coalesce(nullif(d16.alternative_texts ->> d.locale, ''), d16.alternative_text) AS "alternativeText",
                        d16."caption" AS "caption",
                        d16."width" AS "width",
                        d16."height" AS "height",
                        CASE
                          WHEN d16.mime NOT LIKE 'image/%' THEN NULL
                          WHEN jsonb_typeof((d16.formats -> 'thumbnail')) = 'object' THEN json_build_object('thumbnail', json_build_object('ext', (d16.formats -> 'thumbnail') -> 'ext', 'url', ((d16.formats -> 'thumbnail') ->> 'url'), 'hash', (d16.formats -> 'thumbnail') -> 'hash', 'mime', (d16.formats -> 'thumbnail') -> 'mime', 'name', (d16.formats -> 'thumbnail') -> 'name', 'path', (d16.formats -> 'thumbnail') -> 'path', 'size', (d16.formats -> 'thumbnail') -> 'size', 'width', (d16.formats -> 'thumbnail') -> 'width', 'height', (d16.formats -> 'thumbnail') -> 'height', 'sizeInBytes', coalesce(((d16.formats -> 'thumbnail') ->> 'sizeInBytes')::float8, floor(((d16.formats -> 'thumbnail') ->> 'size')::float8 * 1000 + 0.5)), 'isUrlSigned', false))
                          ELSE json_build_object('thumbnail', json_build_object('ext', d16.ext, 'url', d16.url, 'hash', d16.hash, 'mime', d16.mime, 'name', d16.name, 'path', NULL::text, 'size', d16.size::float8, 'width', d16.width, 'height', d16.height, 'sizeInBytes', floor(d16.size::float8 * 1000 + 0.5), 'isUrlSigned', false)) END AS "formats",
                        d16."hash" AS "hash",
                        d16."ext" AS "ext",
                        d16."mime" AS "mime",
                        d16."size"::float8 AS "size",
                        d16.url AS "url",
                        d16.preview_url AS "previewUrl",
                        d16."provider" AS "provider",
                        d16."provider_metadata" AS "provider_metadata",
                        d16."folder_path" AS "folderPath",
                        to_char(d16."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
                        to_char(d16."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
                        to_char(d16."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
                        NULL::text AS "locale",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d16l
                  JOIN "files" d16 ON d16.id = d16l."file_id"
                  WHERE d16l."related_id" = d15.id AND d16l."field" = 'image' AND d16l."related_type" = 'shared.seo'
                  ORDER BY d16l."order", d16l.id
                  LIMIT 1
                ) AS "image"
            ) o
          )
          FROM "contents_pages_cmps" d15l
          JOIN "components_shared_seos" d15 ON d15.id = d15l."cmp_id"
          WHERE d15l."entity_id" = d.id AND d15l."field" = 'seo'
          ORDER BY d15l."order", d15l.id
          LIMIT 1
        ) AS "seo"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "contents_pages" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale
