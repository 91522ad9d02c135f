import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  approveStaffRequest,
  getStaffApproval,
  listStaffApprovals,
  setStaffApprovalRules,
} from '@adire/contract/back-office/approvals.ts'
import { getOfficeMerchant } from '@adire/contract/back-office/merchants.ts'
import {
  getPayoutRun,
  getStatement,
  holdPayout,
  listLedgerAccounts,
  listPayouts,
  listReserves,
  releasePayout,
} from '@adire/contract/back-office/money.ts'
import { listStaffEvents } from '@adire/contract/back-office/staff-audit.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { listSettlements } from '@adire/contract/settlements.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { errorWith } from '../../testing/error-with.ts'
import { reserveFixture, settlementFixture } from '../../testing/settlement-fixture.ts'
import { asStaff, createStaff } from '../../testing/staff.ts'
import { subscriptionFixture } from '../../testing/subscribing.ts'

test('payouts have the amount that a statement of the bank shows, in the list, the run, the page of the business and an approval', async (t) => {
  const { app, call, merchantId, pay, to, addAccount, runScheduledJobs } = await settlementFixture(t)
  const office = asStaff(app, await createStaff(app, 'finance'))
  const admins = [await createStaff(app, 'admin'), await createStaff(app, 'admin')]
  await addAccount()
  await pay(2_000_000)
  to(1, 1.2)
  await runScheduledJobs()
  // NGN 20,000.00 less NGN 400.00 of fees and NGN 30.00 of VAT, and NGN 50.00 of stamp duty.
  const sentKobo = 1_952_000
  const readAmounts = async () => {
    const [payout] = (await office(listPayouts, { mode: 'TEST' })).content
    const { statuses } = await office(getPayoutRun, { mode: 'TEST' })
    const { settlements } = await office(getOfficeMerchant, { id: merchantId })
    return [
      payout!.status,
      payout!.amountKobo,
      payout!.stampDutyKobo,
      statuses[0]!.amountKobo,
      settlements[0]!.amountKobo,
    ]
  }
  assert.deepEqual(await readAmounts(), ['pending', sentKobo, 5_000, sentKobo, sentKobo])

  const [payout] = (await office(listPayouts, { mode: 'TEST' })).content
  const rules = { prices: false, limits: false, payoutTerms: false, payouts: true, risk: false, staff: false }
  await asStaff(app, admins[0]!)(setStaffApprovalRules, { ...rules, payoutLimitKobo: 1 })
  const key = { merchantId, id: payout!.id }
  await office(holdPayout, { ...key, reason: 'we are checking your last payments' })
  await assert.rejects(office(releasePayout, key), errorWith(403, 'approval_required'))
  const [request] = (await asStaff(app, admins[0]!)(listStaffApprovals, {})).content
  const { title, effects } = await asStaff(app, admins[0]!)(getStaffApproval, { id: request!.id })
  assert.ok(title.endsWith(`of ${formatNaira(sentKobo)}`), title)
  assert.deepEqual(
    effects.filter(({ label }) => label === 'Amount' || label === 'Stamp duty').map(({ after }) => after),
    [formatNaira(sentKobo), formatNaira(5_000)],
  )

  await asStaff(app, admins[0]!)(approveStaffRequest, { id: request!.id })
  const [released] = (await asStaff(app, admins[0]!)(listStaffEvents, { action: 'payout.released' })).content
  assert.deepEqual(released!.after, { amountKobo: sentKobo, totalKobo: sentKobo + 5_000 })
  to(2, 9.2)
  await runScheduledJobs()
  assert.deepEqual(await readAmounts(), ['success', sentKobo, 5_000, sentKobo, sentKobo])
  const [paid] = (await call(listSettlements, {})).content
  assert.deepEqual([paid!.status, paid!.amountKobo], ['success', sentKobo])
})

test('a statement of days has the reserve that is held at their end, also where nothing moved on the last of them', async (t) => {
  const { app, office, pay, morning, to, runScheduledJobs } = await reserveFixture(t)
  const from = lagosDay(app.runtime.clock())
  await pay(500_000)
  await morning(1)
  const heldKobo = async (to: string) => (await office(getStatement, { mode: 'TEST', from, to })).total.reserveKobo
  assert.equal(await heldKobo(addDays(from, 2)), 48_118)
  to(6, 10)
  await runScheduledJobs()
  assert.deepEqual((await office(listReserves, { mode: 'TEST' })).content, [])
  assert.deepEqual([await heldKobo(addDays(from, 2)), await heldKobo(addDays(from, 6))], [48_118, 0])
})

test('a list of accounts names their number past the last page, too', async (t) => {
  const { app, pay } = await settlementFixture(t)
  const office = asStaff(app, await createStaff(app, 'finance'))
  await pay()
  const { content, ...past } = await office(listLedgerAccounts, {
    mode: 'TEST',
    kind: 'pending',
    offset: 25,
    limit: 25,
  })
  assert.deepEqual([content, past], [[], { totalElements: 1, offset: 25, limit: 25 }])
})

test('the run of a day has the payouts of that day only, not those of test businesses whose clock is ahead', async (t) => {
  const { app, user, plan, subscribe, live, merchant } = await subscriptionFixture(t)
  const office = asStaff(app, await createStaff(app, 'finance'))
  await live(20)
  await subscribe((await plan()).id)
  await live(8)
  const [paid] = (await merchant.call(listSettlements, {})).content
  assert.equal(paid!.status, 'success')
  assert.equal((await office(listPayouts, { mode: 'TEST' })).content[0]!.merchantId, user.merchantId)
  assert.deepEqual((await office(getPayoutRun, { mode: 'TEST' })).statuses, [])
})
