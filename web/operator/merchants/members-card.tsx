import { ListCard } from './list-card.tsx'
import type { OfMerchant } from './of-merchant.ts'

export const MembersCard = ({ merchant: { members } }: OfMerchant) => (
  <ListCard
    title="Members"
    none="This business has no members."
    lines={members.map(({ email, name, role }) => ({
      key: email,
      title: name ?? email,
      note: name ? email : undefined,
      aside: <span className="text-muted">{role}</span>,
    }))}
  />
)
