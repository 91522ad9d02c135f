import { playOutcome } from '@adire/contract/simulator.ts'
import type { SimulatedKind } from '@adire/contract/simulator-schemas.ts'
import { FlaskConical } from 'lucide-react'
import { useState, useTransition } from 'react'
import { useSession } from '../client/session.ts'
import { AllowedButton } from '../ui/allowed-button.tsx'
import { lazyComponent } from '../ui/lazy-part.tsx'

const SimulateModal = lazyComponent(() => import('./simulate-modal.tsx').then((m) => m.SimulateModal))

export interface SimulationTarget {
  kind: SimulatedKind
  id: string
  /** Distinguishes it from others on the page: "Debit of 3 Mar 2027". Omitted if the page shows only this object. */
  name?: string
}

/** Test mode only: opens the dialog that simulates the next event of an object. */
export function SimulateButton(props: SimulationTarget) {
  const [isOpen, setOpen] = useState(false)
  const [isPending, start] = useTransition()
  const { mode } = useSession()
  if (mode !== 'TEST') return null
  return (
    <>
      <AllowedButton
        needs={playOutcome}
        tone="secondary"
        aria-label={props.name && `Simulate: ${props.name}`}
        icon={<FlaskConical strokeWidth={1.75} />}
        busy={isPending}
        onClick={() => start(() => setOpen(true))}
      >
        Simulate
      </AllowedButton>
      {isOpen && <SimulateModal {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
