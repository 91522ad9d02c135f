import { addMerchant } from '@adire/contract/onboarding.ts'
import { Check, Plus } from 'lucide-react'
import { MenuButton, MenuLine, MenuLink } from '../../ui/menu.tsx'

export type BusinessChoice = { id: string; businessName: string; merchantCode: string; logoUrl: string | null }

type BusinessChoicesProps = {
  merchants: readonly BusinessChoice[]
  currentId: string | undefined
  onSelect: (id: string) => void
}

/** List of the user's businesses, with a link to add one. */
export function BusinessChoices({ merchants, currentId, onSelect }: BusinessChoicesProps) {
  return (
    <>
      {merchants.map(({ id, businessName, merchantCode }) => (
        <MenuButton key={id} aria-current={id === currentId || undefined} onClick={() => onSelect(id)}>
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="truncate font-medium text-ink">{businessName}</span>
            <span className="truncate text-xs text-muted">{merchantCode}</span>
          </span>
          {id === currentId && <Check className="text-link" strokeWidth={2} aria-hidden="true" />}
        </MenuButton>
      ))}
      <MenuLine />
      <MenuLink needs={addMerchant} to="/add-business">
        <Plus strokeWidth={1.75} aria-hidden="true" />
        Add business
      </MenuLink>
    </>
  )
}
