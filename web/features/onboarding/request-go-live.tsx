import { getGoLive, requestGoLive } from '@adire/contract/onboarding.ts'
import type { GoLive } from '@adire/contract/onboarding-schemas.ts'
import { CircleCheck } from 'lucide-react'
import { useChange } from '../../client/api.ts'
import { useLivePaymentsOpen } from '../../client/config.ts'
import { WaitingApprovals } from '../../domain/waiting-approvals.tsx'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { GoLiveLead } from './go-live-lead.tsx'
import { MissingItems } from './missing-items.tsx'

export function RequestGoLive({ missing, reason }: GoLive) {
  const request = useChange(requestGoLive, { refresh: [getGoLive] })
  const isOpen = useLivePaymentsOpen()
  const notOpen = isOpen ? '' : ' Live payments are not open yet, so customers can’t pay at once.'
  const isReady = missing.length === 0
  return (
    <div className="flex flex-col gap-6">
      <WaitingApprovals group="goLive" />
      {reason && <GoLiveLead title="Not yet" text={reason} badge={<Badge tone="bad">Declined</Badge>} />}
      <Card title="What we need from you">
        {isReady ? (
          <p className="flex items-center gap-3 py-1">
            <CircleCheck className="size-5 shrink-0 text-ok" strokeWidth={1.75} aria-hidden="true" />
            You have submitted everything we asked for.
          </p>
        ) : (
          <MissingItems codes={missing} />
        )}
      </Card>
      <div className="flex flex-col items-start gap-2">
        <AllowedButton
          needs={requestGoLive}
          size="md"
          disabled={!isReady}
          busy={request.isPending}
          onClick={() => request.mutate({})}
        >
          Ask to go live
        </AllowedButton>
        <p className="text-sm text-muted">
          {isReady
            ? `Our team reviews your business, usually within a day. You can keep testing in the meantime.${notOpen}`
            : 'You can ask once you have submitted everything above.'}
        </p>
      </div>
    </div>
  )
}
