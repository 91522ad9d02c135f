import { getMandateStatus } from '@adire/contract/direct-debit.ts'
import type { Mandate, MandateStanding } from '@adire/contract/direct-debit-schemas.ts'
import { Check, X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useCall } from '../../client/api.ts'
import { formatDateTime } from '../../ui/date.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'

const checkAgainMs = 4_000

type Step = MandateStanding['steps'][number]
const names: Record<Step['key'], { name: string; takes: string }> = {
  created: { name: 'Created', takes: '' },
  sent: { name: 'Sent', takes: 'when you send it' },
  consented: { name: 'Consent given', takes: 'often the same day' },
  transferred: { name: 'NGN 50 transfer', takes: 'within 48 hours' },
  activated: { name: 'Bank approved', takes: 'a few minutes' },
  ready: { name: 'Ready to debit', takes: 'up to 24 hours' },
}

/** Names of steps that did not succeed. */
const failedNames: Partial<Record<Step['key'], string>> = {
  consented: 'No consent',
  transferred: 'NGN 50 not received',
  activated: 'Rejected by the bank',
}

/** The steps up to the one that failed, if any: those after it will not come. */
const listReachable = (steps: readonly Step[]) => {
  const failed = steps.findIndex(({ state }) => state === 'failed')
  return failed === -1 ? steps : steps.slice(0, failed + 1)
}

/** Progress of a mandate up to its first debit. Polls while it waits for the customer or the bank. */
export function MandateSteps({ mandate, onStatusChange }: { mandate: Mandate; onStatusChange: () => void }) {
  const { data, error, refetch } = useCall(
    getMandateStatus,
    { id: mandate.id },
    { refetchInterval: isWaiting(mandate) ? checkAgainMs : false },
  )
  const standing = data ?? mandate.standing
  const seen = `${standing.status} ${standing.readyToDebit}`
  const known = `${mandate.status} ${mandate.readyToDebit}`
  const handleNews = useEffectEvent(onStatusChange)
  useEffect(() => {
    if (seen !== known) handleNews()
  }, [seen, known])
  return (
    <section aria-label="Where it stands" className="card overflow-clip">
      {error && <ErrorStrip message={error.message} onRetry={() => refetch()} className="m-4" />}
      <ol className="grid gap-4 p-5 xl:grid-cols-6 xl:gap-2">
        {listReachable(standing.steps).map((step) => (
          <StepItem key={step.key} step={step} />
        ))}
      </ol>
      <p role="status" className="border-t border-line bg-sunken px-5 py-3 text-ink-2">
        {sentence(standing)}
      </p>
    </section>
  )
}

const isWaiting = ({ status, readyToDebit }: Mandate) =>
  ['pending', 'pending_authorization', 'pending_activation', 'suspended'].includes(status) ||
  (status === 'active' && !readyToDebit)

const marks: Record<Step['state'], string> = {
  done: 'bg-ok-soft text-ok',
  current: 'bg-soft text-link ring-2 ring-brand',
  upcoming: 'bg-neutral-soft text-muted',
  failed: 'bg-bad-soft text-bad',
}
const stateTexts: Record<Step['state'], string> = {
  done: 'done',
  current: 'now',
  upcoming: 'to come',
  failed: 'failed',
}

function StepItem({ step: { key, state, at } }: { step: Step }) {
  const { name, takes } = names[key]
  const isFailed = state === 'failed'
  return (
    <li className="group relative flex gap-3 xl:flex-col" aria-current={state === 'current' ? 'step' : undefined}>
      <span className="absolute top-7 bottom-[-16px] left-3 w-px bg-line group-last:hidden xl:top-3 xl:right-[-4px] xl:bottom-auto xl:left-8 xl:h-px xl:w-auto" />
      <span
        className={`flex size-6 shrink-0 items-center justify-center rounded-full [&_svg]:size-3.5 ${marks[state]}`}
        aria-hidden="true"
      >
        {state === 'done' && <Check strokeWidth={2.25} />}
        {state === 'failed' && <X strokeWidth={2.25} />}
        {state === 'current' && <span className="size-2 rounded-full bg-brand" />}
      </span>
      <span className="min-w-0">
        <span className={`block font-medium ${state === 'upcoming' ? 'text-muted' : ''}`}>
          {(isFailed && failedNames[key]) || name}
          <span className="sr-only">, {stateTexts[state]}</span>
        </span>
        <span className="block text-sm text-muted">
          {at ? <time dateTime={at}>{formatDateTime(at)}</time> : !isFailed && takes}
        </span>
      </span>
    </li>
  )
}

/** Next step: whose action it is, and since when or by when. */
function sentence({ status, readyToDebit, waitsSince, endsAt, reason }: MandateStanding): string {
  const since = waitsSince ? ` since ${formatDateTime(waitsSince)}` : ''
  const until = endsAt ? ` Without an answer it ends on ${formatDateTime(endsAt)}.` : ''
  const why = reason ? ` ${reason}` : ''
  switch (status) {
    case 'draft':
      return 'Only you have seen this draft. Send it to ask the customer for consent by email.'
    case 'pending':
      return `Waiting for the customer’s consent${since}.${until}`
    case 'pending_authorization':
      return `Waiting${since} for the customer to send NGN 50.00 from the account.${until}`
    case 'pending_activation':
      return `Waiting for the customer’s bank${since}. Most banks answer in a few minutes.`
    case 'active':
      return readyToDebit
        ? 'The account can be debited.'
        : `Approved by the bank. The first debit can be made within 24 hours${endsAt ? `, by ${formatDateTime(endsAt)}` : ''}.`
    case 'suspended':
      return `The bank has suspended it${since}.${why} Debits wait until the bank lets them through again.`
    case 'rejected':
      return `It was rejected.${why}`
    case 'authorization_expired':
      return `The customer did not answer in time.${why} Send it again to start over.`
    case 'cancelled':
      return `It was cancelled.${why} There are no more debits.`
    case 'expired':
      return `It has ended.${why} There are no more debits.`
  }
}
