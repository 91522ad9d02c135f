import type { Coupon } from '@adire/contract/coupons-schemas.ts'
import { groupDigits } from '@adire/contract/group-digits.ts'
import { describeTerms } from '../../domain/coupon-terms.ts'
import { actionsColumn } from '../../ui/actions-column.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { createdColumn } from '../../ui/created-column.tsx'
import { formatDate } from '../../ui/date.ts'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { nameColumn } from '../../ui/name-column.tsx'
import type { TableColumn } from '../../ui/table-column.ts'

const CouponActions = lazyComponent(() => import('./coupon-actions.tsx').then((m) => m.CouponActions))

export const couponColumns: readonly TableColumn<Coupon>[] = [
  nameColumn,
  { label: 'Code', phone: 'value', room: 10, cell: ({ code }) => <CouponCodeText code={code} /> },
  { label: 'Discount', phone: 'note', room: 14, cell: describeTerms },
  { label: 'Status', phone: 'state', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    label: 'Redemptions',
    align: 'right',
    drops: 1,
    room: 8,
    cell: (coupon) => <span className="figures">{countRedemptions(coupon)}</span>,
  },
  {
    label: 'Last day',
    align: 'right',
    drops: 2,
    room: 8,
    cell: ({ endsOn }) => (endsOn ? <time dateTime={endsOn}>{formatDate(endsOn)}</time> : <Quiet>None</Quiet>),
  },
  createdColumn,
  actionsColumn((coupon) => <CouponActions coupon={coupon} isRow />),
]

/** Redemptions, and their limit: "12 of 100". */
export const countRedemptions = ({ redemptions, redemptionLimit }: Coupon) =>
  groupDigits(redemptions) + (redemptionLimit === null ? '' : ` of ${groupDigits(redemptionLimit)}`)

const CouponCodeText = ({ code }: Pick<Coupon, 'code'>) =>
  code ? <span className="figures">{code}</span> : <Quiet>No code</Quiet>

const Quiet = ({ children }: { children: string }) => <span className="text-muted">{children}</span>
