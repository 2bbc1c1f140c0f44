-- api::product.product
SELECT w.at,
  (
    SELECT row_to_json(o)
    FROM (
      SELECT d.document_id AS "mark",
        d."id" AS "id",
        d."document_id" AS "documentId",
        d."sku" AS "SKU",
        d."locale" AS "locale",
        d."order" AS "order",
        to_char(d."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
        d."slug" AS "slug",
        d."pay_id" AS "payID",
        d."title" AS "title",
        d."type" AS "type",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d1.document_id AS "mark",
                d1."id" AS "id",
                d1."document_id" AS "documentId",
                d1."name" AS "name",
                coalesce(nullif(d1.alternative_texts ->> d.locale, ''), d1.alternative_text) AS "alternativeText",
                d1."caption" AS "caption",
                d1."width" AS "width",
                d1."height" AS "height",
                CASE
                  WHEN d1.mime NOT LIKE 'image/%' THEN NULL
                  WHEN jsonb_typeof((d1.formats -> 'thumbnail')) = 'object' THEN json_build_object('thumbnail', json_build_object('ext', (d1.formats -> 'thumbnail') -> 'ext', 'url', ((d1.formats -> 'thumbnail') ->> 'url'), 'hash', (d1.formats -> 'thumbnail') -> 'hash', 'mime', (d1.formats -> 'thumbnail') -> 'mime', 'name', (d1.formats -> 'thumbnail') -> 'name', 'path', (d1.formats -> 'thumbnail') -> 'path', 'size', (d1.formats -> 'thumbnail') -> 'size', 'width', (d1.formats -> 'thumbnail') -> 'width', 'height', (d1.formats -> 'thumbnail') -> 'height', 'sizeInBytes', coalesce(((d1.formats -> 'thumbnail') ->> 'sizeInBytes')::float8, floor(((d1.formats -> 'thumbnail') ->> 'size')::float8 * 1000 + 0.5)), 'isUrlSigned', false))
                  ELSE json_build_object('thumbnail', json_build_object('ext', d1.ext, 'url', d1.url, 'hash', d1.hash, 'mime', d1.mime, 'name', d1.name, 'path', NULL::text, 'size', d1.size::float8, 'width', d1.width, 'height', d1.height, 'sizeInBytes', floor(d1.size::float8 * 1000 + 0.5), 'isUrlSigned', false)) END AS "formats",
                d1."hash" AS "hash",
                d1."ext" AS "ext",
                d1."mime" AS "mime",
                d1."size"::float8 AS "size",
                d1.url AS "url",
                d1.preview_url AS "previewUrl",
                d1."provider" AS "provider",
                d1."provider_metadata" AS "provider_metadata",
                d1."folder_path" AS "folderPath",
                to_char(d1."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
                to_char(d1."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
                to_char(d1."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
                NULL::text AS "locale",
                false AS "isUrlSigned"
            ) o
          )
          FROM "files_related_mph" d1l
          JOIN "files" d1 ON d1.id = d1l."file_id"
          WHERE d1l."related_id" = d.id AND d1l."field" = 'mediaHeader' AND d1l."related_type" = 'api::product.product'
          ORDER BY d1l."order", d1l.id
          LIMIT 1
        ) AS "mediaHeader",
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
          WHERE d2l."related_id" = d.id AND d2l."field" = 'cardImage' AND d2l."related_type" = 'api::product.product'
          ORDER BY d2l."order", d2l.id
          LIMIT 1
        ) AS "cardImage",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d3.document_id AS "mark",
                d3."id" AS "id",
                d3."document_id" AS "documentId",
                d3."name" AS "name"
            ) o
          ) ORDER BY d3l."category_ord", d3l.id), '[]'::json)
          FROM "products_categories_lnk" d3l
          JOIN "categories" d3 ON d3.id = d3l."category_id"
          WHERE d3l."product_id" = d.id AND d3.published_at IS NOT NULL
        ) AS "categories",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d4.document_id AS "mark",
                d4."id" AS "id",
                d4."document_id" AS "documentId",
                d4."name" AS "name"
            ) o
          ) ORDER BY d4l."protagonist_ord", d4l.id), '[]'::json)
          FROM "products_protagonists_lnk" d4l
          JOIN "protagonists" d4 ON d4.id = d4l."protagonist_id"
          WHERE d4l."product_id" = d.id AND d4.published_at IS NOT NULL
        ) AS "protagonists",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d5.document_id AS "mark",
                d5."id" AS "id",
                d5."document_id" AS "documentId",
                d5."name" AS "name",
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
                  WHERE d6l."related_id" = d5.id AND d6l."field" = 'logo' AND d6l."related_type" = 'api::channel.channel'
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
                  WHERE d7l."entity_id" = d5.id AND d7l."field" = 'greenTag'
                  ORDER BY d7l."order", d7l.id
                  LIMIT 1
                ) AS "greenTag"
            ) o
          ) ORDER BY d5l."channel_ord", d5l.id), '[]'::json)
          FROM "products_channels_lnk" d5l
          JOIN "channels" d5 ON d5.id = d5l."channel_id"
          WHERE d5l."product_id" = d.id AND d5.published_at IS NOT NULL
        ) AS "channels",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d8."id" AS "id",
                d8."modality" AS "modality",
                d8."duration" AS "duration",
                d8."certificate" AS "certificate",
                (
                  SELECT coalesce(json_agg(d9."name" ORDER BY d9l."order", d9l.id), '[]'::json)
                  FROM "components_product_headers_cmps" d9l
                  JOIN "components_product_header_languages" d9 ON d9.id = d9l."cmp_id"
                  WHERE d9l."entity_id" = d8.id AND d9l."field" = 'language'
                ) AS "language",
                d8."level" AS "level",
                d8."credits" AS "credits",
                d8."ebook_number" AS "ebookNumber",
                d8."starting_date" AS "startingDate",
                d8."lesson_number" AS "lessonNumber",
                d8."app_available" AS "appAvailable",
                d8."university_degree" AS "universityDegree"
            ) o
          )
          FROM "products_cmps" d8l
          JOIN "components_product_headers" d8 ON d8.id = d8l."cmp_id"
          WHERE d8l."entity_id" = d.id AND d8l."field" = 'header'
          ORDER BY d8l."order", d8l.id
          LIMIT 1
        ) AS "header",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d10."id" AS "id",
                d10."green_tag" AS "greenTag"
            ) o
          )
          FROM "products_cmps" d10l
          JOIN "components_label_green_tags" d10 ON d10.id = d10l."cmp_id"
          WHERE d10l."entity_id" = d.id AND d10l."field" = 'greenTag'
          ORDER BY d10l."order", d10l.id
          LIMIT 1
        ) AS "greenTag",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d11."id" AS "id",
                d11."title" AS "title",
                d11."description" AS "description",
                d11."author" AS "author",
                (
                  SELECT (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT d12.document_id AS "mark",
                        d12."id" AS "id",
                        d12."document_id" AS "documentId",
                        d12."name" AS "name",
                        coalesce(nullif(d12.alternative_texts ->> d.locale, ''), d12.alternative_text) AS "alternativeText",
                        d12."caption" AS "caption",
                        d12."width" AS "width",
                        d12."height" AS "height",
                        CASE
                          WHEN d12.mime NOT LIKE 'image/%' THEN NULL
                          WHEN jsonb_typeof((d12.formats -> 'thumbnail')) = 'object' THEN json_build_object('thumbnail', json_build_object('ext', (d12.formats -> 'thumbnail') -> 'ext', 'url', ((d12.formats -> 'thumbnail') ->> 'url'), 'hash', (d12.formats -> 'thumbnail') -> 'hash', 'mime', (d12.formats -> 'thumbnail') -> 'mime', 'name', (d12.formats -> 'thumbnail') -> 'name', 'path', (d12.formats -> 'thumbnail') -> 'path', 'size', (d12.formats -> 'thumbnail') -> 'size', 'width', (d12.formats -> 'thumbnail') -> 'width', 'height', (d12.formats -> 'thumbnail') -> 'height', 'sizeInBytes', coalesce(((d12.formats -> 'thumbnail') ->> 'sizeInBytes')::float8, floor(((d12.formats -> 'thumbnail') ->> 'size')::float8 * 1000 + 0.5)), 'isUrlSigned', false))
                          ELSE json_build_object('thumbnail', json_build_object('ext', d12.ext, 'url', d12.url, 'hash', d12.hash, 'mime', d12.mime, 'name', d12.name, 'path', NULL::text, 'size', d12.size::float8, 'width', d12.width, 'height', d12.height, 'sizeInBytes', floor(d12.size::float8 * 1000 + 0.5), 'isUrlSigned', false)) END AS "formats",
                        d12."hash" AS "hash",
                        d12."ext" AS "ext",
                        d12."mime" AS "mime",
                        d12."size"::float8 AS "size",
                        d12.url AS "url",
                        d12.preview_url AS "previewUrl",
                        d12."provider" AS "provider",
                        d12."provider_metadata" AS "provider_metadata",
                        d12."folder_path" AS "folderPath",
                        to_char(d12."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
                        to_char(d12."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
                        to_char(d12."published_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
                        NULL::text AS "locale",
                        false AS "isUrlSigned"
                    ) o
                  )
                  FROM "files_related_mph" d12l
                  JOIN "files" d12 ON d12.id = d12l."file_id"
                  WHERE d12l."related_id" = d11.id AND d12l."field" = 'image' AND d12l."related_type" = 'shared.seo'
                  ORDER BY d12l."order", d12l.id
                  LIMIT 1
                ) AS "image"
            ) o
          )
          FROM "products_cmps" d11l
          JOIN "components_shared_seos" d11 ON d11.id = d11l."cmp_id"
          WHERE d11l."entity_id" = d.id AND d11l."field" = 'seo'
          ORDER BY d11l."order", d11l.id
          LIMIT 1
        ) AS "seo",
        d."full_price"::float8 AS "fullPrice",
        d."tuition_price"::float8 AS "tuitionPrice",
        d."number_limited_places" AS "numberLimitedPlaces",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d13."id" AS "id",
                d13."title" AS "title",
                d13."description" AS "description",
                d13."link" AS "link"
            ) o
          )
          FROM "products_cmps" d13l
          JOIN "components_product_laab_connections" d13 ON d13.id = d13l."cmp_id"
          WHERE d13l."entity_id" = d.id AND d13l."field" = 'laabConnection'
          ORDER BY d13l."order", d13l.id
          LIMIT 1
        ) AS "laabConnection",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT d14."id" AS "id",
                d14."author" AS "author",
                d14."publication_year" AS "publicationYear",
                d14."number_of_pages" AS "numberOfPages",
                d14."number_of_illustrations" AS "numberOfIllustrations",
                d14."binding_format" AS "bindingFormat",
                d14."edition" AS "edition",
                d14."language" AS "language",
                d14."isbn" AS "ISBN",
                d14."synopsis" AS "synopsis",
                d14."description" AS "description",
                d14."chapter_index" AS "chapterIndex",
                d14."editorial" AS "editorial",
                d14."format" AS "format",
                d14."editorial_email" AS "editorialEmail"
            ) o
          )
          FROM "products_cmps" d14l
          JOIN "components_product_book_detailss" d14 ON d14.id = d14l."cmp_id"
          WHERE d14l."entity_id" = d.id AND d14l."field" = 'bookDetails'
          ORDER BY d14l."order", d14l.id
          LIMIT 1
        ) AS "bookDetails",
        (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT d15.document_id AS "mark_of",
                d15."slug" AS "value"
            ) o
          ) ORDER BY d15."order", d15."slug", d15l."vertical_ord", d15l.id), '[]'::json)
          FROM "products_verticals_lnk" d15l
          JOIN "verticals" d15 ON d15.id = d15l."vertical_id"
          WHERE d15l."product_id" = d.id
        ) AS "vertical",
        d."pay_crm" AS "payCrm",
        to_char(d."created_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
        to_char(d."updated_at", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
        d."acronym" AS "acronym",
        d."contract" AS "contract",
        d."enrol_button" AS "enrolButton",
        d."form_button" AS "formButton",
        d."is_soon" AS "isSoon",
        d."subject_data" AS "subjectData",
        d."syllabus" AS "syllabus",
        d."presentation" AS "presentation",
        d."objectives" AS "objectives",
        d."directed" AS "directed",
        d."purchase_type" AS "purchaseType",
        d."instalments_price"::float8 AS "instalmentsPrice",
        d."presencial_type" AS "presencialType",
        d."limited_places" AS "limitedPlaces",
        d."has_laab_connection" AS "hasLaabConnection"
    ) o
  )::text
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
JOIN "products" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale
