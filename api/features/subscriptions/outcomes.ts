import { sandboxStore } from '../../connectors/sandbox/store.ts'
import type { SavedCardOutcome } from '../../connectors/sandbox/tokens.ts'
import type { Context, MerchantContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { attemptCharge } from './attempt-charge.ts'
import { cancelLockedSubscription } from './cancel.ts'
import { chargeSubscription, type SubscriptionCharge } from './charge.ts'
import { endDunning } from './dunning.ts'
import { endSubscription } from './end.ts'
import {
  findSubscription,
  findSubscriptionInvoice,
  lockSubscription,
  type SubscriptionKey,
  type SubscriptionRecord,
} from './move.ts'
import { openPeriod } from './open-period.ts'
import { findSource } from './source.ts'

interface Outcome {
  name: string
  label: string
  description: string
}
type MerchantUnitOfWork = UnitOfWork<MerchantContext>
interface Simulation extends Outcome {
  /** True if it applies to cards only, not to bank accounts. */
  ofCards?: boolean
  when(subscription: SubscriptionRecord): boolean
  simulate(unitOfWork: MerchantUnitOfWork, key: SubscriptionKey): Promise<unknown>
}

const isRenewing = ({ status, pausedAt, openInvoiceId }: SubscriptionRecord) =>
  status === 'active' && !pausedAt && !openInvoiceId
const isPastDue = ({ status, openInvoiceId }: SubscriptionRecord) => status === 'attention' && openInvoiceId !== null

/** Simulates the next renewal early. The new period still starts at the end of the current one. */
const renewal = (name: string, label: string, description: string, bank: SavedCardOutcome): Simulation => ({
  name,
  label,
  description,
  when: isRenewing,
  ofCards: bank !== 'success' && bank !== 'insufficient_funds',
  simulate: (unitOfWork, key) => chargeNow(unitOfWork, key, { bank, start: openPeriod }),
})

const retry = (name: string, label: string, description: string, bank: SavedCardOutcome): Simulation => ({
  name,
  label,
  description,
  when: isPastDue,
  simulate: (unitOfWork, key) => chargeNow(unitOfWork, key, { bank, start: retryCharge }),
})

const simulations: readonly Simulation[] = [
  renewal('renewed', 'The renewal is paid', 'The next period is charged now, and the bank approves.', 'success'),
  renewal('no_funds', 'No money', 'The renewal is declined, and repeated on later days.', 'insufficient_funds'),
  renewal(
    'card_expired',
    'The card has expired',
    'The renewal is declined for good. The customer is asked for another card.',
    'expired_card',
  ),
  renewal(
    'card_lost',
    'The card was reported lost',
    'The renewal is declined for good. The customer is asked for another card.',
    'lost_card',
  ),
  renewal(
    'bank_silent',
    'The bank does not answer',
    'The charge stays open for two minutes, and is then declined.',
    'timeout',
  ),
  retry('retry_paid', 'The next attempt is paid', 'It is charged again now, and the bank approves.', 'success'),
  retry(
    'retry_declined',
    'The next attempt is declined',
    'It is charged again now, and there is still no money.',
    'insufficient_funds',
  ),
  {
    name: 'given_up',
    label: 'Every attempt fails',
    description: 'The subscription ends, or waits for another card, as its plan says.',
    when: isPastDue,
    simulate: (unitOfWork, key) =>
      unitOfWork.write(async (context) => {
        const subscription = await lockSubscription(context.tx, key)
        const invoice = await findSubscriptionInvoice(
          context.tx,
          subscription,
          requirePossible(subscription, isPastDue).openInvoiceId!,
        )
        if (invoice.status !== 'failed') throw impossible()
        await endDunning(context, subscription, invoice)
      }),
  },
  {
    name: 'payer_cancels',
    label: 'The customer cancels',
    description: 'The subscription ends after the period that is paid, or at once if something is owed.',
    when: (subscription) => subscription.status === 'active' || subscription.status === 'attention',
    simulate: (unitOfWork, key) =>
      unitOfWork.write(async (context) => {
        const subscription = await lockSubscription(context.tx, key)
        await cancelLockedSubscription(context, subscription, { endReason: 'payer', by: 'The customer' })
      }),
  },
  {
    name: 'period_over',
    label: 'The last period is over',
    description: 'It ends now instead of on its last day.',
    when: ({ status }) => status === 'non_renewing',
    simulate: (unitOfWork, key) =>
      unitOfWork.write(async (context) => {
        const subscription = await lockSubscription(context.tx, key)
        if (subscription.status !== 'non_renewing') throw impossible()
        await endSubscription(context, subscription, {
          status: subscription.endReason === 'limit_reached' ? 'completed' : 'cancelled',
        })
      }),
  },
]

const impossible = () => problem.conflict('outcome_impossible', 'This can’t be simulated now')

function requirePossible(subscription: SubscriptionRecord, is: Simulation['when']): SubscriptionRecord {
  if (!is(subscription)) throw impossible()
  return subscription
}

async function retryCharge(
  context: Context,
  subscription: SubscriptionRecord,
): Promise<SubscriptionCharge | undefined> {
  const invoice = await findSubscriptionInvoice(context.tx, subscription, subscription.openInvoiceId!)
  if (invoice.status !== 'failed') throw impossible()
  return attemptCharge(context, subscription, invoice)
}

interface ChargeNow {
  bank: SavedCardOutcome
  start(context: Context, subscription: SubscriptionRecord): Promise<SubscriptionCharge | undefined>
}

/** Sets the simulated bank's response to the next charge of this card or account, and charges it. */
async function chargeNow(
  unitOfWork: MerchantUnitOfWork,
  key: SubscriptionKey,
  { bank, start }: ChargeNow,
): Promise<void> {
  const dueCharge = await unitOfWork.write(async (context) => {
    const subscription = await lockSubscription(context.tx, key)
    requirePossible(subscription, (one) => isRenewing(one) || isPastDue(one))
    return start(context, subscription)
  })
  if (!dueCharge) return
  const { by } = dueCharge
  const store = sandboxStore(unitOfWork.write)
  const setNextOutcome = (bankOf: { nextOutcome: string | null }) => {
    bankOf.nextOutcome = bank
  }
  if ('token' in by) await store.updateToken(by.token, setNextOutcome)
  else await store.updateMandate(by.mandateReference, setNextOutcome)
  await chargeSubscription(unitOfWork, dueCharge)
}

/** Simulated outcomes of a subscription: what cards, banks and payers can do next. */
export const subscriptionOutcomes = {
  async list({ tx, merchant }: MerchantContext, id: string): Promise<Outcome[]> {
    const subscription = await findSubscription(tx, { merchantId: merchant.id, id })
    const source = await findSource(tx, subscription)
    return simulations
      .filter(({ when }) => when(subscription))
      .filter(({ when }) => source || when !== isRenewing)
      .filter(({ ofCards }) => !ofCards || !source || 'card' in source)
      .map(({ name, label, description }) => ({ name, label, description }))
  },
  async apply(unitOfWork: MerchantUnitOfWork, id: string, name: string): Promise<void> {
    const key = await unitOfWork.write(async ({ tx, merchant }) => {
      const subscription = await findSubscription(tx, { merchantId: merchant.id, id })
      const possible = simulations.find((simulation) => simulation.name === name && simulation.when(subscription))
      if (!possible) throw impossible()
      return { merchantId: merchant.id, id }
    })
    await simulations.find((simulation) => simulation.name === name)!.simulate(unitOfWork, key)
  },
}
