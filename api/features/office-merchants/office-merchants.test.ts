import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import {
  addMerchantNote,
  endMerchantPrice,
  freezeMerchantPayments,
  freezeMerchantPayouts,
  getOfficeMerchant,
  listOfficeMerchants,
  setMerchantLimits,
  setMerchantPayoutTerms,
  setMerchantPrice,
  unfreezeMerchantPayments,
  viewMerchantDashboard,
} from '@adire/contract/back-office/merchants.ts'
import { listStaffEvents } from '@adire/contract/back-office/staff-audit.ts'
import { getCheckoutPage } from '@adire/contract/checkout.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { checkoutFixture } from '../../testing/checkout.ts'
import { errorWith } from '../../testing/error-with.ts'
import { asStaff, createStaff } from '../../testing/staff.ts'

test('a business is found by its code, name, email and owner, and by nothing of another business', async (t) => {
  const { app, user } = await checkoutFixture(t)
  await app.createUser('Zainab')
  const call = asStaff(app, await createStaff(app, 'support'))
  const { content } = await call(listOfficeMerchants, { search: user.email })
  const [found] = content
  assert.deepEqual([content.length, found?.id, found?.state, found?.owner !== null], [1, user.merchantId, 'open', true])
  for (const search of [
    found!.merchantCode.toLowerCase(),
    found!.businessEmail,
    `${user.email} ${found!.merchantCode}`,
  ])
    assert.ok(
      (await call(listOfficeMerchants, { search })).content.some(({ id }) => id === user.merchantId),
      search,
    )
  assert.deepEqual((await call(listOfficeMerchants, { search: 'no such % business' })).content, [])
  assert.deepEqual((await call(listOfficeMerchants, { search: user.email, mode: 'LIVE' })).content, [])
})

test('staff freeze and unfreeze payments with a reason: once for two clicks, in both audit logs, seen by payers', async (t) => {
  const { app, user, merchant, payer, link } = await checkoutFixture(t)
  const risk = await createStaff(app, 'risk', 'Ngozi Eze')
  const call = asStaff(app, risk)
  const id = user.merchantId
  const freeze = () => call(freezeMerchantPayments, { id, reason: 'Chargebacks of stolen cards' })
  const [frozen] = await Promise.all([freeze(), freeze()])
  assert.equal(frozen.state, 'payments_frozen')
  await assert.rejects(payer.call(getCheckoutPage, { slug: link.slug }), errorWith(404, 'payment_page_closed'))
  await call(unfreezeMerchantPayments, { id })
  await payer.call(getCheckoutPage, { slug: link.slug })
  const events = (await asStaff(app, await createStaff(app, 'admin'))(listStaffEvents, {})).content
  assert.deepEqual(
    events.filter(({ merchantId }) => merchantId === id).map(({ action, actor }) => [action, actor]),
    [
      ['merchant.payments_unfrozen', 'Ngozi Eze'],
      ['merchant.payments_frozen', 'Ngozi Eze'],
    ],
  )
  const { content } = await merchant.call(listAuditEvents, {})
  const seen = content.find(({ action }) => action === 'payments.frozen')
  assert.deepEqual([seen?.actor.name, seen?.after], ['Ngozi Eze', { reason: 'Chargebacks of stolen cards' }])
  const notified = (await merchant.call(listNotifications, {})).content.map(({ title }) => title)
  assert.ok(notified.includes('Your business cannot take payments'))
})

test('limits, payout terms, prices and notes are on the page of a business; the business never sees the notes', async (t) => {
  const { app, user, merchant } = await checkoutFixture(t)
  const id = user.merchantId
  const risk = asStaff(app, await createStaff(app, 'risk'))
  const finance = asStaff(app, await createStaff(app, 'finance'))
  await risk(setMerchantLimits, { id, maxPaymentKobo: 5_000_000, maxDayKobo: null })
  await risk(freezeMerchantPayouts, { id, reason: 'Account in dispute' })
  await risk(addMerchantNote, { id, text: 'Called the owner' })
  const terms = { id, reserveBps: 500, stampDutyBearer: 'platform' } as const
  const forNoDays = finance(setMerchantPayoutTerms, { ...terms, reserveDays: 0 })
  await assert.rejects(forNoDays, errorWith(400, 'validation_error', 'reserveDays'))
  for (let times = 0; times < 2; times++) await finance(setMerchantPayoutTerms, { ...terms, reserveDays: 60 })
  const startsOn = addDays(lagosDay(app.runtime.clock()), 1)
  const price = {
    bps: 120,
    flatKobo: 5_000,
    waiveFlatBelowKobo: 250_000,
    capKobo: 150_000,
    feeBearer: 'merchant' as const,
  }
  await finance(setMerchantPrice, { id, channel: 'checkout', ...price, startsOn })
  const page = await finance(getOfficeMerchant, { id })
  assert.deepEqual(
    [page.restrictions.maxPaymentKobo, page.restrictions.payoutsStoppedFor, page.state, page.notes[0]?.text],
    [5_000_000, 'Account in dispute', 'payouts_frozen', 'Called the owner'],
  )
  assert.deepEqual(page.payoutTerms, { reserveBps: 500, reserveDays: 60, stampDutyBearer: 'platform' })
  const admin = asStaff(app, await createStaff(app, 'admin'))
  const changes = await admin(listStaffEvents, { action: 'merchant.payout_terms_changed' })
  assert.equal(changes.content.length, 1, 'what is repeated is recorded once')
  assert.equal(page.prices.find(({ channel }) => channel === 'card')?.upcoming[0]?.bps, 120)
  assert.equal(page.members[0]?.role, 'Owner')
  const { content } = await merchant.call(listAuditEvents, {})
  assert.doesNotMatch(JSON.stringify(content), /Called the owner/)
})

test('an agreed price ends on a day, after which the published price applies; an upcoming one is taken back', async (t) => {
  const { app, user, merchant } = await checkoutFixture(t)
  const id = user.merchantId
  const finance = asStaff(app, await createStaff(app, 'finance', 'Finn'))
  const support = asStaff(app, await createStaff(app, 'support'))
  const today = lagosDay(app.runtime.clock())
  const price = { bps: 120, flatKobo: 0, waiveFlatBelowKobo: 0, capKobo: null, feeBearer: 'merchant' as const }
  const cardPrice = async () =>
    (await finance(getOfficeMerchant, { id })).prices.find(({ channel }) => channel === 'card')!
  const published = await cardPrice()
  const end = (lastDay: string) => finance(endMerchantPrice, { id, channel: 'card', lastDay })

  await finance(setMerchantPrice, { id, channel: 'card', ...price, startsOn: addDays(today, 1) })
  await finance(setMerchantPrice, { id, channel: 'card', ...price, bps: 90, startsOn: addDays(today, 5) })
  await assert.rejects(
    support(endMerchantPrice, { id, channel: 'card', lastDay: today }),
    errorWith(403, 'permission_missing'),
  )
  app.forward(864e5)
  assert.deepEqual([(await cardPrice()).bps, (await cardPrice()).isOwn], [120, true])
  await assert.rejects(end(today), errorWith(422, 'validation_error', 'lastDay'))
  await end(addDays(today, 2))
  assert.deepEqual([(await cardPrice()).endsOn, (await cardPrice()).upcoming], [addDays(today, 2), []])
  await assert.rejects(end(addDays(today, 2)), errorWith(422, 'validation_error', 'lastDay'), 'nothing is left to end')
  app.forward(2 * 864e5)
  assert.deepEqual([(await cardPrice()).bps, (await cardPrice()).isOwn], [published.bps, false])

  const admin = asStaff(app, await createStaff(app, 'admin'))
  const logged = (await admin(listStaffEvents, { action: 'merchant.price_ended' })).content
  assert.deepEqual(
    logged.map(({ actor, after }) => [actor, after]),
    [['Finn', { channel: 'Card', lastDay: addDays(today, 2) }]],
  )
  const { content } = await merchant.call(listAuditEvents, {})
  assert.equal(content.filter(({ action }) => action === 'price.ended').length, 2)
})

test('freezing, viewing and noting need a text, and a limit is above zero', async (t) => {
  const { app, user } = await checkoutFixture(t)
  const call = asStaff(app, await createStaff(app, 'admin'))
  const { merchantId: id } = user
  const isInvalid = (field: string) => errorWith(400, 'validation_error', field)
  for (const endpoint of [freezeMerchantPayments, freezeMerchantPayouts, viewMerchantDashboard])
    await assert.rejects(call(endpoint, { id, reason: ' \n' }), isInvalid('reason'), endpoint.path)
  await assert.rejects(call(addMerchantNote, { id, text: ' ' }), isInvalid('text'))
  await assert.rejects(
    call(setMerchantLimits, { id, maxPaymentKobo: 0, maxDayKobo: null }),
    isInvalid('maxPaymentKobo'),
  )
  const { state, notes } = await call(getOfficeMerchant, { id })
  assert.deepEqual([state, notes], ['open', []])
})

test('no token of a merchant, and no role without the permission, changes a business', async (t) => {
  const { app, user } = await checkoutFixture(t)
  const input = { id: user.merchantId, reason: 'I can' }
  for (const role of ['reviewer', 'support', 'finance'] as const)
    await assert.rejects(
      asStaff(app, await createStaff(app, role))(freezeMerchantPayments, input),
      errorWith(403, 'permission_missing'),
      role,
    )
  await assert.rejects(asStaff(app, user)(freezeMerchantPayments, input), errorWith(401, 'unauthenticated'))
  await assert.rejects(asStaff(app)(getOfficeMerchant, { id: user.merchantId }), errorWith(401, 'unauthenticated'))
  const risk = asStaff(app, await createStaff(app, 'risk'))
  await assert.rejects(risk(getOfficeMerchant, { id: crypto.randomUUID() }), errorWith(404, 'business_not_found'))
})
