import { formatNaira } from '@adire/contract/money.ts'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ResponseDeadline } from '../../domain/response-deadline.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { useOpenDisputes, useStuckRefunds } from './overview-reads.ts'

/** Open items that cost money if the business does not act. Renders nothing if there are none. */
export function NeedsAction() {
  const disputes = useOpenDisputes()
  const refunds = useStuckRefunds()
  const open = disputes.data?.content ?? []
  const stuck = refunds.data?.content ?? []
  const failed = [disputes, refunds].find(({ error }) => error && error.code !== 'permission_missing')
  if (open.length + stuck.length === 0 && !failed) return null
  return (
    <section aria-label="Response needed" className="card overflow-clip">
      <h2 className="border-b border-line px-5 py-3 font-semibold">Response needed</h2>
      {failed && <ErrorStrip className="m-3" message={failed.error!.message} onRetry={() => failed.refetch()} />}
      <ul>
        {open.map(({ id, amountKobo, customerName, customerEmail, dueAt }) => (
          <Line
            key={id}
            to={`/transactions/disputes/${id}`}
            what={`${customerName ?? customerEmail} disputes ${formatNaira(amountKobo)}`}
            state={<ResponseDeadline dueAt={dueAt} />}
          />
        ))}
        {stuck.map(({ id, paymentId, amountKobo, customerName, customerEmail }) => (
          <Line
            key={id}
            to={`/transactions/${paymentId}`}
            what={`A refund of ${formatNaira(amountKobo)} to ${customerName ?? customerEmail} needs a bank account`}
            state={
              <Badge tone="warn" glyph="clock">
                Needs attention
              </Badge>
            }
          />
        ))}
      </ul>
    </section>
  )
}

function Line({ to, what, state }: { to: string; what: string; state: ReactNode }) {
  return (
    <li className="border-line not-last:border-b">
      <Link
        to={to}
        className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2.5 hover:bg-sunken focus-visible:-outline-offset-2"
      >
        <span className="min-w-0 flex-1 basis-56 font-medium">{what}</span>
        <span className="max-w-full [&_span]:whitespace-normal">{state}</span>
        <ChevronRight className="size-4 text-muted max-sm:hidden" strokeWidth={1.75} aria-hidden="true" />
      </Link>
    </li>
  )
}
