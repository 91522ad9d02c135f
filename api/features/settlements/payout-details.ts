import { formatNaira } from '@adire/contract/money.ts'
import { listSettlementParts } from '@adire/contract/settlements.ts'
import { formatDay } from '../../lagos.ts'
import { describePayoutAccount } from './hold.ts'
import type { SettlementRecord } from './move.ts'
import type { payouts } from './tables.ts'

/** Details of a payout for its email: account, period, what it adds up from, and the bank's number. */
export function listPayoutDetails(
  settlement: SettlementRecord,
  payout: typeof payouts.$inferSelect,
  recipientName?: string,
): [label: string, value: string][] {
  const { firstDay, lastDay, paymentCount, openingKobo, stampDutyKobo, bankReference, reference } = settlement
  const figures = { ...settlement, stampDutyKobo: -stampDutyKobo }
  const period =
    firstDay &&
    lastDay &&
    (firstDay === lastDay ? formatDay(firstDay) : `${formatDay(firstDay)} to ${formatDay(lastDay)}`)
  return [
    ['Account', describePayoutAccount(payout)],
    ...(period ? [['Payments of', period] as [string, string]] : []),
    ['Number of payments', paymentCount.toLocaleString('en-US')],
    ...(openingKobo === 0 ? [] : [['Brought forward', formatNaira(openingKobo)] as [string, string]]),
    ...listSettlementParts(figures, recipientName)
      .filter(([, kobo, always]) => always || kobo !== 0)
      .map(([label, kobo]): [string, string] => [label, formatNaira(kobo)]),
    ['Paid out', formatNaira(payout.amountKobo)],
    ...(bankReference ? [['Session ID', bankReference] as [string, string]] : []),
    ['Settlement', reference],
  ]
}
