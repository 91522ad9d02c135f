import { groupDigits } from '@adire/contract/group-digits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { getPlan, intervalNames, perInterval } from '@adire/contract/plans.ts'
import type { PlanDetail } from '@adire/contract/plans-schemas.ts'
import { useParams } from 'react-router'
import { useCall } from '../../client/api.ts'
import { MetadataCard } from '../../domain/metadata-card.tsx'
import { subscriptionCells } from '../../domain/subscription-cells.tsx'
import { SubscriptionList } from '../../domain/subscription-list.tsx'
import { Amount } from '../../ui/amount.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { detailColumns } from '../../ui/columns.ts'
import { formatDate } from '../../ui/date.ts'
import { type DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Tiles } from '../../ui/tiles.tsx'
import { PlanActions } from './plan-actions.tsx'
import { SignUpLinks } from './sign-up-links.tsx'

const back = { to: '/plans', label: 'Plans' }

export function PlanPage() {
  const { planId = '' } = useParams()
  const plan = useCall(getPlan, { id: planId })
  if (plan.data) return <Found plan={plan.data} />
  return <LoadError what="plan" back={back} read={plan} />
}

const { customer, price, status, next } = subscriptionCells
const columns = [customer, price, status, { ...next, phone: 'note' as const }]

function Found({ plan }: { plan: PlanDetail }) {
  const { id, name, amountKobo, interval, subscribers, monthlyValueKobo, collectedKobo } = plan
  const isOpen = plan.status === 'active'
  return (
    <>
      <PageHeader
        title={name}
        badge={<StatusBadge status={plan.status} />}
        back={back}
        actions={<PlanActions plan={plan} />}
      />
      {notices[plan.status] && (
        <p className="mb-6 rounded-md bg-warn-soft px-4 py-3 text-warn">{notices[plan.status]}</p>
      )}
      <div className={`${detailColumns} lg:grid-rows-[auto_1fr]`}>
        <Tiles
          layout="lg:grid-cols-2 2xl:grid-cols-4"
          tiles={[
            {
              label: 'Price',
              value: <Amount kobo={amountKobo} size="figure" />,
              note: <Note>{perInterval[interval]}</Note>,
            },
            {
              label: 'Subscribers',
              value: groupDigits(subscribers),
              note: <Note>{describeSubscribers(plan)}</Note>,
            },
            {
              label: 'Monthly renewals',
              value: <Amount kobo={monthlyValueKobo} size="figure" />,
              note: <Note>From renewing subscribers</Note>,
            },
            { label: 'Collected', value: <Amount kobo={collectedKobo} size="figure" />, note: <Note>So far</Note> },
          ]}
        />
        <div className="flex min-w-0 flex-col gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <SignUpLinks plan={plan} />
          <Card title="Details">
            <div className="-mt-1 -mb-3">
              <DetailList details={listDetails(plan)} />
            </div>
          </Card>
          <MetadataCard metadata={plan.metadata} />
        </div>
        <SubscriptionList
          title="Subscribers"
          label="Subscribers of this plan"
          of={{ planId: id }}
          columns={columns}
          query={`plan=${id}`}
          empty={
            <Empty title="No subscribers yet">
              {isOpen
                ? 'Share a payment link of this plan. New subscribers appear here at once.'
                : 'This plan is closed for sign-ups.'}
            </Empty>
          }
        />
      </div>
    </>
  )
}

const Note = ({ children }: { children: string }) => <span className="text-sm text-muted">{children}</span>

const notices: Partial<Record<PlanDetail['status'], string>> = {
  inactive: 'This plan does not accept new subscribers. Existing subscribers keep paying.',
  deleted: 'This plan was deleted. Its running subscriptions end with the period that is paid.',
}

/** Notable subscriber counts: "2 in trial, 1 needs attention". */
function describeSubscribers({ counts, subscribers }: PlanDetail): string {
  const words = [
    counts.trialing > 0 && `${counts.trialing} in trial`,
    counts.attention > 0 && `${counts.attention} past due`,
    counts.paused > 0 && `${counts.paused} paused`,
    counts.non_renewing > 0 && `${counts.non_renewing} ending`,
    counts.pending > 0 && `${counts.pending} pending`,
  ].filter((part) => part !== false)
  return words.join(', ') || (subscribers > 0 ? 'All renewing' : 'No subscribers')
}

function listDetails(plan: PlanDetail): DetailItem[] {
  const { code, description, amountKobo, setupFeeKobo, interval, chargeLimit, trialDays, afterFailure, createdAt } =
    plan
  const details: (DetailItem | false)[] = [
    { label: 'Code', value: code },
    Boolean(description) && { label: 'Description', value: description },
    { label: 'Price', value: formatNaira(amountKobo) },
    setupFeeKobo > 0 && { label: 'Setup fee', value: formatNaira(setupFeeKobo) },
    { label: 'Billing interval', value: intervalNames[interval] },
    { label: 'Free trial (days)', value: trialDays === 0 ? 'None' : trialDays },
    { label: 'Billing cycles', value: chargeLimit ?? 'Until cancelled' },
    { label: 'After the last failed attempt', value: afterFailure === 'cancel' ? 'Ends' : 'Waits for a new card' },
    { label: 'Created', value: formatDate(createdAt) },
  ]
  return details.filter((detail) => detail !== false)
}
