import { formatNaira } from '@adire/contract/money.ts'
import { getPayment } from '@adire/contract/payments.ts'
import {
  cancelRefund,
  getRefundable,
  listRefunds,
  payRefundToAccount,
  refundReasonNames,
} from '@adire/contract/refunds.ts'
import type { Refund } from '@adire/contract/refunds-schemas.ts'
import { refundStatusNames } from '@adire/contract/status-names.ts'
import { Download, ExternalLink } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCall, useChange } from '../../client/api.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'

const RefundAccountModal = lazyComponent(() =>
  import('./refund-account-modal.tsx').then((module) => module.RefundAccountModal),
)

/** Page size above any realistic number of refunds of one payment. */
const maxRows = 50

/** Refunds of a payment, also unfinished ones. Renders nothing if there are none. */
export function PaymentRefunds({ paymentId }: { paymentId: string }) {
  const list = useCall(listRefunds, { paymentId, limit: maxRows })
  if (list.error) return <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
  if (!list.data || list.data.content.length === 0) return null
  return (
    <Card title="Refunds">
      <ul className="-mt-1 -mb-3 divide-y divide-line">
        {list.data.content.map((refund) => (
          <Item key={refund.id} refund={refund} />
        ))}
      </ul>
    </Card>
  )
}

function Item({ refund }: { refund: Refund }) {
  const { amountKobo, reason, requestedBy, createdAt, payerNote, note, metadata, account } = refund
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="figures font-semibold">{formatNaira(amountKobo)}</span>
        <StatusBadge status={refund.status} label={refundStatusNames[refund.status]} />
      </div>
      <p className="text-ink-2">{refundReasonNames[reason]}</p>
      <p className="text-sm wrap-anywhere text-muted">
        {requestedBy.name}, <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      </p>
      {payerNote && <p className="text-sm wrap-anywhere text-ink-2">To the customer: {payerNote}</p>}
      {Object.entries(metadata).map(([key, value]) => (
        <p key={key} className="text-sm wrap-anywhere text-ink-2">
          {key}: {String(value)}
        </p>
      ))}
      {note && <p className="text-sm wrap-anywhere text-ink-2">Note: {note}</p>}
      {account && (
        <p className="figures text-sm wrap-anywhere text-ink-2">
          To {account.accountNumber} - {account.bankName}
          {account.accountName && `, ${account.accountName}`}
        </p>
      )}
      {refund.receiptUrl && <RefundReceipt refund={refund} url={refund.receiptUrl} />}
      <NextStep refund={refund} />
    </li>
  )
}

/** The receipt of a refund, on its page and as a PDF. */
function RefundReceipt({ refund: { reference }, url }: { refund: Refund; url: string }) {
  const link =
    'inline-flex items-center gap-1.5 rounded-sm py-0.5 text-link hover:underline pointer-coarse:py-3 [&_svg]:size-4 [&_svg]:shrink-0'
  return (
    <p className="flex flex-wrap gap-x-5 text-sm">
      <a href={url} target="_blank" rel="noreferrer" className={link}>
        <ExternalLink strokeWidth={1.75} aria-hidden="true" />
        View receipt<span className="sr-only"> of {reference}</span>
      </a>
      <a href={`${url}/pdf`} download className={link}>
        <Download strokeWidth={1.75} aria-hidden="true" />
        Download PDF<span className="sr-only"> of {reference}</span>
      </a>
    </p>
  )
}

/** What the refund waits for, and the available action. */
function NextStep({ refund }: { refund: Refund }) {
  const { status, failureMessage } = refund
  if (status === 'failed') return <p className="text-sm text-bad">{failureMessage}. The money is in your balance.</p>
  if (status === 'pending')
    return (
      <>
        <p className="text-sm text-ink-2">It will be sent automatically when your balance is sufficient.</p>
        <Cancel refund={refund} />
      </>
    )
  if (status === 'needs_attention')
    return (
      <>
        <p className="text-sm text-warn">{failureMessage}. Ask the customer for a bank account.</p>
        <div className="flex flex-wrap gap-2">
          <GiveAccount refund={refund} />
          <Cancel refund={refund} />
        </div>
      </>
    )
  return null
}

function GiveAccount({ refund }: { refund: Refund }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <AllowedButton needs={payRefundToAccount} onClick={() => setOpen(true)}>
        Enter bank account
      </AllowedButton>
      {isOpen && (
        <Suspense fallback={<FullLoader />}>
          <RefundAccountModal refund={refund} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function Cancel({ refund }: { refund: Refund }) {
  const [isOpen, setOpen] = useState(false)
  const cancel = useChange(cancelRefund, {
    refresh: [listRefunds, getPayment, getRefundable],
    success: 'The refund is cancelled',
    onDone: () => setOpen(false),
  })
  return (
    <>
      <AllowedButton needs={cancelRefund} tone="secondary" className="self-start" onClick={() => setOpen(true)}>
        Cancel refund
      </AllowedButton>
      <ConfirmModal
        open={isOpen}
        title={`Cancel the refund of ${formatNaira(refund.amountKobo)}?`}
        action="Cancel refund"
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate({ id: refund.id })}
        onCancel={() => setOpen(false)}
      >
        The customer will not be refunded.
        {refund.status === 'needs_attention' && ' The money returns to your balance.'}
      </ConfirmModal>
    </>
  )
}
