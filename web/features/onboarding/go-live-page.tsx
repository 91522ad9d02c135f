import { messages } from '@adire/contract/messages.ts'
import { getGoLive } from '@adire/contract/onboarding.ts'
import { useCall } from '../../client/api.ts'
import { useLivePaymentsOpen } from '../../client/config.ts'
import { useSession } from '../../client/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { GoLiveApproved } from './go-live-approved.tsx'
import { GoLiveLead } from './go-live-lead.tsx'
import { GoLiveStopped } from './go-live-stopped.tsx'
import { GoLiveWaiting } from './go-live-waiting.tsx'
import { RequestGoLive } from './request-go-live.tsx'

/** Steps from Test to Live Mode: missing items, request, review, and the switch. */
export function GoLivePage() {
  const { mode } = useSession()
  return (
    <div className="mx-auto max-w-[680px]">
      <PageHeader title="Go live" note="Real payments, to your own bank account." />
      {mode === 'LIVE' ? <IsLive /> : <Way />}
    </div>
  )
}

function IsLive() {
  const isOpen = useLivePaymentsOpen()
  const text = isOpen
    ? 'This business takes real payments.'
    : 'You can prepare payment links and plans. Customers can pay when live payments open.'
  return (
    <GoLiveLead title={`You are in ${messages.modeLabel.LIVE}`} text={text}>
      <LinkButton to="/payment-link">Payment links</LinkButton>
    </GoLiveLead>
  )
}

const pollMs = 5_000

function Way() {
  const live = useCall(
    getGoLive,
    {},
    {
      // Always refetched, because an item may have been submitted a moment ago.
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.status === 'pending_review' ? pollMs : false),
    },
  )
  if (live.error) return <ErrorStrip message={live.error.message} onRetry={() => live.refetch()} />
  if (!live.data) return <DetailSkeleton rows={5} />
  const { status, reason } = live.data
  if (status === 'not_requested') return <RequestGoLive {...live.data} />
  if (status === 'pending_review') return <GoLiveWaiting {...live.data} />
  if (status === 'approved') return <GoLiveApproved />
  return <GoLiveStopped status={status} reason={reason} />
}
