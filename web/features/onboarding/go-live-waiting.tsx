import type { GoLive } from '@adire/contract/onboarding-schemas.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { GoLiveLead } from './go-live-lead.tsx'

export const GoLiveWaiting = ({ requestedAt }: GoLive) => (
  <GoLiveLead
    title="We are reviewing your business"
    badge={<Badge tone="warn">In review</Badge>}
    text={`You asked to go live on ${requestedAt ? formatDateTime(requestedAt) : ''}. We will notify you here and by email. You can keep testing in the meantime.`}
  >
    <LinkButton to="/onboarding" tone="secondary">
      View what you submitted
    </LinkButton>
  </GoLiveLead>
)
