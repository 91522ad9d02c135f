import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import { archiveCoupon, createCoupon, listCoupons } from '@adire/contract/coupons.ts'
import { updateInvoiceNumbering } from '@adire/contract/invoice-numbers.ts'
import { getMerchant, updateMerchant } from '@adire/contract/merchants.ts'
import { createPaymentLink, listPaymentLinks, updatePaymentLink } from '@adire/contract/payment-links.ts'
import { getPayoutSchedule, updatePayoutSchedule } from '@adire/contract/payout-schedule.ts'
import { createPlan, deletePlan, listPlans, updatePlan } from '@adire/contract/plans.ts'
import type { PromotionKind } from '@adire/contract/promotion.ts'
import { getPromotion, promoteObjects } from '@adire/contract/promotion.ts'
import type { PromotionItem } from '@adire/contract/promotion-schemas.ts'
import {
  createReportSchedule,
  listReportSchedules,
  pauseReportSchedule,
  updateReportSchedule,
} from '@adire/contract/report-schedules.ts'
import { getRetrySettings, updateRetrySettings } from '@adire/contract/retry-settings.ts'
import { createSplit, createSplitParty } from '@adire/contract/splits.ts'
import { createWebhookEndpoint, listWebhookEndpoints } from '@adire/contract/webhooks.ts'
import { errorWith } from '../../testing/error-with.ts'
import { promotionFixture } from '../../testing/promotion-fixture.ts'
import { addMember, confirmSessions } from '../../testing/users.ts'
import { memberships } from '../merchants/tables.ts'
import { openLive } from '../onboarding/open-live.ts'

async function scene(t: TestContext) {
  const fixture = await promotionFixture(t)
  const { live } = fixture
  const list = async () => (await live(getPromotion, {})).content
  const find = async (kind: PromotionKind, name?: string) =>
    (await list()).find((item) => item.kind === kind && (!name || item.name === name))!
  const promote = async (...items: PromotionItem[]) =>
    (await live(promoteObjects, { objects: items.map(choose) })).content
  return { ...fixture, list, find, promote }
}

const choose = ({ kind, testId, version }: PromotionItem) => ({ kind, testId, version })
const gold = { name: 'Gold', amountKobo: 500_000, interval: 'monthly' as const }

test('payout schedule, retries and brand colour are copied, and nothing of them is shown before they are changed', async (t) => {
  const { call, live, list, find, promote } = await scene(t)
  const differing = async () => (await list()).filter(({ status }) => status !== 'unchanged').map(({ kind }) => kind)
  assert.deepEqual(await differing(), [])
  await call(updatePayoutSchedule, { interval: 'weekly', day: 5 })
  await call(updateRetrySettings, { retryDays: [2, 4], afterFailure: 'attention' })
  const { businessName } = await call(getMerchant, {})
  await call(updateMerchant, {
    businessName,
    merchantCategoryId: 1,
    businessDescription: 'Made to measure',
    businessEmail: 'hello@tola.example',
    businessPhone: '08031234567',
    supportEmail: 'help@tola.example',
    chargebackEmail: 'money@tola.example',
    stateId: 25,
    city: 'Ikeja',
    postalCode: '100271',
    streetAddress: '12 Allen Avenue',
    brandColor: '#7A1FA2',
  })
  assert.deepEqual(await differing(), ['business_profile', 'payout_schedule', 'retry_settings'])
  const outcomes = await promote(
    await find('business_profile'),
    await find('payout_schedule'),
    await find('retry_settings'),
  )
  assert.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    ['updated', 'updated', 'updated'],
  )
  const schedule = await live(getPayoutSchedule, {})
  assert.deepEqual([schedule.interval, schedule.day], ['weekly', 5])
  assert.deepEqual(await live(getRetrySettings, {}), { retryDays: [2, 4], afterFailure: 'attention' })
  assert.equal((await live(getMerchant, {})).brandColor, '#7A1FA2')
  assert.deepEqual(await differing(), [])
})

test('a plan, its coupon and its link are copied with their references, and a second run shows only what changed since', async (t) => {
  const { owner, liveId, call, live, list, find, promote } = await scene(t)
  const plan = await call(createPlan, gold)
  await call(createCoupon, { name: 'Harmattan', code: 'HARM10', percentOff: 10, planIds: [plan.id] })
  await call(createPaymentLink, { name: 'Join Gold', planId: plan.id })
  const link = await call(createPaymentLink, { name: 'Ankara', amountKobo: 1_200_000, paymentLimit: 20 })
  await call(updateInvoiceNumbering, { prefix: 'TOLA-', nextNumber: 40 })

  const items = (await list()).filter(({ status }) => status !== 'unchanged')
  assert.deepEqual(
    items.map(({ kind, name, status, suggested, needs }) => [
      kind,
      name,
      status,
      suggested,
      needs.map((one) => one.name),
    ]),
    [
      ['invoice_numbers', 'Invoice numbers', 'changed', true, []],
      ['plan', 'Gold', 'added', true, []],
      ['coupon', 'Harmattan', 'added', true, ['Gold']],
      ['payment_link', 'Ankara', 'added', true, []],
      ['payment_link', 'Join Gold', 'added', true, ['Gold']],
    ],
  )
  // In the order of the request the link comes first; its plan is copied before it.
  const results = await promote(...items.toReversed())
  assert.deepEqual(
    results.map(({ name, outcome }) => [name, outcome]),
    [
      ['Invoice numbers', 'updated'],
      ['Gold', 'added'],
      ['Harmattan', 'added'],
      ['Join Gold', 'added'],
      ['Ankara', 'added'],
    ],
  )
  const [livePlan] = (await live(listPlans, {})).content
  assert.deepEqual([livePlan!.name, livePlan!.amountKobo, livePlan!.id === plan.id], ['Gold', 500_000, false])
  assert.deepEqual(
    (await live(listCoupons, {})).content[0]!.plans?.map(({ id }) => id),
    [livePlan!.id],
  )
  const [liveLink] = (await live(listPaymentLinks, {})).content
  assert.deepEqual([liveLink!.slug, liveLink!.paymentLimit, liveLink!.payments], ['ankara-live', 20, 0])
  assert.deepEqual(
    (await list()).filter(({ status }) => status !== 'unchanged'),
    [],
  )
  assert.deepEqual(
    (await promote(...items)).map(({ outcome }) => outcome),
    Array(5).fill('unchanged'),
  )

  await call(updatePaymentLink, { id: link.id, name: 'Ankara', amountKobo: 1_500_000 })
  const [changed, ...others] = (await list()).filter(({ status }) => status !== 'unchanged')
  assert.deepEqual(others, [])
  assert.deepEqual(
    [changed!.status, changed!.suggested, changed!.changes],
    ['changed', true, [{ field: 'Amount', before: 'NGN\u00a012,000.00', after: 'NGN\u00a015,000.00' }]],
  )
  await promote(changed!)
  assert.equal((await find('payment_link', 'Ankara')).status, 'unchanged')
  const after = (await live(listPaymentLinks, {})).content
  assert.deepEqual(
    after.map(({ id, amountKobo }) => [id, amountKobo]),
    [[liveLink!.id, 1_500_000]],
  )
  const log = (await live(listAuditEvents, { action: 'promotion.copied' })).content
  assert.deepEqual(
    [log.length, log[0]!.object, log[0]!.after],
    [6, 'Payment links: Ankara', { Amount: 'NGN\u00a015,000.00' }],
  )
  assert.notEqual(owner.merchantId, liveId)
})

test('nothing is copied that was not reviewed, or replaced that was changed in Live Mode, unless it is chosen', async (t) => {
  const { call, live, find, promote } = await scene(t)
  const plan = await call(createPlan, gold)
  const reviewed = await find('plan')
  await call(updatePlan, { ...gold, id: plan.id, amountKobo: 700_000 })
  const [late] = await promote(reviewed)
  assert.deepEqual([late!.outcome, /Review/.test(late!.message!)], ['failed', true])
  assert.equal((await live(listPlans, {})).totalElements, 0)

  await promote(await find('plan'))
  const copy = (await live(listPlans, {})).content[0]!
  await live(updatePlan, { ...gold, id: copy.id, amountKobo: 900_000 })
  const edited = await find('plan')
  assert.deepEqual([edited.status, /Changed in Live Mode/.test(edited.note!)], ['unchanged', true])
  await call(updatePlan, { ...gold, id: plan.id, amountKobo: 800_000 })
  const both = await find('plan')
  assert.deepEqual([both.status, both.suggested, both.changes[0]!.before], ['changed', false, 'NGN\u00a09,000.00'])
  await promote(both)
  assert.equal((await live(listPlans, {})).content[0]!.amountKobo, 800_000)

  await live(deletePlan, { id: copy.id })
  const deleted = await find('plan')
  assert.deepEqual(
    [deleted.status, deleted.suggested, /deleted in Live Mode/.test(deleted.note!)],
    ['added', false, true],
  )
  await call(deletePlan, { id: plan.id })
  assert.equal(await find('plan'), undefined)
  assert.deepEqual(
    (await promote(deleted)).map(({ outcome }) => outcome),
    ['failed'],
  )
})

test('what does not work in Live Mode is not copied, and the report says why; the rest is copied', async (t) => {
  const { api, call, live, list, find, promote } = await scene(t)
  const hourly = await call(createPlan, { ...gold, name: 'Hourly', interval: 'hourly' })
  await call(createPaymentLink, { name: 'Hourly page', planId: hourly.id })
  const closing = new Date(api.runtime.clock().getTime() + 60_000).toISOString()
  await call(createPaymentLink, { name: 'Fair', amountKobo: 500_000, expiresAt: closing })
  await call(createPaymentLink, { name: 'Local', amountKobo: 500_000, redirectUrl: 'https://127.0.0.1/done' })
  await call(createWebhookEndpoint, { url: 'http://127.0.0.1:9/hook' })
  await call(createWebhookEndpoint, { url: 'https://tola.example/hook', events: ['charge.success'] })
  const party = await call(createSplitParty, { name: 'Weaver', bankId: 1, accountNumber: '0000000017' })
  await call(createSplit, {
    name: 'Weavers',
    type: 'percentage',
    feeBearer: 'business',
    shares: [{ partyId: party.id, value: 2_000 }],
  })
  api.forward(120_000)
  const items = (await list()).filter(({ status }) => status !== 'unchanged')
  assert.deepEqual(
    items
      .map(({ name, status, blockedBecause }) => [name, status, blockedBecause?.split(/[.:]/)[0]])
      .sort(([one], [other]) => (one! < other! ? -1 : 1)),
    [
      ['Fair', 'blocked', 'It has closed'],
      ['Hourly', 'blocked', 'Hourly plans are for Test Mode only'],
      ['Hourly page', 'blocked', 'It needs the plan Hourly, which cannot be copied'],
      ['Local', 'blocked', 'Redirect after payment'],
      ['Weavers', 'blocked', 'In Live Mode, add the recipient with the account Access Bank 0000000017 first'],
      ['http://127.0.0.1:9/hook', 'blocked', 'We cannot reach your own machine from here'],
      ['https://tola.example/hook', 'added', undefined],
    ],
  )
  const results = await promote(...items)
  assert.deepEqual(
    results.filter(({ outcome }) => outcome !== 'failed').map(({ name }) => name),
    ['https://tola.example/hook'],
  )
  const secret = results.find(({ outcome }) => outcome === 'added')!.secret!
  assert.match(secret, /^whsec_/)
  const [endpoint] = (await live(listWebhookEndpoints, {})).content
  assert.deepEqual([endpoint!.url, endpoint!.events], ['https://tola.example/hook', ['charge.success']])
  // A recipient with the same account, confirmed in Live Mode, makes the split work.
  await live(createSplitParty, { name: 'Weaver', bankId: 1, accountNumber: '0000000017' }).catch(() =>
    api.runtime.database.write((tx) =>
      tx.$client.query(
        `insert into split_recipients (merchant_id, name, bank_id, account_number, account_name, created_at)
         select test_twin.id, 'Weaver', 1, '0000000017', 'WEAVER', now() from merchants test_twin where mode = 'LIVE'`,
      ),
    ),
  )
  // A copy is no way around the approval of shares.
  const switchRule = (isOn: boolean) =>
    api.runtime.database.write((tx) =>
      tx.$client.query(
        `insert into approval_rules
           (merchant_id, refunds, refund_limit_kobo, bank_accounts, recipients, api_keys, team, go_live, updated_at)
         select id, false, 0, false, $1, false, false, false, now() from merchants where mode = 'TEST'
         on conflict (merchant_id) do update set recipients = $1`,
        [isOn],
      ),
    )
  await switchRule(true)
  assert.match((await find('split')).blockedBecause!, /^Another person must approve the shares of splits/)
  await switchRule(false)
  assert.deepEqual(
    (await promote(await find('split'))).map(({ outcome }) => outcome),
    ['added'],
  )
  assert.equal((await find('split')).status, 'unchanged')
})

test('a live object that was made by hand is compared by its name, and a coupon by its code', async (t) => {
  const { call, live, find, promote } = await scene(t)
  await call(createPlan, gold)
  const own = await live(createPlan, { ...gold, amountKobo: 450_000 })
  const item = await find('plan')
  assert.deepEqual([item.status, item.suggested, item.changes.map(({ field }) => field)], ['changed', false, ['Price']])
  await promote(item)
  assert.deepEqual(
    (await live(listPlans, {})).content.map(({ id, amountKobo }) => [id, amountKobo]),
    [[own.id, 500_000]],
  )
  await call(createCoupon, { name: 'Ten', code: 'TEN', percentOff: 10 })
  const { id } = await live(createCoupon, { name: 'Ten', code: 'TEN', percentOff: 20 })
  assert.match((await find('coupon')).blockedBecause!, /terms of a coupon never change/)
  await live(archiveCoupon, { id })
  assert.equal((await find('coupon')).status, 'added')
})

test('two copies at once make one object, and each member copies only what the role allows in Live Mode', async (t) => {
  const { api, owner, liveId, call, asLive, live, find } = await scene(t)
  await call(createPlan, gold)
  await call(createWebhookEndpoint, { url: 'https://tola.example/hook' })
  const plan = await find('plan')
  const objects = [choose(plan)]
  const both = await Promise.all([live(promoteObjects, { objects }), live(promoteObjects, { objects })])
  assert.deepEqual(both.map(({ content }) => content[0]!.outcome).sort(), ['added', 'unchanged'])
  assert.equal((await live(listPlans, {})).totalElements, 1)

  const developer = await addMember(api, owner, 'developer')
  await api.runtime.database.write((tx) =>
    tx.insert(memberships).values({ userId: developer.userId, merchantId: liveId, role: 'developer' }),
  )
  const seen = await asLive(developer)(getPromotion, {})
  assert.deepEqual([...new Set(seen.content.map(({ kind }) => kind))], ['webhook_endpoint'])
  assert.ok(seen.hiddenKinds.includes('plan'))
  const webhook = choose(seen.content[0]!)
  await assert.rejects(
    asLive(developer)(promoteObjects, { objects: [webhook] }),
    errorWith(403, 'confirmation_required'),
  )
  await confirmSessions(api, developer)
  const { content } = await asLive(developer)(promoteObjects, { objects: [{ ...objects[0]!, version: 'x' }, webhook] })
  assert.deepEqual(
    content.map(({ outcome }) => outcome),
    ['failed', 'added'],
  )
  assert.match(content[0]!.message!, /Your role/)

  const stranger = await api.createUser('eve')
  const strangers = await api.runtime.database.write((tx) => openLive(tx, stranger.merchantId, api.runtime.clock()))
  await confirmSessions(api, stranger)
  const other = api.as({ ...stranger, merchantId: strangers }, 'LIVE').call
  assert.equal((await other(promoteObjects, { objects })).content[0]!.outcome, 'failed')
  await assert.rejects(asLive(stranger)(getPromotion, {}), errorWith(404, 'business_not_found'))
  await assert.rejects(call(getPromotion, {}), errorWith(409, 'live_mode_only'))
})

test('scheduled reports are copied with their recipients; a paused one is not begun', async (t) => {
  const { owner, call, live, find, promote } = await scene(t)
  const schedule = {
    report: 'fees' as const,
    format: 'csv' as const,
    frequency: 'weekly' as const,
    recipientIds: [owner.userId],
  }
  const { id } = await call(createReportSchedule, { ...schedule, template: 'general' })
  const item = await find('report_schedule')
  assert.deepEqual([item.name, item.status], ['Fees and VAT, every week', 'added'])
  await promote(item)
  const copies = async () => (await live(listReportSchedules, {})).content
  const [copy] = await copies()
  assert.deepEqual(
    [copy?.report, copy?.frequency, copy?.recipients.map((one) => one.id)],
    ['fees', 'weekly', [owner.userId]],
  )
  assert.equal((await find('report_schedule')).status, 'unchanged')

  await call(updateReportSchedule, { ...schedule, id, frequency: 'monthly' })
  await promote(await find('report_schedule'))
  assert.deepEqual(
    (await copies()).map(({ frequency }) => frequency),
    ['monthly'],
  )
  const daily = await call(createReportSchedule, { ...schedule, frequency: 'daily' })
  await call(pauseReportSchedule, { id: daily.id })
  assert.match((await find('report_schedule', 'Fees and VAT, every day')).blockedBecause!, /paused/)
})
