import { formatNaira } from '@adire/contract/money.ts'
import { getPaymentLink, type PaymentLink } from '@adire/contract/payment-links.ts'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useCall } from '../../api.ts'
import { Amount } from '../../ui/amount.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDate } from '../../ui/date.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Modal } from '../../ui/modal.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton, Skeleton, TilesSkeleton } from '../../ui/skeleton.tsx'
import { Tiles } from '../../ui/tiles.tsx'
import { LinkActions } from './link-actions.tsx'
import { LinkPayments } from './link-payments.tsx'
import { PublishSwitch } from './publish-switch.tsx'
import { Share } from './share.tsx'

const back = { to: '/payment-link', label: 'Payment links' }
/** Answers that mean there is no such link: an id that is none of ours, or another merchant's. */
const missing = [400, 403, 404, 422]

export function PaymentLinkPage() {
  const { id = '' } = useParams()
  const link = useCall(getPaymentLink, { id })
  if (link.data) return <Found link={link.data} />
  if (link.error && missing.includes(link.error.status)) return <Missing />
  return (
    <>
      <PageHeader title="Payment link" heading={link.error ? undefined : <LoadingHeading />} back={back} />
      {link.error ? (
        <ErrorStrip message={link.error.message} onRetry={() => link.refetch()} />
      ) : (
        <div className="flex flex-col gap-6">
          <TilesSkeleton tiles={2} />
          <DetailSkeleton />
        </div>
      )}
    </>
  )
}

function LoadingHeading() {
  return (
    <>
      <span className="sr-only">Payment link</span>
      <Skeleton className="h-7 w-48" />
    </>
  )
}

function Missing() {
  return (
    <>
      <PageHeader title="Payment link not found" back={back} />
      <Empty
        title="There is no such payment link here"
        action={
          <LinkButton to={back.to} tone="secondary">
            Back to payment links
          </LinkButton>
        }
      >
        It may have been deleted, or belong to another of your businesses or to the other mode.
      </Empty>
    </>
  )
}

function Found({ link }: { link: PaymentLink }) {
  const { name, payments, collectedKobo } = link
  return (
    <>
      <PageHeader
        title={name}
        badge={<StatusBadge status={link.published ? 'published' : 'unpublished'} />}
        back={back}
        actions={
          <>
            <PublishSwitch link={link} />
            <LinkActions link={link} />
          </>
        }
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_320px] lg:grid-rows-[auto_1fr]">
        <Tiles
          tiles={[
            { label: 'Payments', value: payments.toLocaleString('en-US') },
            { label: 'Collected', value: <Amount kobo={collectedKobo} size="figure" /> },
          ]}
        />
        <div className="flex min-w-0 flex-col gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Card title="Share">
            <Share link={link} />
          </Card>
          <Card title="Details">
            <div className="-mt-1 -mb-3">
              <DetailList details={details(link)} />
            </div>
          </Card>
        </div>
        <LinkPayments link={link} />
      </div>
      <JustCreated link={link} />
    </>
  )
}

const details = ({ amountKobo, description, feeBearer, createdAt }: PaymentLink) => [
  { label: 'Amount', value: amountKobo === null ? 'Payer chooses' : formatNaira(amountKobo) },
  ...(description ? [{ label: 'Description', value: description }] : []),
  { label: 'Fee paid by', value: feeBearer === 'merchant' ? 'You' : 'The payer' },
  { label: 'Created', value: formatDate(createdAt) },
]

/** The moment after creating: the link is there, so share it. Coming back to the page does not repeat it. */
function JustCreated({ link }: { link: PaymentLink }) {
  const { state } = useLocation()
  const navigate = useNavigate()
  const isNew = (state as { isNew?: boolean } | null)?.isNew === true
  const close = () => navigate('.', { replace: true, state: null })
  return (
    <Modal open={isNew} title="Your link is ready" onClose={close}>
      <p className="text-ink-2">Anyone who has it can pay for “{link.name}” now.</p>
      <Share link={link} />
    </Modal>
  )
}
