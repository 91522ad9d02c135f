import { getDebitCalendar } from '@adire/contract/direct-debit.ts'
import type { EndpointOutput } from '@adire/contract/endpoint.ts'
import { groupDigits } from '@adire/contract/group-digits.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useCall } from '../../client/api.ts'
import { Amount } from '../../ui/amount.tsx'
import { businessNow } from '../../ui/business-clock.ts'
import { IconButton } from '../../ui/button.tsx'
import { dayKey } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useUrlState } from '../../ui/use-url-state.ts'
import { buildWeeks, monthDays, monthName, movedMonth } from './calendar-days.ts'
import { type CalendarDay, DayDebits } from './day-debits.tsx'
import { MonthGrid } from './month-grid.tsx'

/** Calendar of the debits of one month, past and to come. The month and the selected day are in the URL. */
export function DebitCalendar() {
  const { params, change } = useUrlState()
  const today = dayKey(businessNow())
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.exec(params.get('month') ?? '')?.[0] ?? today.slice(0, 7)
  const [from, to] = monthDays(month)
  const calendar = useCall(getDebitCalendar, { from, to }, { keepPrevious: true })
  const isOther = calendar.isPlaceholderData
  const days = new Map((isOther ? [] : (calendar.data?.days ?? [])).map((day) => [day.day, day]))
  const given = buildWeeks(month)
    .flat()
    .find((day) => day !== undefined && day === params.get('day'))
  const isThisMonth = today.startsWith(month)
  const next = [...days.keys()].find((day) => !isThisMonth || day >= today)
  const chosen = given ?? next ?? (isThisMonth ? today : from)
  const selectDay = (day: string) => change({ day, month: day.slice(0, 7) }, { replace: true })
  return (
    <section aria-label="Debits by day">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div className="flex items-center gap-1">
          <IconButton label="Previous month" onClick={() => change({ month: movedMonth(month, -1), day: '' })}>
            <ChevronLeft strokeWidth={1.75} />
          </IconButton>
          <h2 className="text-center text-md font-semibold" aria-live="polite">
            {monthName(month)}
          </h2>
          <IconButton label="Next month" onClick={() => change({ month: movedMonth(month, 1), day: '' })}>
            <ChevronRight strokeWidth={1.75} />
          </IconButton>
        </div>
        {!calendar.error && <Sum calendar={isOther ? undefined : calendar.data} />}
      </div>
      {calendar.error ? (
        <ErrorStrip message={calendar.error.message} onRetry={() => calendar.refetch()} />
      ) : (
        <div aria-busy={!calendar.data || isOther}>
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 max-md:hidden xl:grid-cols-[minmax(0,1fr)_340px]">
            <MonthGrid month={month} today={today} chosen={chosen} days={days} onChoose={selectDay} />
            <div className="card xl:sticky xl:top-20" key={chosen}>
              <DayDebits date={chosen} day={days.get(chosen)} isLoading={!calendar.data || isOther} />
            </div>
          </div>
          <Agenda days={[...days.values()]} isLoading={!calendar.data || isOther} />
        </div>
      )}
      {calendar.data?.isCapped && (
        <p className="mt-4 text-muted">There are more debits in this month than are shown.</p>
      )}
    </section>
  )
}

type SumProps = { calendar: EndpointOutput<typeof getDebitCalendar> | undefined }

function Sum({ calendar }: SumProps) {
  if (!calendar) return <Skeleton className="h-5 w-44" />
  const { count, totalKobo, paid, paidKobo, failed } = calendar
  if (count + paid + failed === 0) return <p className="text-muted">No debits</p>
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-muted">
      {count > 0 && (
        <li>
          {groupDigits(count)} to come, <Amount kobo={totalKobo} className="text-ink" />
        </li>
      )}
      {paid > 0 && (
        <li>
          {groupDigits(paid)} paid, <Amount kobo={paidKobo} className="text-ink" />
        </li>
      )}
      {failed > 0 && <li>{groupDigits(failed)} failed</li>}
    </ul>
  )
}

/** Phone view: a list of the days that have debits. */
function Agenda({ days, isLoading }: { days: readonly CalendarDay[]; isLoading: boolean }) {
  if (isLoading)
    return (
      <div className="card flex flex-col gap-4 p-4 md:hidden">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-4 w-56" />
        <Skeleton className="h-4 w-48" />
      </div>
    )
  if (days.length === 0)
    return (
      <div className="md:hidden">
        <Empty title="No debits in this month">Look at another month, or schedule a debit on a mandate.</Empty>
      </div>
    )
  return (
    <ol className="flex flex-col gap-4 md:hidden">
      {days.map((day) => (
        <li key={day.day} className="card">
          <DayDebits date={day.day} day={day} />
        </li>
      ))}
    </ol>
  )
}
