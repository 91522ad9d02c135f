import { CallError } from '@adire/contract/call.ts'
import { useSyncExternalStore } from 'react'

/** Resolves the request for a confirmation that is on screen: `true` when it is done, `false` when the person closed it. */
type Resolve = (isConfirmed: boolean) => void

let waiting: { resolve: Resolve; outcome: Promise<boolean> } | undefined
const listeners = new Set<() => void>()

function setWaiting(next: typeof waiting) {
  waiting = next
  for (const changed of listeners) changed()
}

/** Calls at the same time share one dialog. */
function requestConfirmation(): Promise<boolean> {
  if (waiting) return waiting.outcome
  let finish!: Resolve
  const outcome = new Promise<boolean>((resolve) => {
    finish = resolve
  })
  setWaiting({
    outcome,
    resolve: (isConfirmed) => {
      setWaiting(undefined)
      finish(isConfirmed)
    },
  })
  return outcome
}

/** The open request for a confirmation, for the dialog of the shell; undefined if there is none. */
export const useConfirmationRequest = (): Resolve | undefined =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => {
        listeners.delete(changed)
      }
    },
    () => waiting?.resolve,
    () => undefined,
  )

/**
 * Runs a call, asks for a confirmation if the server requires one, and runs it again. Every call of the back office goes through it, so
 * that no form has to know which calls need a confirmation.
 * @throws CallError of the call; `confirmation_required` if the person closed the dialog, with nothing done
 */
export async function confirmed<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'confirmation_required') throw error
    if (!(await requestConfirmation())) throw error
    return call()
  }
}
