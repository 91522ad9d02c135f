import { addBankAccount } from '@adire/contract/bank-accounts.ts'
import { initialiseCharge } from '@adire/contract/charges.ts'
import { payByAccount, payByCard, payByTransfer, startPayment } from '@adire/contract/checkout.ts'
import { createMandate } from '@adire/contract/direct-debit.ts'
import type { Endpoint, EndpointInput } from '@adire/contract/endpoint.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { createPlan } from '@adire/contract/plans.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import { register } from '@adire/contract/registration.ts'
import { chargeSavedCard, listSavedCards } from '@adire/contract/saved-cards.ts'
import { playOutcome } from '@adire/contract/simulator.ts'
import { createSplitParty } from '@adire/contract/splits.ts'
import { subscribeByAccount } from '@adire/contract/subscribing.ts'
import { chargeSubscriptionNow, createSubscription } from '@adire/contract/subscription-actions.ts'
import { listSubscriptions } from '@adire/contract/subscriptions.ts'
import type { TestApp } from './app.ts'
import { aMandate, gtBankId, testAccounts } from './mandates.ts'
import { testCards } from './subscribing.ts'
import { confirmSessions, type TestUser, testPassword } from './users.ts'

/** Number of rows that a request adds, by table: the product's tables and those of the sandbox processor. */
export type CaseEffect = Readonly<Record<string, number>>

/** A request that can be repeated, with its user and the effect of exactly one execution. */
export interface OnceCase {
  endpoint: Endpoint
  effect: CaseEffect
  /** Creates new objects for the request. Resolves with its input and user. */
  begin(fixture: OnceFixture): Promise<BegunCase<Record<string, unknown>>>
  /** What the case is, if others have its endpoint. */
  title?: string
}

export interface BegunCase<Input> {
  input: Input
  /** A user of a business, or a person of the staff. */
  by?: { token: string; merchantId?: string }
  mode?: 'live'
}

export interface OnceFixture {
  app: TestApp
  user: TestUser
  slug: string
  planSlug: string
  /** A link of a plan with a setup fee. */
  feeSlug: string
  planId: string
}

export async function openOnceFixture(app: TestApp): Promise<OnceFixture> {
  const user = await app.createUser()
  const caller = app.as(user)
  const { slug } = await caller.call(createPaymentLink, { name: 'Ankara', amountKobo: 500_000, feeBearer: 'merchant' })
  const plan = await caller.call(createPlan, { name: 'Box of the month', amountKobo: 500_000, interval: 'monthly' })
  const { slug: planSlug } = await caller.call(createPaymentLink, { name: 'Subscribe here', planId: plan.id })
  const kit = { name: 'Box with a kit', amountKobo: 500_000, interval: 'monthly' as const, setupFeeKobo: 120_000 }
  const { id: feePlanId } = await caller.call(createPlan, kit)
  const { slug: feeSlug } = await caller.call(createPaymentLink, { name: 'With a kit', planId: feePlanId })
  return { app, user, slug, planSlug, feeSlug, planId: plan.id }
}

/** A case whose input has the endpoint's type. */
export const onceCase = <E extends Endpoint>(
  endpoint: E,
  effect: CaseEffect,
  begin: (fixture: OnceFixture) => Promise<BegunCase<EndpointInput<E>>>,
  { title }: { title?: string } = {},
): OnceCase => ({ endpoint, effect, begin: begin as OnceCase['begin'], ...(title && { title }) })

let numbers = 0
export const newEmail = () => `payer-${++numbers}@example.com`

const begun = ({ app, slug: linkSlug }: OnceFixture, slug = linkSlug) =>
  app.asNobody().call(startPayment, { slug, checkoutId: crypto.randomUUID(), email: newEmail() })

async function begunPayment(fixture: OnceFixture) {
  const { reference } = await begun(fixture)
  const { content } = await fixture.app.as(fixture.user).call(listPayments, { search: reference })
  return content[0]!
}

async function paidPayment(fixture: OnceFixture) {
  const { accessCode, reference } = await begun(fixture)
  await fixture.app.asNobody().call(payByCard, { accessCode, ...testCards.good })
  const { content } = await fixture.app.as(fixture.user).call(listPayments, { search: reference })
  return content[0]!
}

/** The id of a card that a new payer let the business save. */
async function savedCardOf(app: TestApp, user: TestUser): Promise<string> {
  const caller = app.as(user)
  const email = newEmail()
  const { authorizationUrl } = await caller.call(initialiseCharge, { amountKobo: 10_000, email, saveCard: true })
  const slug = authorizationUrl.split('/').at(-1)!
  const payer = app.asNobody()
  const { accessCode } = await payer.call(startPayment, { slug, checkoutId: crypto.randomUUID(), email })
  await payer.call(payByCard, { accessCode, ...testCards.good })
  return (await caller.call(listSavedCards, { email })).content[0]!.id
}

const account = { bankId: gtBankId, accountNumber: testAccounts.ok }

/** Endpoints that create objects and use several transactions. */
export const creationCases: readonly OnceCase[] = [
  onceCase(requestRefund, { refunds: 1, sandbox_refunds: 1, audit_events: 1 }, async (fixture) => {
    const { id } = await paidPayment(fixture)
    return { input: { id, amountKobo: 1_000, reason: 'requested_by_customer' as const } }
  }),
  onceCase(chargeSubscriptionNow, { payments: 1, sandbox_charges: 1, audit_events: 1 }, async (fixture) => {
    const { app, user, planSlug: slug } = fixture
    const caller = app.as(user)
    const email = newEmail()
    const { accessCode } = await app.asNobody().call(startPayment, { slug, checkoutId: crypto.randomUUID(), email })
    await app.asNobody().call(payByCard, { accessCode, ...testCards.good })
    const { id } = (await caller.call(listSubscriptions, { search: email })).content[0]!
    await caller.call(playOutcome, { kind: 'subscription', id, name: 'no_funds' })
    return { input: { id, amountKobo: 500_000 } }
  }),
  onceCase(
    createSubscription,
    { subscriptions: 1, subscription_invoices: 1, payments: 1, sandbox_charges: 1, audit_events: 1 },
    async ({ app, user, planId }) => ({
      input: { savedCardId: await savedCardOf(app, user), planId, amountKobo: 500_000 },
    }),
  ),
  onceCase(chargeSavedCard, { charges: 1, payments: 1, sandbox_charges: 1 }, async ({ app, user }) => ({
    input: { id: await savedCardOf(app, user), amountKobo: 10_000 },
  })),
  onceCase(createMandate, { mandates: 1, audit_events: 1 }, async ({ app }) => ({
    input: aMandate(app, { customerEmail: newEmail() }),
  })),
  onceCase(addBankAccount, { bank_accounts: 1, audit_events: 1 }, async ({ app }) => {
    const by = await app.createUser('Owner')
    await confirmSessions(app, by)
    return { input: account, by }
  }),
  onceCase(createSplitParty, { split_recipients: 1, audit_events: 1 }, async ({ app, user }) => {
    await confirmSessions(app, user)
    return { input: { name: `Party ${++numbers}`, ...account } }
  }),
  onceCase(register, { users: 1, merchants: 1, memberships: 1 }, async () => ({
    input: { email: newEmail(), password: testPassword, businessName: 'Tola Atelier', countryId: 566 } as EndpointInput<
      typeof register
    >,
  })),
  onceCase(subscribeByAccount, { subscriptions: 1, mandates: 1 }, async ({ planSlug: slug }) => ({
    input: { slug, email: newEmail(), name: 'Ada Test Obi', ...account },
  })),
  onceCase(playOutcome, { sandbox_charges: 1 }, async (fixture) => ({
    input: { kind: 'payment' as const, id: (await begunPayment(fixture)).id, name: 'card_approved' },
  })),
]

/**
 * Endpoints that move money without an idempotency key, because the path names the payment: a repeated request is rejected or gets the
 * current state.
 */
export const paymentCases: readonly OnceCase[] = [
  onceCase(payByCard, { sandbox_charges: 1 }, async (fixture) => ({
    input: { accessCode: (await begun(fixture)).accessCode, ...testCards.good },
  })),
  onceCase(
    payByCard,
    { sandbox_charges: 1, subscriptions: 1, subscription_invoices: 1, setup_fees: 1 },
    async (fixture) => ({
      input: { accessCode: (await begun(fixture, fixture.feeSlug)).accessCode, ...testCards.good },
    }),
    { title: 'a first charge with a setup fee' },
  ),
  onceCase(payByAccount, { sandbox_charges: 1 }, async (fixture) => ({
    input: { accessCode: (await begun(fixture)).accessCode, bankCode: '057', accountNumber: '0000000011' },
  })),
  onceCase(payByTransfer, { sandbox_charges: 1 }, async (fixture) => ({
    input: { accessCode: (await begun(fixture)).accessCode },
  })),
]
