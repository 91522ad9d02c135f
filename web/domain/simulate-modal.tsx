import { listOutcomes, playOutcome } from '@adire/contract/simulator.ts'
import type { SimulatedOutcome } from '@adire/contract/simulator-schemas.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall, useChange } from '../client/api.ts'
import { Button } from '../ui/button.tsx'
import { ErrorStrip } from '../ui/error-strip.tsx'
import { Modal } from '../ui/modal.tsx'
import { LinesSkeleton } from '../ui/skeleton.tsx'
import type { SimulationTarget } from './simulate-button.tsx'

/** Dialog with the events that can be simulated for a test object: by the payer, the bank or the passing of time. */
export function SimulateModal({ kind, id, name, onClose }: SimulationTarget & { onClose: () => void }) {
  const outcomes = useCall(listOutcomes, { kind, id }, { staleTime: 0 })
  const [lastOutcome, setLastOutcome] = useState<string>()
  const queries = useQueryClient()
  const simulation = useChange(playOutcome, {
    quiet: true,
    onDone: (_, input) => {
      setLastOutcome(input.name)
      // The outcome affects lists, totals and any other query about the object.
      queries.invalidateQueries()
    },
  })
  const [labels] = useState(() => new Map<string, string>())
  for (const each of outcomes.data?.content ?? []) labels.set(each.name, each.label)
  return (
    <Modal
      open
      title={name ? `Simulate: ${name}` : 'Simulate'}
      onClose={onClose}
      footer={
        <Button tone="secondary" onClick={onClose} data-autofocus>
          Done
        </Button>
      }
    >
      <p className="text-muted">Test Mode only: choose what happens next. No money moves.</p>
      {simulation.error && <ErrorStrip message={simulation.error.message} />}
      <p
        role="status"
        className={lastOutcome && !simulation.error ? 'rounded-md bg-ok-soft px-3.5 py-2.5 text-ok' : 'sr-only'}
      >
        {lastOutcome && !simulation.error && `Done: ${labels.get(lastOutcome) ?? lastOutcome}.`}
      </p>
      {outcomes.data ? (
        <Outcomes
          outcomes={outcomes.data.content}
          applying={simulation.isPending ? simulation.variables?.name : undefined}
          onSimulate={(chosen) => simulation.mutate({ kind, id, name: chosen })}
        />
      ) : outcomes.error ? (
        <ErrorStrip message={outcomes.error.message} onRetry={() => outcomes.refetch()} />
      ) : (
        <LinesSkeleton />
      )}
    </Modal>
  )
}

type OutcomesProps = {
  outcomes: readonly SimulatedOutcome[]
  /** Name of the outcome being simulated. */
  applying: string | undefined
  onSimulate: (name: string) => void
}

function Outcomes({ outcomes, applying, onSimulate }: OutcomesProps) {
  if (outcomes.length === 0) return <p>There is nothing left to simulate.</p>
  return (
    <ul className="divide-y divide-line">
      {outcomes.map(({ name, label, description }) => (
        <li key={name} className="flex items-center justify-between gap-4 py-3">
          <span>
            <span className="font-medium">{label}</span>
            <span className="block text-sm text-muted">{description}</span>
          </span>
          <Button
            tone="secondary"
            aria-label={`Simulate: ${label}`}
            busy={applying === name}
            disabled={applying !== undefined && applying !== name}
            onClick={() => onSimulate(name)}
          >
            Simulate
          </Button>
        </li>
      ))}
    </ul>
  )
}
