import { CalendarDays } from 'lucide-react'
import { buttonClass } from './button.tsx'
import { lazyComponent } from './lazy-part.tsx'
import { Menu } from './menu.tsx'
import { type RangeSelection, rangeLabel } from './range.ts'

export type DateRangeProps = {
  range: RangeSelection
  /** Changes the URL: a preset without dates, or dates without a preset. */
  onChange: (range: { [Name in keyof RangeSelection]: string | undefined }) => void
  /** Longest period in days, both dates required; without it, either date may be open. */
  maxDays?: number
}

const DateChoices = lazyComponent(() => import('./date-choices.tsx').then((m) => m.DateChoices))

/** Menu with the date range of a list; its content is loaded when the menu is first opened. */
export function DateRange(props: DateRangeProps) {
  return (
    <Menu
      align={props.maxDays ? 'end' : 'start'}
      className="w-[480px] max-sm:w-[288px]"
      buttonClassName={buttonClass({ tone: 'secondary' })}
      button={
        <>
          <CalendarDays strokeWidth={1.75} aria-hidden="true" />
          <span className="sr-only">Dates: </span>
          {rangeLabel(props.range)}
        </>
      }
    >
      <DateChoices {...props} />
    </Menu>
  )
}
