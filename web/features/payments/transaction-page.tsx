import { getPayment, isPaidStatus } from '@adire/contract/payments.ts'
import type { Payment } from '@adire/contract/payments-schemas.ts'
import { Suspense, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { useCall } from '../../client/api.ts'
import { MetadataCard } from '../../domain/metadata-card.tsx'
import { PaymentBadge } from '../../domain/payment-cells.tsx'
import { SimulateButton } from '../../domain/simulate-button.tsx'
import { WaitingApprovals } from '../../domain/waiting-approvals.tsx'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { AllowedPart } from '../../ui/allowed-part.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { detailColumns } from '../../ui/columns.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DetailList } from '../../ui/detail-list.tsx'
import { DetailPageSkeleton } from '../../ui/detail-page-skeleton.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { PaymentAttempts } from './attempts.tsx'
import { NoteCard } from './note-card.tsx'
import { moneyDetails, paymentDetails } from './payment-details.tsx'
import { CardCheck, PaymentCustomer, PaymentFailure, PaymentWaiting } from './payment-notes.tsx'
import { ReceiptMenu } from './receipt-menu.tsx'
import { useRefundAction } from './use-refund-action.ts'

const RefundModal = lazyComponent(() => import('./refund-modal.tsx').then((module) => module.RefundModal))
const PaymentDispute = lazyComponent(() => import('./payment-dispute.tsx').then((module) => module.PaymentDispute))
const PaymentShares = lazyComponent(() => import('./payment-shares.tsx').then((module) => module.PaymentShares))
const ProcessorCard = lazyComponent(() => import('./processor-card.tsx').then((module) => module.ProcessorCard))
const Refunds = lazyComponent(() => import('./refunds.tsx').then((module) => module.PaymentRefunds))

const stillMoves = (status: Payment['status']) => status === 'pending' || status === 'processing'

export function TransactionPage() {
  const { transactionId = '' } = useParams()
  // Keeps the filters of the list, which are in this page's URL.
  const back = { to: `/transactions${useLocation().search}`, label: 'Transactions' }
  const payment = useCall(getPayment, { id: transactionId })
  if (payment.data) return <Found payment={payment.data} back={back} />
  return (
    <LoadError
      what="transaction"
      back={back}
      read={payment}
      missing="It may belong to another of your businesses or to the other mode. Look for its reference in the list."
    >
      <DetailPageSkeleton>
        <DetailSkeleton rows={9} />
      </DetailPageSkeleton>
    </LoadError>
  )
}

type Back = { to: string; label: string }

function Found({ payment, back }: { payment: Payment; back: Back }) {
  const { amountKobo, status, reference, customerName, customerEmail, isCardCheck } = payment
  const isPaid = isPaidStatus(status)
  return (
    <>
      <PageHeader
        title={`Transaction ${reference}`}
        heading={<Amount kobo={amountKobo} size="detail" />}
        badge={<PaymentBadge {...payment} />}
        note={`From ${customerName ?? customerEmail}`}
        back={back}
        actions={
          <>
            {isPaid && payment.refundedKobo < amountKobo && <RefundButton payment={payment} />}
            <SimulateButton kind="payment" id={payment.id} />
            {payment.receiptUrl && <ReceiptMenu id={payment.id} url={payment.receiptUrl} />}
            <CopyButton text={reference} label="Copy reference" />
          </>
        }
      />
      <WaitingApprovals subjectId={payment.id} />
      {isCardCheck && <CardCheck payment={payment} />}
      {payment.failure && <PaymentFailure failure={payment.failure} status={status} />}
      {stillMoves(status) && <PaymentWaiting payment={payment} />}
      <div className={`${detailColumns} items-start`}>
        <MoneyAndDetails payment={payment} />
        <RelatedCards payment={payment} />
        <PaymentAttempts payment={payment} />
      </div>
    </>
  )
}

/** Main column: amounts, shares and details. */
function MoneyAndDetails({ payment }: { payment: Payment }) {
  const { status } = payment
  const isPaid = isPaidStatus(status)
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {stillMoves(status) && (
        <Suspense>
          <ProcessorCard paymentId={payment.id} />
        </Suspense>
      )}
      <Card title="Breakdown">
        <div className="-mt-1 -mb-3">
          <DetailList details={moneyDetails(payment)} />
        </div>
      </Card>
      {isPaid && (
        <Suspense>
          <AllowedPart needs="splits.view">
            <PaymentShares paymentId={payment.id} />
          </AllowedPart>
        </Suspense>
      )}
      <Card title="Details">
        <div className="-mt-1 -mb-3">
          <DetailList details={paymentDetails(payment)} twoColumns />
        </div>
      </Card>
      <MetadataCard metadata={payment.chargeMetadata ?? {}} />
      {payment.metadata.length > 0 && (
        <Card title="Answers from the customer">
          <div className="-mt-1 -mb-3">
            <DetailList details={payment.metadata} twoColumns />
          </div>
        </Card>
      )}
    </div>
  )
}

/** Narrow column: dispute, refunds, customer, note and timeline. */
function RelatedCards({ payment }: { payment: Payment }) {
  const { status, customerName, customerEmail, events } = payment
  const isPaid = isPaidStatus(status)
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {isPaid && (
        <Suspense>
          <PaymentDispute paymentId={payment.id} />
          <AllowedPart needs="refunds.view">
            <Refunds paymentId={payment.id} />
          </AllowedPart>
        </Suspense>
      )}
      <PaymentCustomer name={customerName} email={customerEmail} id={payment.customerId} />
      <NoteCard payment={payment} />
      <Card title="Timeline">
        <Timeline
          events={events.map((event, index) => (index === 0 ? { ...event, tone: selectTone(status) } : event))}
        />
      </Card>
    </div>
  )
}

function RefundButton({ payment }: { payment: Payment }) {
  const [isOpen, setOpen] = useState(false)
  const { needs, label } = useRefundAction()
  return (
    <>
      <AllowedButton needs={needs} onClick={() => setOpen(true)}>
        {label}
      </AllowedButton>
      {isOpen && (
        <Suspense fallback={<FullLoader />}>
          <RefundModal payment={payment} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function selectTone(status: Payment['status']) {
  if (status === 'success') return 'ok'
  if (status === 'failed') return 'bad'
  return stillMoves(status) ? 'warn' : undefined
}
