import { checkOfficePayment, getOfficePayment, openBankDispute } from '@adire/contract/back-office/payments.ts'
import type { OfficePayment } from '@adire/contract/back-office/payments-schemas.ts'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Amount } from '../../ui/amount.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { DetailList } from '../../ui/detail-list.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { useCall, useChange } from '../client/api.ts'
import { useDenied } from '../client/person.ts'
import { CallsCard } from './calls-card.tsx'
import { DisputeModal } from './dispute-modal.tsx'
import { DisputesCard } from './disputes-card.tsx'
import { EventsCard } from './events-card.tsx'
import { businessText } from './payment-columns.tsx'
import { listPaymentDetails } from './payment-details.tsx'
import { PostingsCard } from './postings-card.tsx'
import { RefundsCard } from './refunds-card.tsx'

const back = { to: '/payments', label: 'Payments' }
const disputable: readonly string[] = ['success', 'partially_refunded']

/** Everything about a payment: what happened, what the processor answered, and where its money went. */
export function PaymentPage() {
  const { merchantId = '', id = '' } = useParams()
  const read = useCall(getOfficePayment, { merchantId, id })
  if (!read.data)
    return (
      <LoadError what="payment" back={back} read={read} missing="Check the address of this page.">
        <DetailSkeleton />
      </LoadError>
    )
  return <Loaded found={read.data} />
}

function Loaded({ found }: { found: OfficePayment }) {
  const { business, payment, calls, disputes, disputesReportedBy } = found
  const [isEntering, setEntering] = useState(false)
  const key = { merchantId: business.id, id: payment.id }
  const check = useChange(checkOfficePayment, {
    refresh: [getOfficePayment],
    success: (after) => `Checked. ${after.calls.calls[0]?.answer ?? 'The payment has changed'}.`,
  })
  const checkDenied = useDenied(checkOfficePayment)
  const disputeDenied = useDenied(openBankDispute)
  const isDisputable =
    disputesReportedBy === null &&
    disputable.includes(payment.status) &&
    disputes.every(({ resolution }) => resolution !== null)
  return (
    <>
      <PageHeader
        title={`Payment ${payment.reference}`}
        heading={<Amount kobo={payment.amountKobo} />}
        back={back}
        badge={<StatusBadge status={payment.status} />}
        note={
          <>
            {payment.reference} at{' '}
            <Link to={`/merchants/${business.id}`} className="text-link underline">
              {businessText(business)}
            </Link>
          </>
        }
        actions={
          <>
            {isDisputable && (
              <AllowedButton tone="secondary" denied={disputeDenied} onClick={() => setEntering(true)}>
                Enter dispute
              </AllowedButton>
            )}
            {calls.canCheck && (
              <AllowedButton denied={checkDenied} busy={check.isPending} onClick={() => check.mutate(key)}>
                Check now
              </AllowedButton>
            )}
          </>
        }
      />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <Card title="Details">
            <div className="-mt-2 -mb-3">
              <DetailList details={listPaymentDetails(found)} />
            </div>
          </Card>
          <CallsCard calls={calls} />
          <EventsCard found={found} />
          <PostingsCard found={found} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <DisputesCard found={found} />
          <RefundsCard found={found} />
          <Card title="Timeline">
            <Timeline events={payment.events} tones={{ success: 'ok', failed: 'bad' }} />
          </Card>
        </div>
      </div>
      {isEntering && <DisputeModal found={found} onClose={() => setEntering(false)} />}
    </>
  )
}
