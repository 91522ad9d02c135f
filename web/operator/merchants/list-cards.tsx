import { type AuditAction, auditActions } from '@adire/contract/audit.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { statusLabel } from '@adire/contract/status-names.ts'
import type { ReactNode } from 'react'
import { Badge, StatusBadge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDateTime } from '../../ui/date.ts'
import type { OfMerchant } from './control-cards.tsx'

type Line = { key: string; title: ReactNode; note?: ReactNode; aside?: ReactNode }

/** Card with a line per object, or what its absence means. */
function ListCard({ title, lines, none }: { title: string; lines: readonly Line[]; none: string }) {
  return (
    <Card title={title}>
      {lines.length === 0 && <p className="text-muted">{none}</p>}
      <ul className="-mt-1 -mb-3 divide-y divide-line empty:hidden">
        {lines.map(({ key, title: name, note, aside }) => (
          <li key={key} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
            <span className="min-w-0">
              <span className="block wrap-anywhere">{name}</span>
              {note && <span className="block text-sm wrap-anywhere text-muted">{note}</span>}
            </span>
            {aside}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const kycName = (type: string) => statusLabel(type.toLowerCase()).replace(/^(bvn|cac)\b/i, (word) => word.toUpperCase())

export const KycCard = ({ merchant: { kyc } }: OfMerchant) => (
  <ListCard
    title="Review"
    none="This type of business submits nothing."
    lines={kyc.map(({ type, status, reason }) => ({
      key: type,
      title: kycName(type),
      note: reason,
      aside:
        status === 'PENDING_MERCHANT_SUBMISSION' ? (
          <span className="text-muted">Not submitted</span>
        ) : (
          <StatusBadge status={status} />
        ),
    }))}
  />
)

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

export const SettlementsCard = ({ merchant: { settlements } }: OfMerchant) => (
  <ListCard
    title="Settlements"
    none="Nothing was settled yet."
    lines={settlements.map(({ reference, totalKobo, status, dueOn }) => ({
      key: reference,
      title: <span className="figures">{formatNaira(totalKobo)}</span>,
      note: `${reference}, due ${dueOn}`,
      aside: <StatusBadge status={status} />,
    }))}
  />
)

export const DisputesCard = ({ merchant: { disputes } }: OfMerchant) => (
  <ListCard
    title="Disputes"
    none="No payment was disputed."
    lines={disputes.map(({ reference, amountKobo, status, createdAt }) => ({
      key: reference,
      title: <span className="figures">{formatNaira(amountKobo)}</span>,
      note: `${reference}, ${formatDateTime(createdAt)}`,
      aside: <StatusBadge status={status} />,
    }))}
  />
)

export const WebhooksCard = ({ merchant: { webhooks } }: OfMerchant) => (
  <ListCard
    title="Webhooks"
    none="This business has no webhook endpoint."
    lines={webhooks.map(({ url, enabled, disabledReason }) => ({
      key: url,
      title: url,
      note: disabledReason,
      aside: <Badge tone={enabled ? 'ok' : 'bad'}>{enabled ? 'On' : 'Off'}</Badge>,
    }))}
  />
)

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
