import { ChevronsUpDown } from 'lucide-react'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { Mark } from '../../ui/logo.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { BusinessChoice } from './business-choices.tsx'

const BusinessChoices = lazyComponent(() => import('./business-choices.tsx').then((m) => m.BusinessChoices))

type BusinessSwitcherProps = {
  merchants: readonly BusinessChoice[]
  currentMerchantId: string | undefined
  onSelectMerchant: (id: string) => void
  collapsed?: boolean
}

export function BusinessSwitcher({ merchants, currentMerchantId, onSelectMerchant, collapsed }: BusinessSwitcherProps) {
  const current = merchants.find(({ id }) => id === currentMerchantId) ?? merchants[0]
  const button = (
    <>
      <Face logoUrl={current?.logoUrl} />
      <span className={collapsed ? 'sr-only' : 'flex min-w-0 flex-1 flex-col text-left'}>
        <span className="sr-only">Business: </span>
        <span className="truncate font-semibold">{current?.businessName ?? 'No business'}</span>
        <span className="truncate text-xs text-muted">{current?.merchantCode}</span>
      </span>
      {!collapsed && <ChevronsUpDown className="size-4 shrink-0 text-muted" strokeWidth={1.75} aria-hidden="true" />}
    </>
  )
  return (
    <Menu
      align="start"
      className="w-64"
      buttonClassName={`flex min-h-12 w-full items-center gap-2.5 rounded-md py-1.5 hover:bg-neutral-soft ${collapsed ? 'justify-center' : 'px-2'}`}
      button={button}
    >
      <BusinessChoices merchants={merchants} currentId={current?.id} onSelect={onSelectMerchant} />
    </Menu>
  )
}

/** Logo of the business, or the product's mark if it has none. */
function Face({ logoUrl }: { logoUrl: string | null | undefined }) {
  if (!logoUrl) return <Mark />
  return (
    <img
      src={logoUrl}
      alt=""
      width={36}
      height={28}
      className="h-7 w-9 shrink-0 rounded-sm bg-white object-cover ring-1 ring-line"
    />
  )
}
