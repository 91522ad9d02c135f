import { type NewPrice, setPrice } from '../../api/features/prices/set.ts'
import { jobUnitOfWork } from '../../api/jobs/worker.ts'
import { createUser } from '../../api/testing/users.ts'
import { addBankAccount } from '../../contract/bank-accounts.ts'
import { hostedChannels } from '../../contract/channels/channels.ts'
import { dayMs } from '../../contract/durations.ts'
import { createPaymentLink } from '../../contract/payment-links.ts'
import { createPlan } from '../../contract/plans.ts'
import { createSplit, createSplitParty } from '../../contract/splits.ts'
import { confirmUser } from '../../contract/users.ts'
import { createWebhookEndpoint, listWebhookEndpoints, rollWebhookSecret } from '../../contract/webhooks.ts'
import { pickBusiness, type SimulationAction, type SimulationScene, takeFault } from '../action.ts'
import { dayAfter, toLagosDay } from '../days.ts'
import type { ModelBusiness } from '../model.ts'
import type { ModelPrice } from '../money.ts'

/** Access Bank's id, and its sandbox accounts: one accepts payouts, the other returns them. */
export const accessBank = 1
export const payoutAccounts = { pays: '0000000017', returns: '0000000031' }

/** Lifetime of an owner's token, so that it outlasts every plan of a run. */
const tokenMs = 5 * 365 * dayMs

/** Creates a business with a webhook endpoint; its first account may be one that returns payouts. */
export const openBusiness: SimulationAction = async (scene) => {
  const { environment, model, receiver, chance } = scene
  if (model.businesses.length >= 3) return 'enough businesses'
  const name = ['Ada', 'Bola', 'Chi'][model.businesses.length]!
  const someone = await createUser(environment.runtime, name)
  const claims = (await environment.runtime.signer.read(someone.token, environment.now()))!
  const { sub, sid } = claims as { sub: string; sid?: string }
  const token = await environment.runtime.signer.sign(
    { sub, user_name: someone.email, scope: 'profile', ...(sid && { sid }) },
    new Date(environment.now().getTime() + tokenMs),
  )
  const owner = { ...someone, token }
  const business: ModelBusiness = {
    name,
    user: owner,
    links: [],
    payments: [],
    refunds: [],
    mandates: [],
    recipients: [],
    splits: [],
    plans: [],
    coupons: [],
    subscriptionChanges: [],
    invoices: [],
    secrets: [],
    hasAccount: false,
    prices: [],
  }
  const { mustCall } = scene.as(owner)
  await mustCall(confirmUser, { password: owner.password })
  const { secret } = await mustCall(createWebhookEndpoint, { url: `${receiver.url}/${name}`, events: null })
  business.secrets.push({ secret, until: Number.POSITIVE_INFINITY })
  model.businesses.push(business)
  const hasAccount = chance.is(0.8)
  if (hasAccount) await giveAccount(scene, business, chance.is(0.25) ? payoutAccounts.returns : payoutAccounts.pays)
  return `business ${name}${hasAccount ? ' with an account' : ''}`
}

export async function giveAccount(
  scene: SimulationScene,
  business: ModelBusiness,
  accountNumber: string,
): Promise<string> {
  const { mustCall, call } = scene.as(business.user)
  await mustCall(confirmUser, { password: business.user.password })
  const { response, error } = await call(addBankAccount, { bankId: accessBank, accountNumber, primaryAccount: true })
  if (response) business.hasAccount = true
  return response ? `account ${accountNumber}` : `no account ${error!.code}`
}

export const changeAccount: SimulationAction = async (scene) => {
  const business = pickBusiness(scene)
  if (!business) return 'nobody'
  return `${business.name}: ${await giveAccount(scene, business, scene.chance.pick([payoutAccounts.pays, payoutAccounts.pays, payoutAccounts.returns]))}`
}

let links = 0
const amounts = [
  10_000, 14_567, 69_999, 99_950, 249_999, 250_000, 250_001, 333_333, 1_000_000, 1_016_125, 13_233_333, 20_000_000,
]

const sharedKobo = ({ shares }: ModelBusiness['splits'][number]) => shares.reduce((sum, { value }) => sum + value, 0)

export const openLink: SimulationAction = async (scene) => {
  const { chance } = scene
  const business = pickBusiness(scene)
  if (!business) return 'nobody'
  const amountKobo = chance.is(0.5) ? chance.pick(amounts) : chance.between(10_000, 3_000_000)
  const feeBearer = chance.is(0.35) ? 'customer' : 'merchant'
  // Flat shares above the price are rejected.
  const fits = business.splits.filter((one) => one.type === 'percentage' || sharedKobo(one) <= amountKobo)
  const split = fits.length > 0 && chance.is(0.6) ? chance.pick(fits) : undefined
  const input = { name: `Link number ${++links}`, amountKobo, feeBearer, ...(split && { splitId: split.id }) } as const
  const link = await scene.as(business.user).mustCall(createPaymentLink, input, takeFault(scene))
  business.links.push({ id: link.id, slug: link.slug, amountKobo, feeBearer, splitId: split?.id ?? null, planId: null })
  return `${business.name}: link of ${amountKobo} ${feeBearer}${split ? ' split' : ''}`
}

const agreedPrices: readonly ModelPrice[] = [
  { bps: 120n, flat: 5_000n, flatFrom: 500_000n, cap: 150_000n },
  { bps: 375n, flat: 0n, flatFrom: 0n, cap: 5_000_000_000n },
  { bps: 0n, flat: 3_333n, flatFrom: 0n, cap: 3_333n },
]

/** The operator agrees a price for the checkout from tomorrow on. */
export const agreePrice: SimulationAction = async ({ model, chance, environment }) => {
  if (model.businesses.length === 0) return 'nobody'
  const business = chance.pick(model.businesses)
  const startsOn = dayAfter(toLagosDay(environment.now()))
  const price = chance.pick(agreedPrices)
  if (business.prices.some((agreed) => agreed.startsOn >= startsOn)) return `${business.name}: has another tomorrow`
  const newPrice: NewPrice = {
    channels: hostedChannels,
    bps: Number(price.bps),
    flatKobo: Number(price.flat),
    waiveFlatBelowKobo: Number(price.flatFrom),
    capKobo: Number(price.cap),
    feeBearer: 'merchant',
    startsOn,
    endsOn: null,
  }
  const { write } = jobUnitOfWork(environment.runtime)
  await write((context) => setPrice(context, business.user.merchantId, newPrice, 'operator'))
  business.prices.push({ startsOn, price })
  return `${business.name}: ${price.bps} bps from ${startsOn}`
}

export const openSplit: SimulationAction = async (scene) => {
  const { chance } = scene
  const business = pickBusiness(scene)
  if (!business) return 'nobody'
  const { mustCall } = scene.as(business.user)
  await mustCall(confirmUser, { password: business.user.password })
  while (business.recipients.length < 2) {
    const name = `Party ${business.recipients.length + 1}`
    const accountNumber = chance.is(0.3) ? payoutAccounts.returns : payoutAccounts.pays
    const recipient = await mustCall(createSplitParty, { name, bankId: accessBank, accountNumber }, takeFault(scene))
    business.recipients.push({ id: recipient.id, name })
  }
  const type = chance.is(0.6) ? 'percentage' : 'flat'
  const shares = business.recipients.map(({ id }) => ({
    partyId: id,
    value: type === 'percentage' ? chance.pick([3_333, 1_500, 2_501]) : chance.pick([10_000, 33_333]),
  }))
  const feeBearer = chance.pick(['business', 'everyone'] as const)
  const split = await mustCall(
    createSplit,
    { name: `Split ${business.splits.length + 1}`, type, feeBearer, shares },
    takeFault(scene),
  )
  business.splits.push({ id: split.id, type, feeBearer, shares })
  return `${business.name}: split ${type} ${feeBearer}`
}

export const openPlan: SimulationAction = async (scene) => {
  const { chance } = scene
  const business = pickBusiness(scene)
  if (!business) return 'nobody'
  const amountKobo = chance.pick([150_000, 250_000, 999_999])
  const input = {
    name: `Plan ${business.plans.length + 1}`,
    amountKobo,
    interval: chance.pick(['daily', 'weekly', 'monthly'] as const),
    trialDays: chance.is(0.3) ? 2 : 0,
    chargeLimit: chance.is(0.3) ? 3 : null,
    setupFeeKobo: chance.is(0.5) ? chance.pick([10_000, 123_457]) : 0,
  }
  const { mustCall } = scene.as(business.user)
  const plan = await mustCall(createPlan, input, takeFault(scene))
  const { interval, trialDays, setupFeeKobo } = input
  business.plans.push({ id: plan.id, amountKobo, interval, trialDays, setupFeeKobo })
  const link = await mustCall(createPaymentLink, { name: `Subscribe number ${++links}`, planId: plan.id })
  business.links.push({
    id: link.id,
    slug: link.slug,
    amountKobo,
    feeBearer: 'merchant',
    splitId: null,
    planId: plan.id,
  })
  return `${business.name}: plan ${interval} of ${amountKobo}, trial ${trialDays}, setup fee ${setupFeeKobo}`
}

export const rollSecret: SimulationAction = async (scene) => {
  const business = pickBusiness(scene)
  if (!business) return 'nobody'
  const { mustCall } = scene.as(business.user)
  await mustCall(confirmUser, { password: business.user.password })
  const { content } = await mustCall(listWebhookEndpoints, {})
  const { response } = await scene.as(business.user).call(rollWebhookSecret, { id: content[0]!.id })
  if (!response) return 'not rolled'
  for (const one of business.secrets) one.until = Math.min(one.until, scene.environment.now().getTime() + dayMs)
  business.secrets.push({ secret: response.secret, until: Number.POSITIVE_INFINITY })
  return `${business.name}: secret rolled`
}
