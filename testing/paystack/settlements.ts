import { PaystackError } from './errors.ts'
import { createId, type Integration, type Settlement } from './integration.ts'
import { isWithin, selectByCursor, selectPage } from './pages.ts'
import type { Answer, Call, Scope } from './simulation.ts'
import { toTransactionData } from './transaction-data.ts'

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** Pays out what was paid and not yet settled, less refunds and lost disputes. It takes the money from the balance. */
export function createSettlement({ simulation, integration }: Scope): { id: number } {
  const id = createId()
  const paid = [...integration.transactions.values()].filter((one) => one.paidAt && one.settlementId === null)
  const refunds = integration.refunds.filter((one) => one.status !== 'failed' && one.settlementId === null)
  for (const settled of [...paid, ...refunds]) settled.settlementId = id
  const settlement: Settlement = {
    id,
    processedKobo: sum(paid.map(({ amountKobo }) => amountKobo)),
    feesKobo: sum(paid.map(({ feesKobo }) => feesKobo)),
    deductionsKobo: sum(refunds.map(({ amountKobo }) => amountKobo)),
    createdAt: simulation.now(),
  }
  integration.settlements.push(settlement)
  integration.balanceKobo -= effectiveKobo(settlement)
  return { id }
}

const effectiveKobo = ({ processedKobo, feesKobo, deductionsKobo }: Settlement) =>
  processedKobo - feesKobo - deductionsKobo

const toSettlementData = (settlement: Settlement, { id: integration, domain }: Integration) => ({
  id: settlement.id,
  domain,
  status: 'success',
  currency: 'NGN',
  integration,
  total_amount: settlement.processedKobo - settlement.feesKobo,
  effective_amount: effectiveKobo(settlement),
  total_fees: settlement.feesKobo,
  total_processed: settlement.processedKobo,
  deductions: settlement.deductionsKobo || null,
  settlement_date: `${settlement.createdAt.toISOString().slice(0, 10)}T00:00:00.000Z`,
  settled_by: null,
  createdAt: settlement.createdAt.toISOString(),
  updatedAt: settlement.createdAt.toISOString(),
})

export function listSettlements({ integration, query }: Call): Answer {
  const { rows, meta } = selectPage(integration.settlements.toReversed(), query)
  return { message: 'Settlements retrieved', data: rows.map((one) => toSettlementData(one, integration)), meta }
}

export function listSettledTransactions({ integration, params, query }: Call): Answer {
  const id = Number(params.id)
  const settlement = integration.settlements.find((one) => one.id === id)
  if (!settlement) throw new PaystackError(404, 'Settlement not found', { code: 'not_found' })
  const settled = [...integration.transactions.values()].filter(({ settlementId }) => settlementId === id)
  const { rows, meta } = selectPage(settled, query)
  const total_volume = settlement.processedKobo
  return {
    message: 'Transactions retrieved',
    data: rows.map((transaction) => toTransactionData(transaction, integration)),
    meta: { ...meta, total_volume },
  }
}

/** `GET /transaction`, the newest first. */
export function listTransactions({ integration, query }: Call): Answer {
  const fits = (selected: string | undefined, actual: unknown) => selected === undefined || selected === String(actual)
  const found = [...integration.transactions.values()].filter(
    (one) =>
      fits(query.status, one.status) &&
      fits(query.channel, one.channel) &&
      fits(query.amount, one.amountKobo) &&
      fits(query.settlement, one.settlementId) &&
      isWithin(query, one.createdAt),
  )
  const { rows, meta } = selectByCursor(found.toReversed(), query)
  return { message: 'Transactions retrieved', data: rows.map((one) => toTransactionData(one, integration)), meta }
}
