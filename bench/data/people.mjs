/**
 * The students and orders of a large installation, as rows that PostgreSQL generates. They are the
 * same on every machine, and hundreds of thousands take seconds.
 *
 * @typedef {(sql: string, values?: unknown[]) => Promise<unknown>} Run
 */

/** Numbers per product: 50,000 products have 200,000 students and 500,000 orders. */
const USERS_A_PRODUCT = 4;
const ORDERS_A_PRODUCT = 10;

const FIRST_NAMES =
  'María,Carmen,Ana,Isabel,Laura,Cristina,Marta,Lucía,Elena,Pilar,Sara,Paula,Raquel,Julia,Rosa,Irene,Antonio,Manuel,José,' +
  'Francisco,David,Juan,Javier,Daniel,Carlos,Miguel,Rafael,Pedro,Ángel,Alejandro,Fernando,Pablo,Sergio,Jorge,Alberto,Luis';
const FAMILY_NAMES =
  'García,Rodríguez,González,Fernández,López,Martínez,Sánchez,Pérez,Gómez,Martín,Jiménez,Hernández,Ruiz,Díaz,Moreno,Muñoz,' +
  'Álvarez,Romero,Alonso,Gutiérrez,Navarro,Torres,Domínguez,Vázquez,Ramos,Gil,Ramírez,Serrano,Blanco,Molina,Morales,Suárez';

/**
 * Returns an SQL expression that picks one of a list of texts by a number. @param {string} list
 * @param {string} seed
 */
const oneOf = (list, seed) =>
  `(string_to_array('${list}', ','))[1 + abs(hashint8(${seed}) % ${list.split(',').length})]`;

/** @param {string} text @param {number} length */
const code = (text, length) => `substr(md5(${text}), 1, ${length})`;

const USERS = `
  INSERT INTO up_users (id, document_id, username, email, provider, password, confirmed, confirmed_at, blocked, name,
    surname, name_last_name, identification_number, phone, newsletter, language, vertical, origin, is_from_legacy,
    billing_address, created_at, updated_at, published_at)
  SELECT n, 'u' || ${code("'user ' || n", 23)}, address, address, 'local', NULL, true, at, n % 500 = 0, name, surname,
    name || ' ' || surname, ${code("'document ' || n", 8)}, '+34' || (600000000 + n * 397 % 99999999), n % 3 = 0,
    ${oneOf('es,en', 'n')}, 'line-' || (1 + n % 3), ${oneOf('local,legacy,aula', 'n + 7')}, n % 9 = 0,
    jsonb_build_object('address', 'Calle ' || surname || ' ' || n % 200, 'city', 'Madrid', 'postalCode',
      (28000 + n % 900)::text, 'country', 'España', 'countryCode', 'ES'), at, at, at
  FROM (
    SELECT n, name, surname, at,
      lower(translate(name || '.' || surname, 'ÁÉÍÓÚáéíóúñ', 'AEIOUaeioun')) || n || '@example.' ||
        ${oneOf('com,org,net', 'n + 3')} AS address
    FROM (
      SELECT n, ${oneOf(FIRST_NAMES, 'n')} AS name, ${oneOf(FAMILY_NAMES, 'n + 1')} AS surname,
        timestamp '2022-01-01' + n * interval '11 minutes' AS at
      FROM generate_series($1::bigint, $2::bigint) AS n
    ) AS named
  ) AS addressed`;

const ROLES = `
  INSERT INTO up_users_role_lnk (user_id, role_id, user_ord)
  SELECT n, (SELECT id FROM up_roles WHERE type = 'authenticated'), n FROM generate_series($1::bigint, $2::bigint) AS n`;

/** Statement for orders of $3 students and $4 products. */
const ORDERS = `
  INSERT INTO checkout_orders (id, document_id, product_title, product_sku, state, customer_email, amount_total,
    amount_subtotal, amount_discount, currency, mode, session_status, payment_status, vertical, origin, language, handover,
    placed_signed_in, product_document_id, product_pay_id, price_id, session_id, customer_id, payment_intent_id,
    subscription_id, metadata, timeline, paid_at, expires_at, version, synced_ms, created_at, updated_at, published_at)
  SELECT n, 'o' || ${code("'order ' || n", 23)}, p.title, p.sku, CASE WHEN isPaid THEN 'paid' ELSE 'expired' END, u.email,
    10000 + n % 90000, 10000 + n % 90000, 0, 'eur', 'payment', CASE WHEN isPaid THEN 'complete' ELSE 'expired' END,
    CASE WHEN isPaid THEN 'paid' ELSE 'pending' END, 'line-' || (1 + n % 3), 'line-' || (1 + n % 3), 'es',
    CASE WHEN isPaid THEN 'taken' END, true, p.document_id, p.pay_id, 'price_' || ${code("'price ' || n", 16)},
    'cs_live_' || md5('session ' || n), 'cus_' || ${code("'customer ' || n", 14)},
    CASE WHEN isPaid THEN 'pi_' || ${code("'payment ' || n", 24)} END, NULL,
    jsonb_build_object('productDocumentId', p.document_id, 'vertical', 'line-1'),
    jsonb_build_array(jsonb_build_object('at', at, 'kind', 'created')), CASE WHEN isPaid THEN at END,
    at + interval '1 day', 3, 1700000000000 + n, at, at, at
  FROM (
    SELECT n, n % 5 < 4 AS isPaid, timestamp '2022-01-01' + n * interval '4 minutes' AS at,
      1 + abs(hashint8(n) % $3::bigint) AS buyer, abs(hashint8(n + 5) % $4::bigint) AS bought
    FROM generate_series($1::bigint, $2::bigint) AS n
  ) AS drawn
  JOIN up_users u ON u.id = drawn.buyer
  JOIN (SELECT row_number() OVER (ORDER BY id) - 1 AS place, title, sku, document_id, pay_id
        FROM products WHERE published_at IS NOT NULL AND locale = 'es') p ON p.place = drawn.bought
  ORDER BY n`;

const OWNERS = `
  INSERT INTO checkout_orders_user_lnk (order_id, user_id)
  SELECT o.id, u.id FROM checkout_orders o JOIN up_users u ON u.email = o.customer_email`;

/**
 * Adds the students and the orders of a catalogue of `size` products.
 *
 * @param {Run} run
 * @param {number} size
 */
export const addPeople = async (run, size) => {
  const users = size * USERS_A_PRODUCT;
  const orders = size * ORDERS_A_PRODUCT;
  await run(USERS, [1, users]);
  await run(ROLES, [1, users]);
  // Without statistics, PostgreSQL would scan all rows for each buyer and each product.
  await run('ANALYZE up_users');
  await run('ANALYZE products');
  await run(ORDERS, [1, orders, users, size]);
  await run(OWNERS);
  for (const table of ['up_users', 'checkout_orders']) {
    await run(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), max(id)) FROM ${table}`);
  }
};
