import type { ForcedOutcome } from '../../connectors/sandbox/mandates.ts'
import type { DebitRecord, MandateRecord } from './move.ts'
import type { Outcome } from './simulated-outcome.ts'

interface DebitSimulation extends Outcome {
  ends: ForcedOutcome
}
const debitSimulations: readonly DebitSimulation[] = [
  { name: 'success', label: 'The debit goes through', description: 'The bank pays.', ends: 'success' },
  {
    name: 'insufficient_funds',
    label: 'Not enough money',
    description: 'Refused with 51: tried again the next morning, three times in all.',
    ends: 'insufficient_funds',
  },
  {
    name: 'issuer_unavailable',
    label: 'The bank is not available',
    description: 'Refused with 91: tried again the next morning, three times in all.',
    ends: 'issuer_unavailable',
  },
  {
    name: 'account_closed',
    label: 'The account is closed',
    description: 'Not tried again; the mandate ends.',
    ends: 'account_closed',
  },
  {
    name: 'no_answer',
    label: 'The bank does not answer',
    description: 'The debit stays at the bank, and the bank is asked again.',
    ends: 'no_answer',
  },
]

/** Possible simulations: a waiting debit is attempted now; a debit at the bank gets its outcome. */
export const possibleSimulations = ({ status }: DebitRecord, mandate: MandateRecord): readonly DebitSimulation[] => {
  if (status === 'processing') return debitSimulations.filter(({ ends }) => ends !== 'no_answer')
  const waits = status === 'scheduled' || status === 'retrying'
  return waits && mandate.status === 'active' && mandate.readyToDebit ? debitSimulations : []
}
