import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { updateInvoiceNumbering } from '@adire/contract/invoice-numbers.ts'
import { maximumInvoiceNumber } from '@adire/contract/invoice-numbers-schemas.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { Problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { formatAutomaticNumber, formatInvoiceNumber, type InvoiceRecord, usualPrefix } from './move.ts'
import { comparedNumberExpression, invoiceCounters } from './tables.ts'

type Numbering = Pick<typeof invoiceCounters.$inferSelect, 'last' | 'prefix'>
type NumberColumns = Pick<InvoiceRecord, 'number' | 'numberText'>

/** Numbers that are tried after one that is in use. */
const maximumSkipped = 1_000

/**
 * The number of a new or changed invoice. `chosen` is the merchant's own number; null: an automatic one; undefined: the number of
 * `before`, else an automatic one. The counter is locked, so that numbers of one business are assigned one after the other.
 * @throws 409 invoice_number_taken
 */
export async function assignNumber(
  context: MerchantContext,
  chosen: string | null | undefined,
  before?: InvoiceRecord,
): Promise<NumberColumns> {
  const { tx, merchant } = context
  const isKept =
    before && (chosen === undefined || chosen === formatInvoiceNumber(before) || (chosen === null && before.number))
  if (isKept) return { number: before.number, numberText: before.numberText }
  const numbering = await lockNumbering(context)
  if (chosen) {
    if (await isTaken(tx, merchant.id, chosen, before?.id))
      throw taken('number', 'This number is in use. Choose another one')
    if (before) await releaseNumber(tx, before)
    return { number: null, numberText: chosen }
  }
  const number = await findFreeNumber(tx, merchant.id, numbering)
  if (number === undefined) throw taken('number', 'The next automatic numbers are in use. Type a number')
  await tx.update(invoiceCounters).set({ last: number }).where(eq(invoiceCounters.merchantId, merchant.id))
  return {
    number,
    numberText: numbering.prefix === usualPrefix ? null : formatAutomaticNumber(numbering.prefix, number),
  }
}

/** Lets the number of a draft be assigned again, if it was the latest automatic one. */
export async function releaseNumber(tx: Tx, { merchantId, number }: Pick<InvoiceRecord, 'merchantId' | 'number'>) {
  if (number === null) return
  await tx
    .update(invoiceCounters)
    .set({ last: number - 1 })
    .where(and(eq(invoiceCounters.merchantId, merchantId), eq(invoiceCounters.last, number)))
}

export async function getInvoiceNumberingHandler({ tx, merchant }: MerchantContext) {
  const [counter] = await tx.select().from(invoiceCounters).where(eq(invoiceCounters.merchantId, merchant.id))
  const numbering = counter ?? { last: 0, prefix: usualPrefix }
  const { prefix, last } = numbering
  const free = await findFreeNumber(tx, merchant.id, numbering)
  if (free === undefined) return { prefix, nextNumber: Math.min(last + 1, maximumInvoiceNumber), next: null }
  return { prefix, nextNumber: free, next: formatAutomaticNumber(prefix, free) }
}

/** @throws 409 invoice_number_taken at `nextNumber` */
export async function updateInvoiceNumberingHandler(
  context: MerchantContext,
  { prefix, nextNumber }: ParsedInput<typeof updateInvoiceNumbering>,
) {
  const { tx, merchant } = context
  const before = await lockNumbering(context)
  const numbering = { prefix, last: nextNumber - 1 }
  await tx.update(invoiceCounters).set(numbering).where(eq(invoiceCounters.merchantId, merchant.id))
  const free = await findFreeNumber(tx, merchant.id, numbering)
  if (free === undefined)
    throw taken('nextNumber', 'These numbers are in use. Choose a higher number or another prefix')
  const next = formatAutomaticNumber(prefix, free)
  if (before.prefix !== prefix || before.last !== numbering.last)
    await recordAuditEvent(context, { action: 'invoice.numbering_changed', object: next })
  return { prefix, nextNumber: free, next }
}

const taken = (field: 'number' | 'nextNumber', message: string) =>
  new Problem(409, 'invoice_number_taken', message, [{ field, message }])

/** Creates the counter of the business if it has none, and locks it. */
async function lockNumbering({ tx, merchant }: MerchantContext): Promise<Numbering> {
  const [counter] = await tx
    .insert(invoiceCounters)
    .values({ merchantId: merchant.id, last: 0 })
    .onConflictDoUpdate({ target: invoiceCounters.merchantId, set: { last: sql`${invoiceCounters.last}` } })
    .returning()
  return counter!
}

async function isTaken(tx: Tx, merchantId: string, number: string, exceptId: string | undefined): Promise<boolean> {
  const { rows } = await tx.$client.query({
    name: 'invoice_number_taken',
    text: `select from invoices
           where merchant_id = $1 and ${comparedNumberExpression} = lower($2) and id is distinct from $3::uuid`,
    values: [merchantId, number, exceptId],
  })
  return rows.length > 0
}

/** The first automatic number that no invoice has. Undefined if there is none within `maximumSkipped`, or all are above the highest. */
async function findFreeNumber(tx: Tx, merchantId: string, { prefix, last }: Numbering): Promise<number | undefined> {
  for (const count of [1, maximumSkipped]) {
    const { rows } = await tx.$client.query<{ number: number }>({
      name: 'free_invoice_number',
      text: `select number from generate_series($2::int + 1, least($2::int + $3::int, ${maximumInvoiceNumber})) next (number)
             where not exists (
               select from invoices
               where merchant_id = $1
                 and ${comparedNumberExpression} = lower($4 || lpad(next.number::text, greatest(4, length(next.number::text)), '0'))
             )
             order by number limit 1`,
      values: [merchantId, last, count, prefix],
    })
    if (rows[0]) return rows[0].number
  }
  return undefined
}
