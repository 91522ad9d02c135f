import { Bookmark, ChevronDown, Columns3 } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { ColumnKey } from './payment-columns.tsx'
import type { FilterChanges, TransactionFilters } from './transaction-filters.ts'

const MoreFilters = lazyComponent(() => import('./more-filters.tsx').then((m) => m.MoreFilters))
const SavedViews = lazyComponent(() => import('./saved-views.tsx').then((m) => m.SavedViews))
const ColumnChoices = lazyComponent(() => import('./column-choices.tsx').then((m) => m.ColumnChoices))

type ListChoicesProps = {
  filters: TransactionFilters
  onChange: (changes: FilterChanges) => void
  columns: { chosen: readonly ColumnKey[]; choose: (keys: readonly ColumnKey[]) => void }
}

/** Saved views, filters and columns behind buttons beside the filters. Each is fetched when it is opened. */
export function ListChoices({ filters: { link, customer }, onChange, columns }: ListChoicesProps) {
  return (
    <>
      <ListChoice name="More filters" className="w-80">
        <MoreFilters key={`${link} ${customer}`} link={link} customer={customer} onChange={onChange} />
      </ListChoice>
      <ListChoice name="Views" icon={<Bookmark strokeWidth={1.75} />} className="w-80">
        <SavedViews />
      </ListChoice>
      <ListChoice name="Columns" icon={<Columns3 strokeWidth={1.75} />} className="w-52" isWide>
        <ColumnChoices chosen={columns.chosen} onChoose={columns.choose} />
      </ListChoice>
    </>
  )
}

type ChoiceProps = {
  name: ReactNode
  /** Shown instead of the name. */
  icon?: ReactNode
  className: string
  isWide?: boolean
  children: ReactNode
}

/** Button with a panel. A phone shows each row on two lines and so has no columns to choose. */
export function ListChoice({ name, icon, className, isWide, children }: ChoiceProps) {
  return (
    <Menu
      align="start"
      className={className}
      {...(icon && typeof name === 'string' && { label: name })}
      buttonClassName={`${buttonClass({ tone: 'secondary' })} ${icon ? 'px-2.5!' : ''} ${isWide ? 'max-md:hidden' : ''}`}
      button={
        icon ? (
          <>
            {icon}
            <span className="sm:hidden">{name}</span>
          </>
        ) : (
          <>
            {name}
            <ChevronDown className="text-muted max-sm:ml-auto" strokeWidth={1.75} aria-hidden="true" />
          </>
        )
      }
    >
      {children}
    </Menu>
  )
}
