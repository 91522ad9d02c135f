import type { ClockMove } from '@adire/contract/test-clock-schemas.ts'
import { formatDateTime } from '../../ui/date.ts'

/** Earlier moves with their effects, newest first. */
export function ClockMoves({ moves }: { moves: readonly ClockMove[] }) {
  if (moves.length === 0) return null
  return (
    <section aria-label="Earlier moves">
      <h3 className="mb-1 font-medium">Earlier moves</h3>
      <ul className="divide-y divide-line">
        {moves.map((move, index) => (
          <li key={move.id} className="py-2">
            <Moved move={move} isOpen={index === 0} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Moved({ move, isOpen }: { move: ClockMove; isOpen: boolean }) {
  const { toAt, fromAt, doneCount, failedCount, stopCount, stops } = move
  return (
    <details open={isOpen}>
      <summary className="cursor-pointer rounded-sm">
        To <span className="figures">{formatDateTime(toAt)}</span>
        <span className="block pl-4 text-sm text-muted">
          from {formatDateTime(fromAt)}:{' '}
          {doneCount === 0
            ? 'no events'
            : `${doneCount} ${doneCount === 1 ? 'event' : 'events'} run, at ${stopCount} times`}
          {failedCount > 0 && `, ${failedCount} to be retried`}
        </span>
      </summary>
      {stops.length > 0 && (
        <ol className="mt-2 flex flex-col gap-2 pl-4 text-sm">
          {stops.map(({ at, did }) => (
            <li key={at} className="grid grid-cols-[9.5rem_1fr] gap-3 max-sm:grid-cols-1 max-sm:gap-0">
              <span className="text-muted figures">{formatDateTime(at)}</span>
              <span>{did.map(({ what, times }) => (times === 1 ? what : `${what} \u00d7 ${times}`)).join(', ')}</span>
            </li>
          ))}
        </ol>
      )}
    </details>
  )
}
