import { and, eq } from 'drizzle-orm'
import { connectorFor } from '../../connectors/connector-for.ts'
import { type ForcedOutcome, sandboxMandateBank } from '../../connectors/sandbox/mandates.ts'
import { sandboxStore } from '../../connectors/sandbox/store.ts'
import type { MerchantContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { payments } from '../payments/tables.ts'
import { giveNotice, processDebit } from './attempt.ts'
import { closeMandate } from './close-mandate.ts'
import { lockMandateByAccessCode, recordConsent, requireOpen } from './consent.ts'
import { refreshMandate } from './follow.ts'
import { type DebitRecord, findMandate, lockDebit, lockMandate, type MandateRecord, updateDebitRecord } from './move.ts'
import { openMandateAtBank } from './open-mandate.ts'
import { mandateDebits, mandates } from './tables.ts'

interface Outcome {
  name: string
  label: string
  description: string
}
type Bank = ReturnType<typeof sandboxMandateBank>
type MerchantUnitOfWork = UnitOfWork<MerchantContext>
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
const simulations: readonly Simulation[] = [
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
        await closeMandate(context, mandate, 'rejected', 'The customer declined')
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

const toOutcome = ({ name, label, description }: Outcome): Outcome => ({ name, label, description })
const impossibleOutcome = () => problem.conflict('outcome_impossible', 'This can’t be simulated now')
const openMandateBank = (unitOfWork: MerchantUnitOfWork) => sandboxMandateBank(sandboxStore(unitOfWork.write))

function requireTest({ mode }: Pick<MerchantContext, 'mode'>): void {
  if (mode !== 'TEST') throw problem.forbidden('Outcomes can be simulated in test mode only')
}

export const mandateOutcomes = {
  async list({ tx, merchant }: MerchantContext, id: string): Promise<Outcome[]> {
    const mandate = await findMandate(tx, { merchantId: merchant.id, id })
    return simulations.filter(({ when }) => when(mandate)).map(toOutcome)
  },
  async apply(unitOfWork: MerchantUnitOfWork, id: string, name: string): Promise<void> {
    requireTest(unitOfWork)
    const mandate = await unitOfWork.write(({ tx, merchant }) => lockMandate(tx, { merchantId: merchant.id, id }))
    const simulation = simulations.find((one) => one.name === name && one.when(mandate))
    if (!simulation) throw impossibleOutcome()
    await simulation.simulate(unitOfWork, mandate, openMandateBank(unitOfWork))
    await refreshMandate(unitOfWork, mandate)
  },
}

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
const possibleSimulations = ({ status }: DebitRecord, mandate: MandateRecord): readonly DebitSimulation[] => {
  if (status === 'processing') return debitSimulations.filter(({ ends }) => ends !== 'no_answer')
  const waits = status === 'scheduled' || status === 'retrying'
  return waits && mandate.status === 'active' && mandate.readyToDebit ? debitSimulations : []
}

export const debitOutcomes = {
  async list({ tx, merchant }: MerchantContext, id: string): Promise<Outcome[]> {
    const [found] = await tx
      .select({ debit: mandateDebits, mandate: mandates })
      .from(mandateDebits)
      .innerJoin(
        mandates,
        and(eq(mandates.merchantId, mandateDebits.merchantId), eq(mandates.id, mandateDebits.mandateId)),
      )
      .where(and(eq(mandateDebits.merchantId, merchant.id), eq(mandateDebits.id, id)))
    if (!found) throw problem.notFound('debit')
    return possibleSimulations(found.debit, found.mandate).map(toOutcome)
  },
  async apply(unitOfWork: MerchantUnitOfWork, id: string, name: string): Promise<void> {
    requireTest(unitOfWork)
    const { debit, mandate, ends } = await unitOfWork.write(async (context) => {
      const { tx, merchant, now } = context
      const locked = await lockDebit(tx, { merchantId: merchant.id, id })
      const simulation = possibleSimulations(locked.debit, locked.mandate).find((one) => one.name === name)
      if (!simulation) throw impossibleOutcome()
      if (locked.debit.noticeAt) await giveNotice(context, locked.debit)
      // Due now, so that it is attempted or queried at once.
      const debit = await updateDebitRecord(tx, locked.debit, { dueAt: now })
      return { ...locked, debit, ends: simulation.ends }
    })
    if (debit.status === 'processing') await decideMandate(unitOfWork, debit, ends)
    else await openMandateBank(unitOfWork).force(mandate.reference, ends)
    await processDebit(unitOfWork.write, (processor) => connectorFor(unitOfWork, 'mandates', processor), debit)
  },
}

/** Sets the bank's outcome of a debit; if the bank never received the request, the outcome of the next request. */
async function decideMandate(
  unitOfWork: MerchantUnitOfWork,
  { merchantId, mandateId, paymentId }: DebitRecord,
  ends: ForcedOutcome,
) {
  const { reference, mandateReference } = await unitOfWork.write(async ({ tx }) => {
    const mandate = await lockMandate(tx, { merchantId, id: mandateId })
    return { mandateReference: mandate.reference, ...(await findPaymentReference(tx, { merchantId, id: paymentId! })) }
  })
  const bank = openMandateBank(unitOfWork)
  const isKnown = ends !== 'no_answer' && (await bank.decide(reference, ends))
  if (!isKnown) await bank.force(mandateReference, ends)
}

async function findPaymentReference(tx: MerchantContext['tx'], { merchantId, id }: { merchantId: string; id: string }) {
  const [payment] = await tx
    .select({ reference: payments.reference })
    .from(payments)
    .where(and(eq(payments.merchantId, merchantId), eq(payments.id, id)))
  return payment!
}
