import { type AuditAction, auditActions } from '@adire/contract/audit.ts'
import { formatDateTime } from '../../ui/date.ts'
import { ListCard } from './list-card.tsx'
import type { OfMerchant } from './of-merchant.ts'

export const AuditCard = ({ merchant: { auditLog } }: OfMerchant) => (
  <ListCard
    title="Audit log of the business"
    none="Nothing happened yet."
    lines={auditLog.map(({ id, action, actor, object, at }) => ({
      key: id,
      title: [auditActions[action as AuditAction] ?? action, object].filter(Boolean).join(': '),
      note: actor,
      aside: (
        <time dateTime={at} className="figures text-sm text-muted">
          {formatDateTime(at)}
        </time>
      ),
    }))}
  />
)
