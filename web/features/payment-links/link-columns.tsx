import { groupDigits } from '@adire/contract/group-digits.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { perInterval } from '@adire/contract/plans.ts'
import { Amount } from '../../ui/amount.tsx'
import { formatCount } from '../../ui/counted.ts'
import { createdColumn } from '../../ui/created-column.tsx'
import { nameColumn } from '../../ui/name-column.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { LinkBadge } from './link-badge.tsx'
import { LinkTools } from './link-tools.tsx'

/** Name of a link, with its picture. */
function NameCell({ name, pictureUrl }: PaymentLink) {
  if (!pictureUrl) return name
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <img
        src={pictureUrl}
        alt=""
        width={48}
        height={32}
        loading="lazy"
        className="h-8 w-12 shrink-0 rounded-sm bg-sunken object-cover"
      />
      <span className="truncate">{name}</span>
    </span>
  )
}

/** Price of a link; for a link with a plan, the plan's price and interval. */
function Price({ amountKobo, plan }: PaymentLink) {
  if (plan)
    return (
      <>
        <Amount kobo={plan.amountKobo} /> <span className="text-muted">{perInterval[plan.interval]}</span>
      </>
    )
  return amountKobo === null ? <span className="text-muted">Payer chooses</span> : <Amount kobo={amountKobo} />
}

export const linkColumns: readonly TableColumn<PaymentLink>[] = [
  { ...nameColumn, cell: NameCell, sortBy: { field: 'name', kind: 'name' } },
  {
    label: 'Amount',
    align: 'right',
    phone: 'value',
    cell: Price,
  },
  {
    label: 'Status',
    phone: 'state',
    cell: (link) => <LinkBadge link={link} />,
  },
  {
    label: 'Payments',
    align: 'right',
    phone: 'note',
    drops: 1,
    room: 7,
    cell: (link) => (
      <>
        <span className="figures cards:hidden">{groupDigits(link.payments)}</span>
        <span className="figures rows:hidden">{formatCount(link.payments, 'payment', 'payments')}</span>
      </>
    ),
  },
  { label: 'Collected', align: 'right', drops: 2, cell: ({ collectedKobo }) => <Amount kobo={collectedKobo} /> },
  { ...createdColumn, sortBy: { field: 'createdAt', kind: 'date' } },
  {
    label: 'Link',
    hideLabel: true,
    align: 'right',
    phone: 'tools',
    room: 15,
    cell: (link) => <LinkTools link={link} />,
  },
]

/** The same columns, with each link's plan. */
export const planLinkColumns: readonly TableColumn<PaymentLink>[] = linkColumns.flatMap((column) =>
  column.label === 'Amount'
    ? [
        {
          label: 'Plan',
          drops: 3 as const,
          cell: ({ plan }: PaymentLink) => plan?.name,
          fullText: ({ plan }: PaymentLink) => plan?.name,
        },
        column,
      ]
    : [column],
)
