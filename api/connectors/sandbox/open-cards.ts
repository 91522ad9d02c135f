import type { Cards } from '../charges.ts'
import { isSandboxCard } from './cards.ts'
import type { ToOutcome } from './charge-outcome.ts'
import { startCharge } from './run-script.ts'
import type { SandboxStore } from './sandbox-store.ts'
import { saveSandboxCard } from './tokens.ts'

export const openCards = (store: SandboxStore, toOutcome: ToOutcome): Cards => ({
  findError: ({ number }) => (isSandboxCard(number) ? undefined : 'Test mode takes test cards only'),
  async charge(request) {
    const token =
      request.saveCard && isSandboxCard(request.card.number) ? await saveSandboxCard(store, request.card) : null
    return store.addOrUpdateCharge(request.reference, (charge, now) => {
      if (charge.status === 'open') {
        startCharge(charge, request, now)
        charge.token = token
      }
      return toOutcome(charge)
    })
  },
})
