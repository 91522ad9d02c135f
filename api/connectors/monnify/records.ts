import { dayMs, hourMs } from '@adire/contract/durations.ts'
import * as z from 'zod/mini'
import { type ChargePrice, priceChargeKobo } from '../charge-price.ts'
import { readPages } from '../record-pages.ts'
import { type ProcessorRecord, type RecordKind, type RecordPeriod, type Records, withoutDetails } from '../records.ts'
import { paymentReference } from '../transaction-references.ts'
import type { MonnifyClient } from './client.ts'
import { parseInstant } from './instants.ts'
import { disbursementFeeKobo } from './prices.ts'
import { isOfRefund, toOurReference } from './refunds.ts'
import { Kobo } from './transactions.ts'

const pageSize = 100
/** Payments of a day come into the wallet at 22:00 in Lagos, which is 21:00 UTC. */
const settledAtUtcMs = 21 * hourMs

const Text = z.optional(z.nullable(z.string()))
const MaybeKobo = z.optional(z.nullable(Kobo))
const Charge = z.object({
  transactionReference: z.string(),
  paymentReference: z.string(),
  paymentStatus: z.string(),
  amount: MaybeKobo,
  amountPaid: MaybeKobo,
  fee: MaybeKobo,
  settlementAmount: MaybeKobo,
  currencyCode: z.string(),
  createdOn: z.string(),
  completedOn: Text,
})
type Charge = z.output<typeof Charge>
const Refund = z.object({
  refundReference: z.string(),
  transactionReference: z.string(),
  refundAmount: Kobo,
  refundStatus: z.string(),
  currencyCode: Text,
  createdOn: z.string(),
})
const Disbursement = z.object({
  reference: z.string(),
  transactionReference: z.string(),
  amount: Kobo,
  fee: MaybeKobo,
  currency: z.string(),
  status: z.string(),
  createdOn: z.string(),
})
type Disbursement = z.output<typeof Disbursement>
const WalletBalance = z.object({ availableBalance: Kobo })

/** Statuses of transactions that money came in for. Monnify lists them one by one. */
const listedStatuses = ['PAID', 'OVERPAID', 'PARTIALLY_PAID', 'REVERSED']

/**
 * Monnify's lists of transactions, refunds and disbursements. It settles to its own wallet, from which only disbursements leave, so there
 * are no settlements to our bank.
 */
export function monnifyRecords(client: MonnifyClient, price: ChargePrice): Records {
  async function* listCharges({ from, to }: RecordPeriod, statuses = listedStatuses) {
    const path = '/api/v1/transactions/search'
    const period = { from: String(from.getTime()), to: String(to.getTime()) }
    for (const paymentStatus of statuses)
      yield* listPages(client, {
        path,
        schema: Charge,
        query: { paymentStatus, ...period },
        page: 'page',
        size: 'size',
      })
  }
  async function* listDisbursements({ from, to }: RecordPeriod) {
    const path = '/api/v2/disbursements/search-transactions'
    const query = {
      sourceAccountNumber: client.walletAccount,
      startDate: String(from.getTime()),
      endDate: String(to.getTime()),
    }
    yield* listPages(client, { path, schema: Disbursement, query, page: 'pageNo', size: 'pageSize' })
  }
  async function* listRefunds(period: RecordPeriod): AsyncGenerator<ProcessorRecord[]> {
    const path = '/api/v1/refunds'
    const query = { from: String(period.from.getTime()), to: String(period.to.getTime()) }
    for await (const rows of listPages(client, { path, schema: Refund, query, page: 'page', size: 'size' }))
      yield rows.map(toRefund)
    for await (const rows of listDisbursements(period)) yield rows.filter(isRefund).map(toRefundByDisbursement)
    for await (const rows of listCharges(period, ['REVERSED'])) yield rows.map(toReversal)
  }
  return {
    async *list(kind: RecordKind, period: RecordPeriod) {
      if (kind === 'charge') for await (const rows of listCharges(period)) yield rows.map((row) => toCharge(row, price))
      else if (kind === 'refund') yield* listRefunds(period)
      else if (kind === 'payout')
        for await (const rows of listDisbursements(period)) yield rows.filter((row) => !isRefund(row)).map(toPayout)
    },
    async *listSettledCharges() {},
    async readBalance(now) {
      const path = '/api/v2/disbursements/wallet-balance'
      const query = { accountNumber: client.walletAccount }
      const { availableBalance } = await client.call('GET', path, { schema: WalletBalance, query })
      const settledAt = new Date(Math.floor((now.getTime() - settledAtUtcMs) / dayMs) * dayMs + settledAtUtcMs)
      let unsettledKobo = 0
      // A page may be paid long after it was opened, and Monnify selects by the time of opening.
      const period = { from: new Date(settledAt.getTime() - 2 * dayMs), to: new Date(now.getTime() + dayMs) }
      for await (const rows of listCharges(period, ['PAID']))
        for (const { at, amountKobo, feeKobo } of rows.map((row) => toCharge(row, price)))
          if (at >= settledAt) unsettledKobo += amountKobo - feeKobo
      return availableBalance + unsettledKobo
    },
  }
}

interface MonnifyList<Row> {
  path: string
  schema: z.ZodMiniType<Row>
  query: Record<string, string>
  /** Names of its parameters. */
  page: string
  size: string
}

const listPages = <Row>(client: MonnifyClient, { path, schema, query, page, size }: MonnifyList<Row>) =>
  readPages<Row>({
    name: `Monnify’s list ${path}`,
    firstPage: 0,
    pageSize,
    readPage: async (number) => {
      const paged = { ...query, [page]: number, [size]: String(pageSize) }
      return (await client.call('GET', path, { schema: z.object({ content: z.array(schema) }), query: paged })).content
    },
  })

function toCharge(row: Charge, price: ChargePrice): ProcessorRecord {
  const amountKobo = amountOf(row)
  const priceKobo = priceChargeKobo(amountKobo, price)
  const { fee, settlementAmount } = row
  return {
    ...withoutDetails,
    kind: 'charge',
    id: row.transactionReference,
    reference: paymentReference(row.paymentReference),
    chargeReference: row.paymentReference,
    amountKobo,
    currency: row.currencyCode,
    feeKobo: fee ?? (settlementAmount == null ? priceKobo : amountKobo - settlementAmount),
    expectedFeeKobo: priceKobo,
    status: row.paymentStatus === 'REVERSED' ? 'reversed' : 'success',
    at: parseInstant(row.completedOn ?? row.createdOn),
  }
}

/** @throws Error if it has none */
function amountOf({ amountPaid, amount, paymentReference: reference }: Charge): number {
  const amountKobo = amountPaid ?? amount
  if (amountKobo == null) throw new Error(`Monnify lists ${reference} without its amount`)
  return amountKobo
}

/** Monnify lists no refund of a transaction that it reversed, but its money has left the wallet. */
const toReversal = (row: Charge): ProcessorRecord => ({
  ...withoutDetails,
  kind: 'refund',
  id: `reversal of ${row.transactionReference}`,
  chargeId: row.transactionReference,
  amountKobo: amountOf(row),
  currency: row.currencyCode,
  status: 'success',
  isOfDispute: true,
  at: parseInstant(row.completedOn ?? row.createdOn),
})

const toRefund = (row: z.output<typeof Refund>): ProcessorRecord => ({
  ...withoutDetails,
  kind: 'refund',
  id: row.refundReference,
  reference: toOurReference(row.refundReference),
  chargeId: row.transactionReference,
  amountKobo: row.refundAmount,
  currency: row.currencyCode ?? 'NGN',
  status: row.refundStatus === 'COMPLETED' ? 'success' : row.refundStatus === 'FAILED' ? 'failed' : 'pending',
  at: parseInstant(row.createdOn),
})

const isRefund = ({ reference }: Disbursement): boolean => isOfRefund(reference)

const statuses: Record<string, ProcessorRecord['status']> = {
  SUCCESS: 'success',
  REVERSED: 'reversed',
  FAILED: 'failed',
  EXPIRED: 'failed',
}

function toDisbursed({ transactionReference, amount, fee, currency, status: given, createdOn }: Disbursement) {
  const status = statuses[given] ?? 'pending'
  const isMade = status === 'success' || status === 'pending'
  const priceKobo = disbursementFeeKobo(amount)
  return {
    ...withoutDetails,
    id: transactionReference,
    amountKobo: amount,
    currency,
    // The fee of a disbursement that was not made goes back with its amount.
    feeKobo: isMade ? (fee ?? priceKobo) : 0,
    expectedFeeKobo: isMade ? priceKobo : 0,
    status,
    at: parseInstant(createdOn),
  }
}

const toPayout = (row: Disbursement): ProcessorRecord => ({
  ...toDisbursed(row),
  kind: 'payout',
  reference: row.reference,
})

const toRefundByDisbursement = (row: Disbursement): ProcessorRecord => {
  const disbursed = toDisbursed(row)
  return {
    ...disbursed,
    kind: 'refund',
    reference: toOurReference(row.reference),
    // A refund that came back was not made.
    status: disbursed.status === 'reversed' ? 'failed' : disbursed.status,
  }
}
