/** SQL of an invoice number as shown; the same format as `formatInvoiceNumber`. */
export const shownNumberExpression = `coalesce(number_text, 'INV-' || lpad(number::text, greatest(4, length(number::text)), '0'))`
