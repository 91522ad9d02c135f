import type { Payment } from '@adire/contract/payments-schemas.ts'
import { Link } from 'react-router'
import { formatDay } from '../../ui/date.ts'

type Settled = Pick<Payment, 'settlement' | 'expectedSettlementOn' | 'settlementHold'>

/** Day of a payment's settlement, as text with its link; null if it has none. */
export function describeSettlement({ settlement, expectedSettlementOn, settlementHold }: Settled) {
  if (!settlement && !expectedSettlementOn && !settlementHold) return null
  const day = expectedSettlementOn ?? settlement?.dueOn
  return {
    isPaidOut: settlement?.status === 'success',
    text: settlementHold ? 'On hold' : day && formatDay(day),
    to: settlement ? `/payouts/${settlement.id}/${settlement.day}` : settlementHold && '/payouts',
    title: settlementHold ?? undefined,
  }
}

type SettlementDayProps = { described: NonNullable<ReturnType<typeof describeSettlement>>; isRow?: boolean }

/** The day, with a link to the settlement once it exists; or that payouts are on hold. A row says whether the day is still to come. */
export function SettlementDay({ described: { isPaidOut, text, to, title }, isRow }: SettlementDayProps) {
  const words = isRow && !isPaidOut && !title ? `Expected ${text}` : text
  if (!to) return words
  return (
    <Link to={to} title={title} className={isRow ? 'hover:text-link hover:underline' : 'text-link hover:underline'}>
      {words}
    </Link>
  )
}
