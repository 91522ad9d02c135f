import { formatNaira } from '@adire/contract/money.ts'
import { Banknote } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { chunk } from '../../ui/chunk.ts'
import { Menu } from '../../ui/menu.tsx'
import { LinesSkeleton } from '../../ui/skeleton.tsx'
import type { Changes, Filters } from './transaction-filters.ts'

const AmountForm = lazy(() => chunk(() => import('./amount-form.tsx').then((m) => ({ default: m.AmountForm }))))

type AmountRangeProps = { filters: Filters; onChange: (changes: Changes) => void }

/** At least, at most, or both. */
export function AmountRange({ filters: { min, max }, onChange }: AmountRangeProps) {
  const [isOpened, setOpened] = useState(false)
  const label = labelOf(min, max)
  return (
    <Menu
      align="start"
      className="w-72"
      onOpen={() => setOpened(true)}
      buttonClassName={buttonClass({ tone: 'secondary' })}
      button={
        <>
          <Banknote strokeWidth={1.75} aria-hidden="true" />
          <span className="sr-only">Amount: </span>
          {label}
        </>
      }
    >
      {isOpened && (
        <Suspense fallback={<LinesSkeleton lines={2} />}>
          <AmountForm key={label} min={min} max={max} onChange={onChange} />
        </Suspense>
      )}
    </Menu>
  )
}

function labelOf(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `${formatNaira(min)} \u2013 ${formatNaira(max)}`
  if (min !== undefined) return `From ${formatNaira(min)}`
  return max === undefined ? 'Any amount' : `Up to ${formatNaira(max)}`
}
