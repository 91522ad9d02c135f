import { getPaymentLink } from '@adire/contract/payment-links.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useCall } from '../../client/api.ts'
import { MetadataCard } from '../../domain/metadata-card.tsx'
import { AllowedPart } from '../../ui/allowed-part.tsx'
import { Card } from '../../ui/card.tsx'
import { detailColumns } from '../../ui/columns.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { Modal } from '../../ui/modal.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmbedButton } from './embed-button.tsx'
import { LinkFunnel } from './funnel.tsx'
import { LinkActions } from './link-actions.tsx'
import { LinkBadge } from './link-badge.tsx'
import { linkDetails } from './link-details.tsx'
import { backToLinks, LinkLoadError } from './link-load-error.tsx'
import { LinkPayments } from './link-payments.tsx'
import { LinkPicture } from './link-picture.tsx'
import { PublishSwitch } from './publish-switch.tsx'
import { ShareLink } from './share.tsx'

export function PaymentLinkPage() {
  const { id = '' } = useParams()
  const link = useCall(getPaymentLink, { id })
  if (link.data) return <Found link={link.data} />
  return <LinkLoadError read={link} />
}

function Found({ link }: { link: PaymentLink }) {
  const { name } = link
  return (
    <>
      <PageHeader
        title={name}
        badge={
          <>
            <LinkBadge link={link} />
            <PublishSwitch link={link} />
          </>
        }
        back={backToLinks}
        actions={<LinkActions link={link} />}
      />
      <div className={`${detailColumns} lg:grid-rows-[auto_1fr]`}>
        <LinkFunnel link={link} />
        <div className="flex min-w-0 flex-col gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Card title="Share" action={<EmbedButton link={link} />}>
            <ShareLink link={link} />
          </Card>
          <Card title="Details">
            <div className="-mt-1 -mb-3">
              <DetailList details={linkDetails(link)} />
            </div>
          </Card>
          <LinkPicture link={link} />
          <MetadataCard metadata={link.metadata} />
        </div>
        <AllowedPart needs="payments.view">
          <LinkPayments link={link} />
        </AllowedPart>
      </div>
      <JustCreated link={link} />
    </>
  )
}

/** Share dialog right after a link was created. It does not open again when the user returns to the page. */
function JustCreated({ link }: { link: PaymentLink }) {
  const { state } = useLocation()
  const navigate = useNavigate()
  const isNew = (state as { isNew?: boolean } | null)?.isNew === true
  const close = () => navigate('.', { replace: true, state: null })
  return (
    <Modal open={isNew} title="Your link is ready" onClose={close}>
      <p className="text-ink-2">Anyone with this link can pay for “{link.name}” now.</p>
      <ShareLink link={link} />
    </Modal>
  )
}
