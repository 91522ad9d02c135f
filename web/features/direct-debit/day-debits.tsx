import type { getDebitCalendar } from '@adire/contract/direct-debit.ts'
import type { EndpointOutput } from '@adire/contract/endpoint.ts'
import { Link } from 'react-router'
import { Amount } from '../../ui/amount.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { longDay } from './calendar-days.ts'
import { DebitBadge } from './debit-badge.tsx'
import { customerOf } from './mandate-words.ts'

export type CalendarDay = EndpointOutput<typeof getDebitCalendar>['days'][number]

/** Numbers of debits by outcome: "1 to come, 2 paid, 1 failed, 1 skipped". */
export const describeCounts = (of: Pick<CalendarDay, 'count' | 'paid' | 'failed' | 'skipped'>) =>
  [
    [of.count, 'to come'] as const,
    [of.paid, 'paid'] as const,
    [of.failed, 'failed'] as const,
    [of.skipped, 'skipped'] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([count, outcome]) => `${count} ${outcome}`)
    .join(', ')

/** Amount that was debited or is to be debited. */
export const sumOf = ({ totalKobo, paidKobo }: Pick<CalendarDay, 'totalKobo' | 'paidKobo'>) => totalKobo + paidKobo

type DayDebitsProps = { date: string; day: CalendarDay | undefined; isLoading?: boolean }

/** Debits of one day, with the customers. */
export function DayDebits({ date, day, isLoading }: DayDebitsProps) {
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-4 py-3">
        <h3 className="font-semibold">{longDay(date)}</h3>
        {day && sumOf(day) > 0 && <Amount kobo={sumOf(day)} />}
      </div>
      {isLoading ? (
        <Skeleton className="m-4 h-5 w-40" />
      ) : !day ? (
        <p className="px-4 py-4 text-muted">No debits on this day.</p>
      ) : (
        <ul className="divide-y divide-line">
          {day.debits.map((debit) => (
            <li
              key={`${debit.mandateId} ${debit.debitId}`}
              className="relative flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-3 hover:bg-sunken"
            >
              <span className="min-w-0 flex-[1_1_8rem]">
                <Link
                  to={`/directDebit/${debit.mandateSlug}`}
                  className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand"
                >
                  {customerOf(debit)}
                </Link>
                <span className="mt-1 block text-sm text-muted [&_span]:whitespace-normal">
                  {debit.status === 'expected' ? 'By its schedule' : <DebitBadge {...debit} status={debit.status} />}
                </span>
              </span>
              <Amount kobo={debit.amountKobo} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
