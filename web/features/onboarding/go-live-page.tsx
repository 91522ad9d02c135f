import { getKycStatus, listKycTypes } from '@adire/contract/kyc.ts'
import { messages } from '@adire/contract/messages.ts'
import { getGoLive, requestGoLive } from '@adire/contract/onboarding.ts'
import type { GoLive } from '@adire/contract/onboarding-schemas.ts'
import { ArrowRight, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCall, useChange } from '../../client/api.ts'
import { useConfig, useLivePaymentsOpen } from '../../client/config.ts'
import { useSession } from '../../client/session.ts'
import { useMode } from '../../client/use-mode.ts'
import { WaitingApprovals } from '../../domain/waiting-approvals.tsx'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { DyeTile } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'

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
    <Lead title={`You are in ${messages.modeLabel.LIVE}`} text={text}>
      <LinkButton to="/payment-link">Payment links</LinkButton>
    </Lead>
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
  if (status === 'pending_review') return <Waiting {...live.data} />
  if (status === 'approved') return <Approved />
  return <Stopped status={status} reason={reason} />
}

type LeadProps = { title: string; text: ReactNode; badge?: ReactNode; children?: ReactNode }

function Lead({ title, text, badge, children }: LeadProps) {
  return (
    <section className="card flex flex-wrap items-center gap-5 p-5 sm:p-6">
      <DyeTile />
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-lg font-semibold">{title}</h2>
          {badge}
        </div>
        <p className="wrap-anywhere text-ink-2">{text}</p>
      </div>
      {children}
    </section>
  )
}

function RequestGoLive({ missing, reason }: GoLive) {
  const request = useChange(requestGoLive, { refresh: [getGoLive] })
  const isOpen = useLivePaymentsOpen()
  const notOpen = isOpen ? '' : ' Live payments are not open yet, so customers can’t pay at once.'
  const isReady = missing.length === 0
  return (
    <div className="flex flex-col gap-6">
      <WaitingApprovals group="goLive" />
      {reason && <Lead title="Not yet" text={reason} badge={<Badge tone="bad">Declined</Badge>} />}
      <Card title="What we need from you">
        {isReady ? (
          <p className="flex items-center gap-3 py-1">
            <CircleCheck className="size-5 shrink-0 text-ok" strokeWidth={1.75} aria-hidden="true" />
            You have submitted everything we asked for.
          </p>
        ) : (
          <Missing codes={missing} />
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

/** Missing items, each with a link to its onboarding step. */
function Missing({ codes }: { codes: readonly string[] }) {
  const types = useCall(listKycTypes, {})
  const statuses = useCall(getKycStatus, {})
  const findLabel = (code: string) => types.data?.content.find((type) => type.code === code)?.label ?? '…'
  return (
    <ul className="divide-y divide-line">
      {codes.map((code) => {
        const status = statuses.data?.[code]
        return (
          <li key={code}>
            <Link
              to={`/onboarding?step=${code}`}
              className="flex min-h-11 items-center justify-between gap-4 py-2 hover:text-link"
            >
              <span className="min-w-0">
                {findLabel(code)}
                {status?.reason && <span className="block text-sm wrap-anywhere text-bad">{status.reason}</span>}
              </span>
              <ArrowRight className="size-4 shrink-0 text-muted" strokeWidth={1.75} aria-hidden="true" />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

const Waiting = ({ requestedAt }: GoLive) => (
  <Lead
    title="We are reviewing your business"
    badge={<Badge tone="warn">In review</Badge>}
    text={`You asked on ${requestedAt ? formatDateTime(requestedAt) : ''}. We will notify you here and by email. You can keep testing in the meantime.`}
  >
    <LinkButton to="/onboarding" tone="secondary">
      View the review
    </LinkButton>
  </Lead>
)

function Approved() {
  const { toggle, isSwitching } = useMode()
  const isOpen = useLivePaymentsOpen()
  const notOpen = isOpen ? '' : ' Live payments are not open yet: customers can’t pay there for now.'
  return (
    <Lead
      title="Your business is live"
      badge={<Badge tone="ok">Approved</Badge>}
      text={`Your test data stays in ${messages.modeLabel.TEST}; ${messages.modeLabel.LIVE} starts empty.${notOpen}`}
    >
      <Button busy={isSwitching} onClick={toggle}>
        Switch to {messages.modeLabel.LIVE}
      </Button>
    </Lead>
  )
}

function Stopped({ status, reason }: { status: string; reason: string | null }) {
  const help = useConfig()?.brand.helpEmail
  return (
    <Lead
      title={status === 'closed' ? 'Your live business is closed' : 'Your live business is suspended'}
      badge={<Badge tone="bad">{status === 'closed' ? 'Closed' : 'Suspended'}</Badge>}
      text={
        <>
          {reason} Its payment pages take no payments. Write to{' '}
          <a href={`mailto:${help}`} className="font-medium text-link hover:underline">
            {help}
          </a>
          .
        </>
      }
    />
  )
}
