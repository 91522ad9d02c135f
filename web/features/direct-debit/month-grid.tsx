import { formatNaira, formatNairaCompact, formatNairaNumber } from '@adire/contract/money.ts'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { addDays } from '../../ui/date.ts'
import { buildWeeks, longDay, monthDays, monthName, sameDayIn } from './calendar-days.ts'
import { type CalendarDay, describeCounts, sumOf } from './day-debits.tsx'

type MonthGridProps = {
  month: string
  today: string
  chosen: string
  days: ReadonlyMap<string, CalendarDay>
  onChoose: (day: string) => void
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Month grid with one tab stop. Arrow keys move by day and week, Page Up and Page Down by month, also across months. */
export function MonthGrid({ month, today, chosen, days, onChoose }: MonthGridProps) {
  const grid = useRef<HTMLTableElement>(null)
  const moved = useRef(false)
  // Before the next key: in another month the focused day is gone.
  useLayoutEffect(() => {
    if (!moved.current) return
    moved.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${chosen}"]`)?.focus()
  }, [chosen])
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moves.get(event.key)?.(chosen)
    if (!next) return
    event.preventDefault()
    moved.current = true
    onChoose(next)
  }
  return (
    <div className="card overflow-clip">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA grid pattern for a calendar with arrow keys */}
      <table ref={grid} role="grid" aria-label={monthName(month)} className="w-full table-fixed" onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th
                key={name}
                scope="col"
                abbr={name}
                className="h-9 border-b border-line bg-sunken text-xs font-medium text-muted"
              >
                {name.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buildWeeks(month).map((week, index) => (
            <tr key={week.find(Boolean) ?? index} className="border-line not-last:border-b">
              {week.map((day, dayIndex) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: the seven columns of a week never move
                  key={dayIndex}
                  className="h-[84px] border-line p-0 align-top not-last:border-r"
                >
                  {day && (
                    <Day
                      day={day}
                      found={days.get(day)}
                      isToday={day === today}
                      isChosen={day === chosen}
                      onChoose={() => onChoose(day)}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Target day of each key. */
const moves = new Map<string, (day: string) => string>([
  ['ArrowLeft', (day) => addDays(day, -1)],
  ['ArrowRight', (day) => addDays(day, 1)],
  ['ArrowUp', (day) => addDays(day, -7)],
  ['ArrowDown', (day) => addDays(day, 7)],
  ['Home', (day) => monthDays(day.slice(0, 7))[0]],
  ['End', (day) => monthDays(day.slice(0, 7))[1]],
  ['PageUp', (day) => sameDayIn(day, -1)],
  ['PageDown', (day) => sameDayIn(day, 1)],
])

type DayProps = {
  day: string
  found: CalendarDay | undefined
  isToday: boolean
  isChosen: boolean
  onChoose: () => void
}

function Day({ day, found, isToday, isChosen, onChoose }: DayProps) {
  const number = Number(day.slice(8))
  const sum = found ? sumOf(found) : 0
  const dayText = found ? `, ${describeCounts(found)}${sum > 0 ? `, ${formatNaira(sum)}` : ''}` : ', no debits'
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={isChosen ? 0 : -1}
      aria-pressed={isChosen}
      onClick={onChoose}
      className={`flex h-[84px] w-full flex-col items-start justify-between p-2 text-left transition-colors hover:bg-sunken focus-visible:-outline-offset-2 ${isChosen ? 'bg-soft hover:bg-soft' : ''}`}
    >
      <span className="sr-only">{`${longDay(day)}${isToday ? ', today' : ''}${dayText}`}</span>
      <span
        aria-hidden="true"
        className={`figures flex size-6 items-center justify-center rounded-full text-sm ${isToday ? 'bg-brand font-semibold text-white' : found ? 'font-semibold' : 'text-muted'}`}
      >
        {number}
      </span>
      {found && (
        <span className="w-full min-w-0 text-xs" aria-hidden="true">
          {sum > 0 && (
            <span className={`figures block truncate font-medium ${found.count > 0 ? 'text-link' : 'text-ok'}`}>
              {shortNaira(sum)}
            </span>
          )}
          <span className={`block truncate ${found.failed > 0 ? 'text-bad' : 'text-ink-2'}`}>
            {describeCounts(found)}
          </span>
        </span>
      )}
    </button>
  )
}

/** Characters that fit into the narrowest cell. */
const longestAmount = 10

/**
 * Short amount for narrow cells: no currency (it is shown with the month's total), no decimals for whole naira, and rounded where it
 * would be truncated. The list of the day has the exact amounts.
 */
function shortNaira(kobo: number): string {
  const text = formatNairaNumber(kobo).replace(/\.00$/, '')
  return text.length > longestAmount ? formatNairaCompact(kobo) : text
}
