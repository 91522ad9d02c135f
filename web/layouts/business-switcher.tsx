import { Check, ChevronsUpDown, Plus } from 'lucide-react'
import { Mark } from '../ui/logo.tsx'
import { Menu, MenuButton, MenuLine, MenuLink } from '../ui/menu.tsx'

export type BusinessChoice = { id: string; businessName: string; merchantCode: string; logoUrl: string | null }

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
      {merchants.map(({ id, businessName, merchantCode }) => (
        <MenuButton key={id} aria-current={id === current?.id || undefined} onClick={() => onSelectMerchant(id)}>
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="truncate font-medium text-ink">{businessName}</span>
            <span className="truncate text-xs text-muted">{merchantCode}</span>
          </span>
          {id === current?.id && <Check className="text-link" strokeWidth={2} aria-hidden="true" />}
        </MenuButton>
      ))}
      <MenuLine />
      <MenuLink to="/add-business">
        <Plus strokeWidth={1.75} aria-hidden="true" />
        Add business
      </MenuLink>
    </Menu>
  )
}

/** The business's own logo; ours until it has one. */
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
