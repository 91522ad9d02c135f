import { dayMs, hourMs, minuteMs } from '@adire/contract/durations.ts'
import { getMerchant } from '@adire/contract/merchants.ts'
import { getTestClock, moveTestClock } from '@adire/contract/test-clock.ts'
import type { TestClock } from '@adire/contract/test-clock-schemas.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useCall, useChange } from '../../client/api.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { fromLagos, toLagos } from '../../ui/lagos-time.ts'
import { Modal } from '../../ui/modal.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ClockMoves } from './clock-moves.tsx'

const lookMs = 2000
const steps = [
  { name: 'An hour', ms: hourMs },
  { name: 'A day', ms: dayMs },
  { name: 'A week', ms: 7 * dayMs },
]

/** Test clock: moves the business clock of a test business, and lists the effects. */
export function ClockModal({ onClose }: { onClose: () => void }) {
  const clock = useCall(
    getTestClock,
    {},
    { staleTime: 0, refetchInterval: ({ state }) => (state.data?.isMoving ? lookMs : false) },
  )
  const isMoving = clock.data?.isMoving ?? false
  useReadAllAnew(isMoving)
  return (
    <Modal
      open
      title="Test clock"
      onClose={onClose}
      footer={
        <Button tone="secondary" onClick={onClose} data-autofocus>
          Done
        </Button>
      }
    >
      {clock.data ? (
        <Clock clock={clock.data} />
      ) : clock.error ? (
        <ErrorStrip message={clock.error.message} onRetry={() => clock.refetch()} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Modal>
  )
}

/** Invalidates all queries after a move, because cached data is from the earlier time. */
function useReadAllAnew(isMoving: boolean) {
  const queries = useQueryClient()
  const was = useRef(isMoving)
  useEffect(() => {
    if (was.current && !isMoving) queries.invalidateQueries()
    was.current = isMoving
  }, [isMoving, queries])
}

function Clock({ clock }: { clock: TestClock }) {
  const { now, aheadMs, isMoving, next, moves } = clock
  const move = useChange(moveTestClock, { refresh: [getTestClock, getMerchant] })
  const go = (to: number | string) => move.mutate({ to: new Date(to).toISOString() })
  return (
    <>
      <div>
        <p className="text-xl font-semibold figures">{formatDateTime(now)}</p>
        <p className="text-muted">{aheadMs === 0 ? 'Current time (Lagos)' : `Lagos time, ${length(aheadMs)} ahead`}</p>
      </div>
      {isMoving ? (
        <UnderWay move={moves[0]} now={now} />
      ) : (
        <>
          <p className="text-ink-2">
            Everything scheduled before the new time will run. You can’t move the clock back.
          </p>
          <fieldset className="flex flex-wrap gap-2" disabled={move.isPending}>
            <legend className="sr-only">Move forward by</legend>
            {steps.map(({ name, ms }) => (
              <AllowedButton needs={moveTestClock} key={name} tone="secondary" onClick={() => go(Date.parse(now) + ms)}>
                {name}
              </AllowedButton>
            ))}
          </fieldset>
          {next.length > 0 && <Next next={next} isBusy={move.isPending} onGo={go} />}
          <ToDate now={now} isBusy={move.isPending} onGo={go} />
        </>
      )}
      <ClockMoves moves={moves.filter(({ endedAt }) => endedAt)} />
    </>
  )
}

function UnderWay({ move, now }: { move: TestClock['moves'][number] | undefined; now: string }) {
  if (!move) return null
  return (
    <p role="status" className="flex items-start gap-3 rounded-md bg-sunken p-4 text-ink-2">
      <Spinner className="mt-0.5 size-4 text-brand" />
      <span>
        Moving to {formatDateTime(move.toAt)}, now at {formatDateTime(now)}. {move.doneCount}{' '}
        {move.doneCount === 1 ? 'event' : 'events'} run.
      </span>
    </p>
  )
}

type Going = { isBusy: boolean; onGo: (to: string) => void }

function Next({ next, isBusy, onGo }: Going & Pick<TestClock, 'next'>) {
  return (
    <section aria-label="Upcoming events">
      <h3 className="mb-1 font-medium">Upcoming events</h3>
      <ul className="divide-y divide-line">
        {next.map(({ what, at }) => (
          <li key={what} className="flex items-center justify-between gap-4 py-2">
            <span>
              {what}
              <span className="block text-sm text-muted figures">{formatDateTime(at)}</span>
            </span>
            <AllowedButton needs={moveTestClock} tone="ghost" disabled={isBusy} onClick={() => onGo(at)}>
              Move here<span className="sr-only">: {what}</span>
            </AllowedButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ToDate({ now, isBusy, onGo }: Going & { now: string }) {
  const [typed, setTyped] = useState('')
  const to = fromLagos(typed)
  const isPast = to !== null && Date.parse(to) <= Date.parse(now)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (to && !isPast) onGo(to)
  }
  return (
    <form noValidate onSubmit={submit} className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field label="Date and time (Lagos)" error={isPast ? 'Choose a time in the future' : undefined}>
          <Input
            type="datetime-local"
            min={toLagos(now)}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      </div>
      <AllowedButton needs={moveTestClock} type="submit" size="md" busy={isBusy} disabled={!to || isPast}>
        Move
      </AllowedButton>
    </form>
  )
}

function length(ms: number): string {
  const hours = Math.round(ms / hourMs)
  if (hours < 1) return `${Math.max(1, Math.round(ms / minuteMs))} minutes`
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.round(hours / 24)} days`
}
