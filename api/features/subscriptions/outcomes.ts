import { sandboxStore } from '../../connectors/sandbox-store.ts'
import type { SavedCardOutcome } from '../../connectors/sandbox-tokens.ts'
import type { Context, MerchantContext, Steps } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { cancelHeld } from './cancel.ts'
import { type Charge, charge } from './charge.ts'
import { giveUp } from './dunning.ts'
import { end } from './end.ts'
import { findSubscription, invoiceOf, lockSubscription, type SubscriptionKey, type SubscriptionRecord } from './move.ts'
import { openPeriod, tryCharge } from './renew.ts'
import { sourceOf } from './source.ts'

interface Outcome {
  name: string
  label: string
  description: string
}
type MerchantSteps = Steps<MerchantContext>
interface Play extends Outcome {
  /** Nothing that happens to an account. */
  ofCards?: boolean
  when(held: SubscriptionRecord): boolean
  play(steps: MerchantSteps, key: SubscriptionKey): Promise<unknown>
}

const isRenewing = ({ status, pausedAt, openInvoiceId }: SubscriptionRecord) =>
  status === 'active' && !pausedAt && !openInvoiceId
const isOwing = ({ status, openInvoiceId }: SubscriptionRecord) => status === 'attention' && openInvoiceId !== null

/** Charges the next period now, early: it begins where the present one ends all the same. */
const renewal = (name: string, label: string, description: string, bank: SavedCardOutcome): Play => ({
  name,
  label,
  description,
  when: isRenewing,
  ofCards: bank !== 'success' && bank !== 'insufficient_funds',
  play: (steps, key) => chargeNow(steps, key, { bank, begin: openPeriod }),
})

const retry = (name: string, label: string, description: string, bank: SavedCardOutcome): Play => ({
  name,
  label,
  description,
  when: isOwing,
  play: (steps, key) => chargeNow(steps, key, { bank, begin: tryAgain }),
})

const plays: readonly Play[] = [
  renewal('renewed', 'The renewal is paid', 'The next period is charged now, and the bank approves.', 'success'),
  renewal('no_funds', 'No money', 'The renewal is declined, and tried again on later days.', 'insufficient_funds'),
  renewal(
    'card_expired',
    'The card has expired',
    'The renewal is declined for good: another card is asked for.',
    'expired_card',
  ),
  renewal(
    'card_lost',
    'The card was reported lost',
    'The renewal is declined for good: another card is asked for.',
    'lost_card',
  ),
  renewal(
    'bank_silent',
    'The bank does not answer',
    'The charge stays open for two minutes, and is then declined.',
    'timeout',
  ),
  retry('retry_paid', 'The next try is paid', 'It is charged again now, and the bank approves.', 'success'),
  retry(
    'retry_declined',
    'The next try is declined',
    'It is charged again now, and there is still no money.',
    'insufficient_funds',
  ),
  {
    name: 'given_up',
    label: 'Every try fails',
    description: 'The subscription ends, or waits for another card, as its plan says.',
    when: isOwing,
    play: (steps, key) =>
      steps.write(async (context) => {
        const held = await lockSubscription(context.tx, key)
        const invoice = await invoiceOf(context.tx, held, requirePossible(held, isOwing).openInvoiceId!)
        if (invoice.status !== 'failed') throw impossible()
        await giveUp(context, held, invoice)
      }),
  },
  {
    name: 'payer_cancels',
    label: 'The customer cancels',
    description: 'It ends with what is paid, or at once where something is owed.',
    when: (held) => held.status === 'active' || held.status === 'attention',
    play: (steps, key) =>
      steps.write(async (context) => {
        const held = await lockSubscription(context.tx, key)
        await cancelHeld(context, held, { endReason: 'payer', by: 'The customer' })
      }),
  },
  {
    name: 'period_over',
    label: 'The last period is over',
    description: 'It ends now instead of on its last day.',
    when: ({ status }) => status === 'non_renewing',
    play: (steps, key) =>
      steps.write(async (context) => {
        const held = await lockSubscription(context.tx, key)
        if (held.status !== 'non_renewing') throw impossible()
        await end(context, held, { status: held.endReason === 'limit_reached' ? 'completed' : 'cancelled' })
      }),
  },
]

const impossible = () => problem.conflict('outcome_impossible', 'This cannot happen to it any more')

function requirePossible(held: SubscriptionRecord, is: Play['when']): SubscriptionRecord {
  if (!is(held)) throw impossible()
  return held
}

async function tryAgain(context: Context, held: SubscriptionRecord): Promise<Charge | undefined> {
  const invoice = await invoiceOf(context.tx, held, held.openInvoiceId!)
  if (invoice.status !== 'failed') throw impossible()
  return tryCharge(context, held, invoice)
}

interface ChargeNow {
  bank: SavedCardOutcome
  begin(context: Context, held: SubscriptionRecord): Promise<Charge | undefined>
}

/** Tells the bank what to say to the next charge of this card, and charges it. */
async function chargeNow(steps: MerchantSteps, key: SubscriptionKey, { bank, begin }: ChargeNow): Promise<void> {
  const wanted = await steps.write(async (context) => {
    const held = await lockSubscription(context.tx, key)
    requirePossible(held, (one) => isRenewing(one) || isOwing(one))
    return begin(context, held)
  })
  if (!wanted) return
  const { mode, config } = steps
  const { by } = wanted
  const store = sandboxStore(steps.write)
  const says = (bankOf: { nextOutcome: string | null }) => {
    bankOf.nextOutcome = bank
  }
  if ('token' in by) await store.turnToken(by.token, says)
  else await store.turnMandate(by.mandateReference, says)
  await charge({ mode, config, write: steps.write }, wanted)
}

/** What cards, banks and payers may do to a subscription next. */
export const subscriptionOutcomes = {
  async list({ tx, merchant }: MerchantContext, id: string): Promise<Outcome[]> {
    const held = await findSubscription(tx, { merchantId: merchant.id, id })
    const source = await sourceOf(tx, held)
    return plays
      .filter(({ when }) => when(held))
      .filter(({ when }) => source || when !== isRenewing)
      .filter(({ ofCards }) => !ofCards || !source || 'card' in source)
      .map(({ name, label, description }) => ({ name, label, description }))
  },
  async apply(steps: MerchantSteps, id: string, name: string): Promise<void> {
    const key = await steps.write(async ({ tx, merchant }) => {
      const held = await findSubscription(tx, { merchantId: merchant.id, id })
      const possible = plays.find((play) => play.name === name && play.when(held))
      if (!possible) throw impossible()
      return { merchantId: merchant.id, id }
    })
    await plays.find((play) => play.name === name)!.play(steps, key)
  },
}
