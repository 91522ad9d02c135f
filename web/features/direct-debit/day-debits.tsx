import type { getDebitCalendar } from '@adire/contract/direct-debit.ts'
import type { ComingDebit } from '@adire/contract/direct-debit-schemas.ts'
import type { EndpointOutput } from '@adire/contract/endpoint.ts'
import { Link } from 'react-router'
import { Amount } from '../../ui/amount.tsx'
import { longDay } from './calendar-days.ts'
import { customerOf } from './mandate-words.ts'

export type CalendarDay = EndpointOutput<typeof getDebitCalendar>['days'][number]

const states: Record<ComingDebit['status'], string> = {
  scheduled: 'Scheduled',
  retrying: 'Tried again',
  expected: 'By its schedule',
}

/** Debits of one day, with the customers. */
export function DayDebits({ day: { day, totalKobo, count, debits } }: { day: CalendarDay }) {
  return (
    <>
      <div className="flex items-baseline justify-between gap-4 border-b border-line px-4 py-3">
        <h3 className="font-semibold">{longDay(day)}</h3>
        {count > 0 && <Amount kobo={totalKobo} />}
      </div>
      {count === 0 ? (
        <p className="px-4 py-4 text-muted">No debits on this day.</p>
      ) : (
        <ul className="divide-y divide-line">
          {debits.map((debit) => (
            <li
              key={`${debit.mandateId} ${debit.debitId}`}
              className="relative flex items-center justify-between gap-4 px-4 py-3 hover:bg-sunken"
            >
              <span className="min-w-0">
                <Link
                  to={`/directDebit/${debit.mandateSlug}`}
                  className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand"
                >
                  {customerOf(debit)}
                </Link>
                <span className="block text-sm text-muted">{states[debit.status]}</span>
              </span>
              <Amount kobo={debit.amountKobo} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
