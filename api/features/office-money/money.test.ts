import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import { setStaffApprovalRules } from '@adire/contract/back-office/approvals.ts'
import {
  downloadStatement,
  explainReconciliationItem,
  getLedgerEntry,
  getPayoutRun,
  getStatement,
  getTrialBalance,
  holdPayout,
  importBankStatement,
  listAccountLines,
  listLedgerAccounts,
  listPayouts,
  listReconciliationItems,
  listReserves,
  releasePayout,
  retryPayout,
  startReconciliation,
} from '@adire/contract/back-office/money.ts'
import { listStaffEvents } from '@adire/contract/back-office/staff-audit.ts'
import { getSettlement, listSettlements } from '@adire/contract/settlements.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { settlementFixture } from '../../testing/settlement-fixture.ts'
import { asStaff, createStaff } from '../../testing/staff.ts'
import { bankLines } from '../reconciliation/tables.ts'

test('payouts that one person sends within 24 hours count together for the two-person rule', async (t) => {
  const { app, merchantId, pay, to, addAccount } = await settlementFixture(t)
  const admins = [await createStaff(app, 'admin'), await createStaff(app, 'admin')]
  const [ngozi, finn] = [await createStaff(app, 'finance'), await createStaff(app, 'finance')].map((one) =>
    asStaff(app, one),
  )
  await addAccount()
  await pay()
  to(1, 1.2)
  await runNow(app.runtime, 'create-settlements')
  const [payout] = (await ngozi!(listPayouts, { mode: 'TEST' })).content
  const key = { merchantId, id: payout!.id }
  const rules = { prices: false, limits: false, payoutTerms: false, payouts: true, risk: false, staff: false }
  // Once is below the limit, twice is not.
  await asStaff(app, admins[0]!)(setStaffApprovalRules, { ...rules, payoutLimitKobo: payout!.amountKobo * 2 - 1 })
  const hold = () => ngozi!(holdPayout, { ...key, reason: 'we are checking your last payments' })
  await hold()
  assert.equal((await ngozi!(releasePayout, key)).status, 'pending')
  await hold()
  const waits = errorWith(403, 'approval_required')
  await assert.rejects(ngozi!(releasePayout, key), waits)
  // What somebody else sends has a sum of its own, and yesterday's does not count.
  assert.equal((await finn!(releasePayout, key)).status, 'pending')
  await hold()
  await assert.rejects(finn!(releasePayout, key), waits)
  to(2, 2)
  assert.equal((await ngozi!(releasePayout, key)).status, 'pending')
})

test('a payout is held with a reason that the business reads, released, and sent at the next payout time', async (t) => {
  const { app, call, merchantId, pay, to, addAccount } = await settlementFixture(t)
  const office = asStaff(app, await createStaff(app, 'finance', 'Ngozi Eze'))
  await addAccount()
  await pay()
  to(1, 1.2)
  await runNow(app.runtime, 'create-settlements')
  const [payout] = (await office(listPayouts, { mode: 'TEST' })).content
  assert.equal(payout?.status, 'pending')
  const key = { merchantId, id: payout!.id }
  const held = await office(holdPayout, { ...key, reason: 'we are checking your last payments' })
  assert.deepEqual([held.status, held.isHeldByUs], ['on_hold', true])
  assert.deepEqual(await office(holdPayout, { ...key, reason: 'we are checking your last payments' }), held)
  to(1, 9.2)
  await runNow(app.runtime, 'pay-settlements')
  await app.drain()
  const seen = await call(getSettlement, { id: key.id })
  assert.equal(seen.status, 'on_hold')
  assert.ok(seen.hold?.message.includes('we are checking your last payments'))

  // The next working day creates nothing new and sends nothing.
  to(2, 1.2)
  await runNow(app.runtime, 'create-settlements')
  to(2, 9.2)
  await runNow(app.runtime, 'pay-settlements')
  await app.drain()
  assert.equal((await call(getSettlement, { id: key.id })).status, 'on_hold')
  assert.equal((await office(listPayouts, { mode: 'TEST', status: 'held' })).totalElements, 1)
  await assert.rejects(office(retryPayout, key), errorWith(409, 'settlement_held'))

  const released = await Promise.allSettled([office(releasePayout, key), office(releasePayout, key)])
  assert.deepEqual(released.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  to(3, 9.2)
  await runNow(app.runtime, 'pay-settlements')
  await app.drain()
  assert.equal((await call(listSettlements, {})).content[0]!.status, 'success')
  await assert.rejects(office(holdPayout, { ...key, reason: 'too late' }), errorWith(409, 'settlement_sent'))

  const names = (events: { action: string }[]) => events.map(({ action }) => action).filter((one) => one.includes('.'))
  const admin = asStaff(app, await createStaff(app, 'admin'))
  assert.deepEqual(names((await admin(listStaffEvents, {})).content), ['payout.released', 'payout.held'])
  const { content } = await call(listAuditEvents, {})
  const ours = content.filter(({ action }) => action === 'settlement.held' || action === 'settlement.released')
  assert.deepEqual(
    ours.map(({ actor }) => [actor.kind, actor.name.startsWith('Ngozi Eze')]),
    [
      ['operator', true],
      ['operator', true],
    ],
  )
})

test('a payout that a bank returned is sent again once, by two people at the same moment', async (t) => {
  const { app, call, merchantId, pay, to, addAccount } = await settlementFixture(t)
  const office = asStaff(app, await createStaff(app, 'finance'))
  await addAccount('0000000031')
  await pay()
  to(1, 1.2)
  await runNow(app.runtime, 'create-settlements')
  to(1, 9.2)
  await runNow(app.runtime, 'pay-settlements')
  await app.drain()
  const [returned] = (await call(listSettlements, {})).content
  const id = returned!.id
  assert.equal(returned!.status, 'failed')
  const retries = await Promise.allSettled([
    office(retryPayout, { merchantId, id }),
    office(retryPayout, { merchantId, id }),
  ])
  assert.deepEqual(retries.map((one) => one.status).sort(), ['fulfilled', 'rejected'])
  assert.equal((await call(getSettlement, { id })).status, 'pending')
})

test('the run shows what is due and what is collected since; the trial balance is zero down to each posting', async (t) => {
  const { app, merchantId, pay, to, addAccount } = await settlementFixture(t)
  const office = asStaff(app, await createStaff(app, 'finance'))
  await addAccount()
  await pay(500_000)
  const before = await office(getPayoutRun, { mode: 'TEST' })
  assert.deepEqual([before.unsettled.owners, before.largest[0]?.business.id], [1, merchantId])
  to(1, 1.2)
  await runNow(app.runtime, 'create-settlements')
  const run = await office(getPayoutRun, { mode: 'TEST' })
  assert.equal(run.unsettled.totalKobo, 0)
  assert.deepEqual(
    run.statuses.map(({ status, count, amountKobo }) => [status, count, amountKobo]),
    [['pending', 1, before.unsettled.totalKobo]],
  )

  const { accounts, differenceKobo } = await office(getTrialBalance, { mode: 'TEST' })
  assert.equal(differenceKobo, 0)
  assert.equal(accounts.find(({ kind }) => kind === 'available')?.balanceKobo, before.unsettled.totalKobo)
  assert.deepEqual((await office(getTrialBalance, { mode: 'LIVE' })).accounts, [])
  // Accounts of the provider are kept for each business, and are one owner's.
  const fees = accounts.find(({ kind }) => kind === 'fees')!
  const { content: kept } = await office(listLedgerAccounts, { mode: 'TEST', kind: 'fees' })
  assert.equal(fees.owners, 1)
  assert.deepEqual(
    kept.map(({ owner, balanceKobo }) => [owner, balanceKobo]),
    [[before.largest[0]?.business.name, fees.balanceKobo]],
  )
  const [account] = (await office(listLedgerAccounts, { mode: 'TEST', kind: 'available' })).content
  const { content: lines } = await office(listAccountLines, { id: account!.id, limit: 1 })
  assert.equal(lines[0]?.amountKobo, before.unsettled.totalKobo)
  const entry = await office(getLedgerEntry, { id: lines[0]!.entryId })
  assert.equal(
    entry.lines.reduce((sum, { amountKobo }) => sum + amountKobo, 0),
    0,
  )
  await assert.rejects(office(getLedgerEntry, { id: crypto.randomUUID() }), errorWith(404, 'ledger_entry_not_found'))

  const day = lagosDay(app.runtime.clock())
  const period = { mode: 'TEST' as const, from: addDays(day, -30), to: day }
  await assert.rejects(office(getStatement, { ...period, from: '2020-01-01' }), errorWith(422, 'validation_error'))
  const statement = await office(getStatement, period)
  assert.ok(statement.total.feesKobo > 0)
  const file = (await office(downloadStatement, period)) as unknown
  assert.ok(String(file instanceof Blob ? await file.text() : file).startsWith('Day,Fees earned (NGN)'))
  assert.equal((await office(listReserves, { mode: 'TEST' })).totalElements, 0)
})

test('a reconciliation needs a processor; a discrepancy that nobody found cannot be explained', async (t) => {
  const { app } = await settlementFixture(t)
  const office = asStaff(app, await createStaff(app, 'finance'))
  await assert.rejects(office(startReconciliation, {}), errorWith(503, 'unavailable'))
  await assert.rejects(
    office(explainReconciliationItem, { number: 1, reason: 'A deposit of our own' }),
    errorWith(404, 'discrepancy_not_found'),
  )
})

test('a discrepancy is explained once: a repeated explanation is recorded once, and another one is rejected', async (t) => {
  const { app } = await settlementFixture(t)
  const [finance, admin] = [await createStaff(app, 'finance'), await createStaff(app, 'admin')]
  const [office, other] = [asStaff(app, finance), asStaff(app, admin)]
  const csv = 'Trans Date,Ref No,Remarks,Withdrawals,Deposits\n05/11/2026,R2,CHARGES,50.00,\n'
  await office(importBankStatement, { statement: new File([csv], 'november.csv'), account: '0123456789' })
  const [item] = (await office(listReconciliationItems, {})).content
  const explain = (reason: string, by = office) => by(explainReconciliationItem, { number: item!.number, reason })
  for (let times = 0; times < 2; times++) assert.equal((await explain('Charges of the bank')).status, 'explained')
  await assert.rejects(explain('A mistake', other), errorWith(409, 'discrepancy_explained'))
  const { content } = await other(listStaffEvents, { action: 'reconciliation.explained' })
  assert.equal(content.length, 1)
})

test('a bank statement is imported with narrations that are too long or padded with zero characters', async (t) => {
  const { app } = await settlementFixture(t)
  const office = asStaff(app, await createStaff(app, 'finance'))
  const [narration, reference] = ['n'.repeat(499), 'r'.repeat(99)]
  const csv = `Date,Reference,Narration,Amount\n04/11/2026,${reference}😀,${narration}😀,-50.00\n05/11/2026,R2\0\0,CHARGES\0\0,-4.00\n`
  const send = () => office(importBankStatement, { statement: new File([csv], 'november.csv'), account: '0123456789' })
  assert.deepEqual([(await send()).added, (await send()).added], [2, 0])
  const stored = await app.runtime.database.read((tx) => tx.select().from(bankLines).orderBy(bankLines.day))
  assert.deepEqual(
    stored.map((line) => [line.narration, line.bankReference]),
    [
      [narration, reference],
      ['CHARGES', 'R2'],
    ],
  )
})

test('a bank statement is imported once, by people who reconcile, and its import is in the log of the staff', async (t) => {
  const { app } = await settlementFixture(t)
  const office = asStaff(app, await createStaff(app, 'finance'))
  const csv =
    'Trans Date,Ref No,Remarks,Withdrawals,Deposits\n' +
    '04/11/2026,R1,NIP TRANSFER FROM PAYSTACK,,1000.00\n05/11/2026,R2,CHARGES,50.00,\n'
  const send = (text: string, account?: string, by = office) =>
    by(importBankStatement, { statement: new File([text], 'november.csv'), ...(account && { account }) })
  const fresh = { account: '0123456789', lines: 2, added: 2, fromDay: '2026-11-04', toDay: '2026-11-05' }
  const both = await Promise.all([send(csv, '0123456789'), send(csv, '0123456789')])
  assert.deepEqual(both.map(({ added }) => added).sort(), [0, 2], 'two at once')
  assert.deepEqual({ ...both[0], added: 2 }, fresh)
  assert.equal((await send(csv, '0123456789')).added, 0)
  await assert.rejects(send(csv), errorWith(422, 'validation_error'), 'the file does not name its account')
  await assert.rejects(send('Name,Age\nAda,30\n', '0123456789'), errorWith(422, 'validation_error'))
  await assert.rejects(send(csv, '01234'), errorWith(400, 'validation_error'))
  await assert.rejects(
    send(csv, '0123456789', asStaff(app, await createStaff(app, 'support'))),
    errorWith(403, 'permission_missing'),
  )
  const admin = asStaff(app, await createStaff(app, 'admin'))
  const { content } = await admin(listStaffEvents, { action: 'bank_statement.imported' })
  assert.equal(content.length, 3)
  assert.equal(content[0]?.object, 'Account …6789')
})
