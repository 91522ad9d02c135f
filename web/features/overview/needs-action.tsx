import { listDisputes } from '@adire/contract/disputes.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { listRefunds } from '@adire/contract/refunds.ts'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { useCall } from '../../client/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { businessNow } from '../../ui/business-clock.ts'

const maxRows = 5
const hourMs = 3_600_000

/** Open items that cost money if the business does not act. Renders nothing if there are none. */
export function NeedsAction() {
  const disputes = useCall(listDisputes, { status: 'awaiting_merchant_feedback', limit: maxRows })
  const refunds = useCall(listRefunds, { status: 'needs_attention', limit: maxRows })
  const open = disputes.data?.content ?? []
  const stuck = refunds.data?.content ?? []
  if (open.length + stuck.length === 0) return null
  return (
    <section aria-label="Needs your answer" className="card overflow-clip">
      <h2 className="border-b border-line px-5 py-3 font-semibold">Needs your answer</h2>
      <ul>
        {open.map(({ id, amountKobo, customerName, customerEmail, dueAt }) => (
          <Line
            key={id}
            to={`/transactions/disputes/${id}`}
            what={`${customerName ?? customerEmail} disputes ${formatNaira(amountKobo)}`}
            state={hoursLeft(dueAt)}
            isUrgent
          />
        ))}
        {stuck.map(({ id, paymentId, amountKobo, customerName, customerEmail }) => (
          <Line
            key={id}
            to={`/transactions/${paymentId}`}
            what={`A refund of ${formatNaira(amountKobo)} to ${customerName ?? customerEmail} needs a bank account`}
            state="Needs attention"
          />
        ))}
      </ul>
    </section>
  )
}

function hoursLeft(dueAt: string): string {
  const hours = Math.floor((Date.parse(dueAt) - businessNow()) / hourMs)
  return hours < 1 ? 'Less than an hour left' : `${hours} ${hours === 1 ? 'hour' : 'hours'} left`
}

function Line({ to, what, state, isUrgent }: { to: string; what: string; state: string; isUrgent?: boolean }) {
  return (
    <li className="border-line not-last:border-b">
      <Link
        to={to}
        className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2.5 hover:bg-sunken focus-visible:-outline-offset-2"
      >
        <span className="min-w-0 flex-1 basis-56 font-medium">{what}</span>
        <Badge tone={isUrgent ? 'bad' : 'warn'} glyph="clock">
          {state}
        </Badge>
        <ChevronRight className="size-4 text-muted" strokeWidth={1.75} aria-hidden="true" />
      </Link>
    </li>
  )
}
