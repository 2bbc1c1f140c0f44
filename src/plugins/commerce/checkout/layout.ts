import type { Layout } from '#feature/layout';

/** Orders are read-only. The panel beside the form shows their state and amounts. */
export const checkoutOrder: Layout = {
  uid: 'plugin::checkout.order',
  name: { en: 'Order', es: 'Pedido' },
  title: 'productTitle',
  columns: [
    ...['productTitle', 'state', 'customerEmail', 'amountTotal', 'amountRefunded'],
    ...['vertical', 'createdAt'],
  ],
  sort: { by: 'createdAt', order: 'DESC' },
  rows: [
    {
      productTitle: { label: { en: 'Product', es: 'Producto' }, size: 8 },
      productSKU: { label: { en: 'SKU', es: 'SKU' }, size: 4 },
    },
    {
      state: { label: { en: 'State', es: 'Estado' }, size: 4 },
      sessionStatus: {
        label: { en: 'Checkout page', es: 'Página de pago' },
        size: 4,
        choices: {
          open: { en: 'Open', es: 'Abierta' },
          complete: { en: 'Complete', es: 'Completada' },
          expired: { en: 'Expired', es: 'Caducada' },
        },
      },
      paymentStatus: {
        label: { en: 'Payment', es: 'Pago' },
        size: 4,
        choices: {
          pending: { en: 'Pending', es: 'Pendiente' },
          paid: { en: 'Paid', es: 'Pagado' },
          failed: { en: 'Failed', es: 'Fallido' },
          partially_refunded: { en: 'Partly refunded', es: 'Devuelto en parte' },
          refunded: { en: 'Refunded', es: 'Devuelto' },
          disputed: { en: 'Disputed', es: 'En disputa' },
        },
      },
    },
    {
      customerEmail: { label: { en: 'Customer', es: 'Cliente' }, size: 6 },
      user: { label: { en: 'Student account', es: 'Cuenta del alumno' }, size: 6 },
    },
    {
      vertical: { label: { en: 'Business line', es: 'Línea de negocio' }, size: 4 },
      origin: { label: { en: 'Payment account', es: 'Cuenta de pago' }, size: 4 },
      mode: {
        label: { en: 'Kind', es: 'Clase' },
        size: 4,
        choices: {
          payment: { en: 'Once', es: 'De una vez' },
          subscription: { en: 'By subscription', es: 'Por suscripción' },
        },
      },
    },
    {
      paidAt: { label: { en: 'Paid', es: 'Pagado' }, size: 4 },
      expiresAt: {
        label: { en: 'Checkout page closes', es: 'La página de pago se cierra' },
        size: 4,
      },
      handover: {
        label: { en: 'Learning platform', es: 'Plataforma de estudio' },
        size: 4,
        hint: {
          en: 'Whether the webhooks for paid orders have accepted this order.',
          es: 'Si los webhooks de pedidos pagados han aceptado este pedido.',
        },
        choices: {
          waiting: { en: 'Paid, not enrolled', es: 'Pagado, sin matricular' },
          taken: { en: 'Enrolled', es: 'Matriculado' },
        },
      },
    },
    {
      sessionId: {
        label: { en: 'Checkout session', es: 'Sesión de pago' },
        hint: {
          en: 'The payment provider’s dashboard finds the order by this id and the two below.',
          es: 'El panel de la pasarela de pago encuentra el pedido por este id y los dos de abajo.',
        },
      },
    },
    {
      paymentIntentId: {
        label: { en: 'Payment at the provider', es: 'Pago en la pasarela' },
        size: 6,
      },
      subscriptionId: {
        label: { en: 'Subscription at the provider', es: 'Suscripción en la pasarela' },
        size: 6,
      },
    },
  ],
  hidden: {
    language: { en: 'Language', es: 'Idioma' },
    verticalDocumentId: {
      en: 'Business line’s document ID',
      es: 'ID del documento de la línea de negocio',
    },
    placedSignedIn: { en: 'Signed in at purchase', es: 'Con sesión al comprar' },
    amountTotal: { en: 'Total', es: 'Total' },
    amountRefunded: { en: 'Refunded', es: 'Devuelto' },
    amountDiscount: { en: 'Discount', es: 'Descuento' },
    promotionCode: { en: 'Promotion code', es: 'Código promocional' },
    currency: { en: 'Currency', es: 'Moneda' },
    amountSubtotal: { en: 'Subtotal', es: 'Subtotal' },
    subscriptionStatus: { en: 'Subscription', es: 'Suscripción' },
    periodEndsAt: { en: 'Paid until', es: 'Pagado hasta' },
    instalments: { en: 'Instalments', es: 'Plazos' },
    instalmentsPaid: { en: 'Instalments paid', es: 'Plazos pagados' },
    scheduleId: { en: 'Schedule at the provider', es: 'Calendario en la pasarela' },
    scheduleEnd: { en: 'End set by the schedule', es: 'Fin que fija el calendario' },
    renewsAt: { en: 'Next charge', es: 'Próximo cobro' },
    productDocumentId: { en: 'Product’s document ID', es: 'ID del documento del producto' },
    productPayId: { en: 'Product at the provider', es: 'Producto en la pasarela' },
    priceId: { en: 'Price at the provider', es: 'Precio en la pasarela' },
    customerId: { en: 'Customer at the provider', es: 'Cliente en la pasarela' },
    metadata: { en: 'Metadata', es: 'Metadatos' },
    timeline: { en: 'History', es: 'Historial' },
    amounts: { en: 'Amounts', es: 'Importes' },
    payments: { en: 'Stored payments', es: 'Pagos guardados' },
    pauseMode: { en: 'Paused', es: 'En pausa' },
    resumesAt: { en: 'Pause ends', es: 'Fin de la pausa' },
    endsAt: { en: 'Subscription ends', es: 'Fin de la suscripción' },
    graceEndsAt: { en: 'End of the grace period', es: 'Fin del periodo de gracia' },
    disputePhase: { en: 'Dispute', es: 'Disputa' },
    disputeDueBy: { en: 'Evidence due by', es: 'Plazo para las pruebas' },
    refundStatus: { en: 'Refund', es: 'Devolución' },
    refundsFinalAt: { en: 'Refund final from', es: 'Devolución definitiva desde' },
    subscriptionPriceId: { en: 'Price of the subscription', es: 'Precio de la suscripción' },
    version: { en: 'Changes', es: 'Cambios' },
    syncedMs: { en: 'Last read at the provider', es: 'Última lectura en la pasarela' },
  },
};
