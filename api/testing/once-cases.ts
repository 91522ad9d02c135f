import { addBankAccount } from '@adire/contract/bank-accounts.ts'
import { payByAccount, payByCard, payByTransfer, startPayment } from '@adire/contract/checkout.ts'
import { createMandate, debitNow } from '@adire/contract/direct-debit.ts'
import type { Endpoint, Input } from '@adire/contract/endpoint.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { createPlan } from '@adire/contract/plans.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import { register } from '@adire/contract/registration.ts'
import { playOutcome } from '@adire/contract/simulator.ts'
import { createSplitParty } from '@adire/contract/splits.ts'
import { subscribeByAccount } from '@adire/contract/subscriber.ts'
import type { TestApp } from './app.ts'
import { activeMandate, aMandate, gtBankId, testAccounts } from './mandates.ts'
import { confirmSessions, type Person, password } from './people.ts'
import { cards } from './subscribing.ts'

/** How many rows more a request leaves behind, by table: ours, and those of the sandbox processor. */
export type Effect = Readonly<Record<string, number>>

/** One request that can be sent again, by whom, and what exactly one of it leaves behind. */
export interface Case {
  endpoint: Endpoint
  effect: Effect
  /** Something new to send the request about; its input, and who sends it. */
  begin(world: World): Promise<{ input: Record<string, unknown>; by?: Person }>
}

export interface World {
  app: TestApp
  person: Person
  slug: string
  planSlug: string
  mandateId: string
}

export async function openWorld(app: TestApp): Promise<World> {
  const person = await app.person()
  const caller = app.as(person)
  const { slug } = await caller.call(createPaymentLink, { name: 'Ankara', amountKobo: 500_000, feeBearer: 'merchant' })
  const plan = await caller.call(createPlan, { name: 'Box of the month', amountKobo: 500_000, interval: 'monthly' })
  const { slug: planSlug } = await caller.call(createPaymentLink, { name: 'Subscribe here', planId: plan.id })
  const mandate = await activeMandate(app, caller)
  app.forward(2 * 24 * 3_600_000)
  return { app, person, slug, planSlug, mandateId: mandate.id }
}

/** A case whose input has the endpoint's type. */
const one = <E extends Endpoint>(
  endpoint: E,
  effect: Effect,
  begin: (world: World) => Promise<{ input: Input<E>; by?: Person }>,
): Case => ({ endpoint, effect, begin: begin as Case['begin'] })

let numbers = 0
const newEmail = () => `payer-${++numbers}@example.com`

const begun = ({ app, slug }: World) =>
  app.asNobody().call(startPayment, { slug, checkoutId: crypto.randomUUID(), email: newEmail() })

async function begunPayment(world: World) {
  const { reference } = await begun(world)
  const { content } = await world.app.as(world.person).call(listPayments, { search: reference })
  return content[0]!
}

async function paidPayment(world: World) {
  const { accessCode, reference } = await begun(world)
  await world.app.asNobody().call(payByCard, { accessCode, ...cards.good })
  const { content } = await world.app.as(world.person).call(listPayments, { search: reference })
  return content[0]!
}

const account = { bankId: gtBankId, accountNumber: testAccounts.ok }

/** Each creating endpoint of several transactions. */
export const creations: readonly Case[] = [
  one(requestRefund, { refunds: 1, sandbox_refunds: 1 }, async (world) => {
    const { id } = await paidPayment(world)
    return { input: { id, amountKobo: 1_000, reason: 'requested_by_customer' as const } }
  }),
  one(debitNow, { mandate_debits: 1, payments: 1, sandbox_charges: 1 }, async ({ mandateId }) => ({
    input: { id: mandateId, amountKobo: 10_000 },
  })),
  one(createMandate, { mandates: 1 }, async ({ app }) => ({ input: aMandate(app, { customerEmail: newEmail() }) })),
  one(addBankAccount, { bank_accounts: 1 }, async ({ app }) => {
    const by = await app.person('Owner')
    await confirmSessions(app, by)
    return { input: account, by }
  }),
  one(createSplitParty, { split_parties: 1 }, async ({ app, person }) => {
    await confirmSessions(app, person)
    return { input: { name: `Party ${++numbers}`, ...account } }
  }),
  one(register, { users: 1, merchants: 1, memberships: 1 }, async () => ({
    input: { email: newEmail(), password, businessName: 'Tola Atelier', countryId: 566 } as Input<typeof register>,
  })),
  one(subscribeByAccount, { subscriptions: 1, mandates: 1 }, async ({ planSlug: slug }) => ({
    input: { slug, email: newEmail(), name: 'Ada Test Obi', ...account },
  })),
  one(playOutcome, { sandbox_charges: 1 }, async (world) => ({
    input: { kind: 'payment' as const, id: (await begunPayment(world)).id, name: 'card_approved' },
  })),
]

/** What moves money without a key, because the address names the payment: sent again, it is refused or answered as it stands. */
export const payments: readonly Case[] = [
  one(payByCard, { sandbox_charges: 1 }, async (world) => ({
    input: { accessCode: (await begun(world)).accessCode, ...cards.good },
  })),
  one(payByAccount, { sandbox_charges: 1 }, async (world) => ({
    input: { accessCode: (await begun(world)).accessCode, bankCode: '057', accountNumber: '0000000011' },
  })),
  one(payByTransfer, { sandbox_charges: 1 }, async (world) => ({
    input: { accessCode: (await begun(world)).accessCode },
  })),
]
