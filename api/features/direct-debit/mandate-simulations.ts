import type { sandboxMandateBank } from '../../connectors/sandbox/mandates.ts'
import { closeMandate } from './close-mandate.ts'
import { lockMandateByAccessCode, recordConsent, requireOpen } from './consent.ts'
import type { MandateRecord } from './move.ts'
import { openMandateAtBank } from './open-mandate.ts'
import type { MerchantUnitOfWork, Outcome } from './simulated-outcome.ts'

type Bank = ReturnType<typeof sandboxMandateBank>

interface Simulation extends Outcome {
  when(mandate: MandateRecord): boolean
  simulate(unitOfWork: MerchantUnitOfWork, mandate: MandateRecord, bank: Bank): Promise<unknown>
}

const isAwaitingConsent = ({ status, consentedAt }: MandateRecord) => status === 'pending' && consentedAt === null
const isAwaited = ({ status }: MandateRecord) => status === 'pending_authorization'
const isLooked = ({ status }: MandateRecord) => status === 'pending_activation'
const isActive = ({ status }: MandateRecord) => status === 'active'
const isSuspended = ({ status }: MandateRecord) => status === 'suspended'

/** Simulations of what the customer and the bank can do with a mandate. The result of the bank's action is queried, as usual. */
export const simulations: readonly Simulation[] = [
  {
    name: 'agree',
    label: 'The customer agrees',
    description: 'The text is accepted and confirmed with the code.',
    when: isAwaitingConsent,
    simulate: giveConsent,
  },
  {
    name: 'decline',
    label: 'The customer declines',
    description: 'The request ends as rejected.',
    when: isAwaitingConsent,
    simulate: (unitOfWork, { accessCode }) =>
      unitOfWork.write(async (context) => {
        const { mandate } = await lockMandateByAccessCode(context, accessCode)
        requireOpen(mandate, context.now)
        await closeMandate(context, mandate, 'rejected', 'The customer declined', 'customer')
      }),
  },
  {
    name: 'transfer',
    label: 'The NGN 50 arrive',
    description: 'Exactly NGN 50 from the right account; the bank then looks at the mandate.',
    when: isAwaited,
    simulate: (_, { reference }, bank) => bank.transfer(reference, 'exact'),
  },
  {
    name: 'wrong_transfer',
    label: 'A wrong amount arrives',
    description: 'It goes back to the customer, and the mandate keeps waiting.',
    when: isAwaited,
    simulate: (_, { reference }, bank) => bank.transfer(reference, 'wrong_amount'),
  },
  {
    name: 'approve',
    label: 'The bank approves',
    description: 'The mandate is active; the bank takes debits a little later.',
    when: isLooked,
    simulate: (_, { reference }, bank) => bank.approve(reference),
  },
  {
    name: 'reject',
    label: 'The bank rejects',
    description: 'The mandate ends as rejected.',
    when: (mandate) => isAwaited(mandate) || isLooked(mandate),
    simulate: (_, { reference }, bank) => bank.reject(reference),
  },
  {
    name: 'ready',
    label: 'Ready to debit',
    description: 'The bank takes debits from now on.',
    when: (mandate) => isActive(mandate) && !mandate.readyToDebit,
    simulate: (_, { reference }, bank) => bank.makeReady(reference),
  },
  {
    name: 'suspend',
    label: 'The bank suspends it',
    description: 'Planned debits are cancelled; it may become active again.',
    when: isActive,
    simulate: (_, { reference }, bank) => bank.suspend(reference),
  },
  {
    name: 'reinstate',
    label: 'The bank lifts the suspension',
    description: 'The mandate is active again, and its schedule goes on.',
    when: isSuspended,
    simulate: (_, { reference }, bank) => bank.reinstate(reference),
  },
  {
    name: 'close_account',
    label: 'The account is closed',
    description: 'The bank ends the mandate for good.',
    when: (mandate) => isActive(mandate) || isSuspended(mandate),
    simulate: (_, { reference }, bank) => bank.closeAccount(reference),
  },
]

async function giveConsent(unitOfWork: MerchantUnitOfWork, { accessCode }: MandateRecord) {
  const agreed = await unitOfWork.write(async (context) => {
    const opened = await lockMandateByAccessCode(context, accessCode)
    requireOpen(opened.mandate, context.now)
    return recordConsent(context, opened)
  })
  await openMandateAtBank(unitOfWork.write, unitOfWork, agreed)
}
