import * as z from 'zod/mini'
import type { ChargePrice } from '../charge-price.ts'
import { readPages } from '../record-pages.ts'
import { type ProcessorRecord, type RecordKind, type RecordPeriod, type Records, withoutDetails } from '../records.ts'
import { paymentReference } from '../transaction-references.ts'
import type { PaystackClient } from './client.ts'
import { chargeFeeKobo, transferFeeKobo } from './prices.ts'

const pageSize = '100'

const Kobo = z.pipe(z.union([z.number(), z.string()]), z.transform(Number))
const MaybeKobo = z.optional(z.nullable(Kobo))
const Text = z.optional(z.nullable(z.string()))
const Id = z.pipe(z.union([z.number(), z.string()]), z.transform(String))

const Charge = z.object({
  id: Id,
  domain: z.string(),
  status: z.string(),
  reference: z.string(),
  amount: Kobo,
  currency: z.string(),
  fees: MaybeKobo,
  paid_at: Text,
  created_at: Text,
  createdAt: Text,
  authorization: z.optional(z.nullable(z.object({ country_code: Text }))),
})
const Refund = z.object({
  id: Id,
  domain: z.string(),
  transaction: Id,
  dispute: z.optional(z.nullable(Id)),
  settlement: z.optional(z.nullable(Id)),
  amount: Kobo,
  currency: z.string(),
  status: z.string(),
  merchant_note: Text,
  created_at: Text,
  createdAt: Text,
})
const Transfer = z.object({
  id: Id,
  domain: z.string(),
  /** Old transfers have none. */
  reference: Text,
  amount: Kobo,
  currency: z.string(),
  status: z.string(),
  fee_charged: MaybeKobo,
  createdAt: z.string(),
})
const Settlement = z.object({
  id: Id,
  domain: z.string(),
  status: z.string(),
  currency: z.string(),
  effective_amount: Kobo,
  createdAt: z.string(),
})
const Balances = z.array(z.object({ currency: z.string(), balance: Kobo }))

/** Paystack's lists of transactions, refunds, transfers and settlements. Their times are those of the creation. */
export function paystackRecords(client: PaystackClient, price: ChargePrice): Records {
  const inMode = <T extends { domain: string }>(rows: T[]): T[] => {
    const other = rows.find(({ domain }) => domain !== client.domain)
    if (other) throw new Error(`Paystack lists records of its ${other.domain} mode`)
    return rows
  }
  async function* listCharges(query: Record<string, string>, period: Record<string, string>) {
    for await (const rows of listPages(client, '/transaction', Charge, { ...period, ...query, per_page: pageSize }))
      yield inMode(rows).map((row) => toCharge(row, price))
  }
  return {
    async *list(kind: RecordKind, { from, to }: RecordPeriod) {
      const period = { from: from.toISOString(), to: to.toISOString() }
      if (kind === 'charge') for (const status of ['success', 'reversed']) yield* listCharges({ status }, period)
      else if (kind === 'refund')
        for await (const rows of listPages(client, '/refund', Refund, { ...period, perPage: pageSize }))
          yield inMode(rows).map(toRefund)
      else if (kind === 'payout')
        for await (const rows of listPages(client, '/transfer', Transfer, { ...period, per_page: pageSize }))
          yield inMode(rows).map(toPayout)
      else
        for await (const rows of listPages(client, '/settlement', Settlement, { perPage: pageSize })) {
          const records = inMode(rows).map(toSettlement)
          yield records.filter(({ at }) => at >= from && at < to)
          // The newest are first, and Paystack does not filter them.
          if (records.some(({ at }) => at < from)) break
        }
    },
    async *listSettledCharges(settlement) {
      for await (const records of listCharges({ settlement }, {})) yield records.map(({ id }) => id)
    },
    async readBalance() {
      const balances = await client.call('GET', '/balance', { schema: Balances })
      const naira = balances.find(({ currency }) => currency === 'NGN')
      if (!naira) throw new Error('Paystack reports no balance in NGN')
      return naira.balance
    },
  }
}

const listPages = <Row>(
  client: PaystackClient,
  path: string,
  schema: z.ZodMiniType<Row>,
  query: Record<string, string>,
): AsyncGenerator<Row[]> =>
  readPages({
    name: `Paystack’s list ${path}`,
    firstPage: 1,
    pageSize: Number(pageSize),
    readPage: (page) => client.call('GET', path, { schema: z.array(schema), query: { ...query, page } }),
  })

function toCharge(row: z.output<typeof Charge>, price: ChargePrice): ProcessorRecord {
  const { id, reference, amount, currency, fees, authorization } = row
  const created = row.created_at ?? row.createdAt
  return {
    ...withoutDetails,
    kind: 'charge',
    id,
    reference: paymentReference(reference),
    chargeReference: reference,
    amountKobo: amount,
    currency,
    feeKobo: fees ?? 0,
    expectedFeeKobo: chargeFeeKobo(amount, authorization?.country_code ?? null, price),
    status: row.status === 'reversed' ? 'reversed' : 'success',
    at: parseInstant(row.paid_at ?? created),
  }
}

function toRefund(row: z.output<typeof Refund>): ProcessorRecord {
  const { id, transaction, dispute, settlement, amount, currency, status, merchant_note: note } = row
  return {
    ...withoutDetails,
    kind: 'refund',
    id,
    reference: note ?? null,
    chargeId: transaction,
    amountKobo: amount,
    currency,
    status: status === 'processed' ? 'success' : status === 'failed' ? 'failed' : 'pending',
    isOfDispute: dispute != null,
    settlementId: settlement ?? null,
    at: parseInstant(row.created_at ?? row.createdAt),
  }
}

const statusesOfTransfers: Record<string, ProcessorRecord['status']> = {
  success: 'success',
  reversed: 'reversed',
  failed: 'failed',
  abandoned: 'failed',
  blocked: 'failed',
  rejected: 'failed',
}

function toPayout(row: z.output<typeof Transfer>): ProcessorRecord {
  const status = statusesOfTransfers[row.status] ?? 'pending'
  const isMade = status === 'success' || status === 'pending'
  const priceKobo = transferFeeKobo(row.amount)
  return {
    ...withoutDetails,
    kind: 'payout',
    id: row.id,
    reference: row.reference ?? null,
    amountKobo: row.amount,
    currency: row.currency,
    // The fee of a transfer that was not made goes back with its amount.
    feeKobo: isMade ? (row.fee_charged ?? priceKobo) : 0,
    expectedFeeKobo: isMade ? priceKobo : 0,
    status,
    at: parseInstant(row.createdAt),
  }
}

const toSettlement = (row: z.output<typeof Settlement>): ProcessorRecord => ({
  ...withoutDetails,
  kind: 'settlement',
  id: row.id,
  amountKobo: row.effective_amount,
  currency: row.currency,
  status: row.status === 'success' ? 'success' : row.status === 'failed' ? 'failed' : 'pending',
  at: parseInstant(row.createdAt),
})

/** @throws Error if it is missing or no instant */
function parseInstant(text: string | null | undefined): Date {
  const at = new Date(text ?? '')
  if (Number.isNaN(at.getTime())) throw new Error('Paystack lists a record without its time')
  return at
}
