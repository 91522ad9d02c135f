import { and, eq } from 'drizzle-orm'
import { connectorFor } from '../../connectors/connector-for.ts'
import { type ForcedOutcome, sandboxMandateBank } from '../../connectors/sandbox-mandates.ts'
import { sandboxStore } from '../../connectors/sandbox-store.ts'
import type { MerchantContext, Steps } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { payments } from '../payments/tables.ts'
import { attempt, giveNotice } from './attempt.ts'
import { agree, askBankForMandate, hold, requireOpen } from './consent.ts'
import { hearNow } from './follow.ts'
import { end } from './hear.ts'
import { changeDebit, type DebitRecord, lockDebit, lockMandate, type MandateRecord } from './move.ts'
import { mandateDebits, mandates } from './tables.ts'

interface Outcome {
  name: string
  label: string
  description: string
}
type Bank = ReturnType<typeof sandboxMandateBank>
type MerchantSteps = Steps<MerchantContext>
interface Play extends Outcome {
  when(mandate: MandateRecord): boolean
  play(steps: MerchantSteps, mandate: MandateRecord, bank: Bank): Promise<unknown>
}

const isAsked = ({ status, consentedAt }: MandateRecord) => status === 'pending' && consentedAt === null
const isAwaited = ({ status }: MandateRecord) => status === 'pending_authorization'
const isLooked = ({ status }: MandateRecord) => status === 'pending_activation'
const isActive = ({ status }: MandateRecord) => status === 'active'
const isSuspended = ({ status }: MandateRecord) => status === 'suspended'

/** What customer and bank may do about a mandate next. What the bank does, we hear by asking it, as always. */
const plays: readonly Play[] = [
  {
    name: 'agree',
    label: 'The customer agrees',
    description: 'The text is accepted and confirmed with the code.',
    when: isAsked,
    play: consent,
  },
  {
    name: 'decline',
    label: 'The customer declines',
    description: 'The request ends as rejected.',
    when: isAsked,
    play: (steps, { accessCode }) =>
      steps.write(async (context) => {
        const { mandate } = await hold(context, accessCode)
        requireOpen(mandate, context.now)
        await end(context, mandate, 'rejected', 'The customer declined')
      }),
  },
  {
    name: 'transfer',
    label: 'The NGN 50 arrive',
    description: 'Exactly NGN 50 from the right account; the bank then looks at the mandate.',
    when: isAwaited,
    play: (_, { reference }, bank) => bank.transfer(reference, 'exact'),
  },
  {
    name: 'wrong_transfer',
    label: 'A wrong amount arrives',
    description: 'It goes back to the customer, and the mandate keeps waiting.',
    when: isAwaited,
    play: (_, { reference }, bank) => bank.transfer(reference, 'wrong_amount'),
  },
  {
    name: 'approve',
    label: 'The bank approves',
    description: 'The mandate is active; the bank takes debits a little later.',
    when: isLooked,
    play: (_, { reference }, bank) => bank.approve(reference),
  },
  {
    name: 'reject',
    label: 'The bank rejects',
    description: 'The mandate ends as rejected.',
    when: (mandate) => isAwaited(mandate) || isLooked(mandate),
    play: (_, { reference }, bank) => bank.reject(reference),
  },
  {
    name: 'ready',
    label: 'Ready to debit',
    description: 'The bank takes debits from now on.',
    when: (mandate) => isActive(mandate) && !mandate.readyToDebit,
    play: (_, { reference }, bank) => bank.makeReady(reference),
  },
  {
    name: 'suspend',
    label: 'The bank suspends it',
    description: 'Planned debits are cancelled; it may become active again.',
    when: isActive,
    play: (_, { reference }, bank) => bank.suspend(reference),
  },
  {
    name: 'reinstate',
    label: 'The bank lifts the suspension',
    description: 'The mandate is active again, and its schedule goes on.',
    when: isSuspended,
    play: (_, { reference }, bank) => bank.reinstate(reference),
  },
  {
    name: 'close_account',
    label: 'The account is closed',
    description: 'The bank ends the mandate for good.',
    when: (mandate) => isActive(mandate) || isSuspended(mandate),
    play: (_, { reference }, bank) => bank.closeAccount(reference),
  },
]

async function consent(steps: MerchantSteps, { accessCode }: MandateRecord) {
  const agreed = await steps.write(async (context) => {
    const opened = await hold(context, accessCode)
    requireOpen(opened.mandate, context.now)
    return agree(context, opened)
  })
  await askBankForMandate(steps.write, steps, agreed)
}

const shown = ({ name, label, description }: Outcome): Outcome => ({ name, label, description })
const cannot = () => problem.conflict('outcome_impossible', 'This cannot happen now')
const bankOf = (steps: MerchantSteps) => sandboxMandateBank(sandboxStore(steps.write))

function requireTest({ mode }: Pick<MerchantContext, 'mode'>): void {
  if (mode !== 'TEST') throw problem.forbidden('Outcomes are played in test mode only')
}

export const mandateOutcomes = {
  async list({ tx, merchant }: MerchantContext, id: string): Promise<Outcome[]> {
    const [mandate] = await tx
      .select()
      .from(mandates)
      .where(and(eq(mandates.merchantId, merchant.id), eq(mandates.id, id)))
    if (!mandate) throw problem.notFound('mandate')
    return plays.filter(({ when }) => when(mandate)).map(shown)
  },
  async apply(steps: MerchantSteps, id: string, name: string): Promise<void> {
    requireTest(steps)
    const mandate = await steps.write(({ tx, merchant }) => lockMandate(tx, { merchantId: merchant.id, id }))
    const play = plays.find((one) => one.name === name && one.when(mandate))
    if (!play) throw cannot()
    await play.play(steps, mandate, bankOf(steps))
    await hearNow(steps, mandate)
  },
}

interface DebitPlay extends Outcome {
  ends: ForcedOutcome
}
const debitPlays: readonly DebitPlay[] = [
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

/** A debit that waits is tried now; of one that is at the bank the answer comes. */
const playsOf = ({ status }: DebitRecord, mandate: MandateRecord): readonly DebitPlay[] => {
  if (status === 'processing') return debitPlays.filter(({ ends }) => ends !== 'no_answer')
  const waits = status === 'scheduled' || status === 'retrying'
  return waits && mandate.status === 'active' && mandate.readyToDebit ? debitPlays : []
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
    return playsOf(found.debit, found.mandate).map(shown)
  },
  async apply(steps: MerchantSteps, id: string, name: string): Promise<void> {
    requireTest(steps)
    const connector = connectorFor(steps.mode, steps.config, steps.write)
    const { debit, mandate, ends } = await steps.write(async (context) => {
      const { tx, merchant, now } = context
      const held = await lockDebit(tx, { merchantId: merchant.id, id })
      const play = playsOf(held.debit, held.mandate).find((one) => one.name === name)
      if (!play) throw cannot()
      if (held.debit.noticeAt) await giveNotice(context, held.debit)
      // Due now, so that it is tried, or asked about, at once.
      const debit = await changeDebit(tx, held.debit, { dueAt: now })
      return { ...held, debit, ends: play.ends }
    })
    if (debit.status === 'processing') await decide(steps, debit, ends)
    else await bankOf(steps).force(mandate.reference, ends)
    await attempt(steps.write, () => connector, debit)
  },
}

/** The bank answers what it was asked; should it never have been asked, it will be, and answers so. */
async function decide(steps: MerchantSteps, { merchantId, mandateId, paymentId }: DebitRecord, ends: ForcedOutcome) {
  const { reference, mandateReference } = await steps.write(async ({ tx }) => {
    const mandate = await lockMandate(tx, { merchantId, id: mandateId })
    return { mandateReference: mandate.reference, ...(await referenceOf(tx, { merchantId, id: paymentId! })) }
  })
  const bank = bankOf(steps)
  const isKnown = ends !== 'no_answer' && (await bank.decide(reference, ends))
  if (!isKnown) await bank.force(mandateReference, ends)
}

async function referenceOf(tx: MerchantContext['tx'], { merchantId, id }: { merchantId: string; id: string }) {
  const [payment] = await tx
    .select({ reference: payments.reference })
    .from(payments)
    .where(and(eq(payments.merchantId, merchantId), eq(payments.id, id)))
  return payment!
}
