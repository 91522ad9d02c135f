import { Badge } from '../../ui/badge.tsx'
import { ListCard } from './list-card.tsx'
import type { OfMerchant } from './of-merchant.ts'

export const AccountsCard = ({ merchant: { bankAccounts } }: OfMerchant) => (
  <ListCard
    title="Bank accounts"
    none="This business has no bank account yet."
    lines={bankAccounts.map(({ bank, accountNumber, accountName, isPrimary, nameMatches }) => ({
      key: `${bank} ${accountNumber}`,
      title: (
        <>
          <span className="figures">{accountNumber}</span> {bank}
        </>
      ),
      note: accountName,
      aside: (
        <span className="flex flex-wrap gap-2">
          {!nameMatches && <Badge tone="warn">Name in review</Badge>}
          {isPrimary && <Badge tone="ok">Primary</Badge>}
        </span>
      ),
    }))}
  />
)
