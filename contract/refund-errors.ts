/** Errors of a request to refund a payment, with or without an approval. */
export const refundErrors = [
  'above_what_is_left',
  'nothing_left',
  'payment_disputed',
  'payment_not_found',
  'payment_not_paid',
] as const
