import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCardPage, payByTransfer } from '@adire/contract/checkout.ts'
import { getPayment } from '@adire/contract/payments.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import { eq } from 'drizzle-orm'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { runNow } from '../../testing/drain.ts'
import { assertNotSentTwice } from '../../testing/late-payout.ts'
import { secretKey } from '../../testing/live-fixture.ts'
import { paystackFixture } from '../../testing/paystack-fixture.ts'
import { seedReconciliation } from '../../testing/reconciliation-seed.ts'
import { assertSettledAgain } from '../../testing/sent-back-payout.ts'
import { readEmails } from '../../testing/sign-in.ts'
import { sendWhileLocked } from '../../testing/while-locked.ts'
import { matchDay } from './match.ts'
import { bankLines, processorRecords, reconciliations } from './tables.ts'

test('a day with two charges, a refund, a payout and a settlement agrees to the kobo, with what the processor costs', async (t) => {
  const fixture = await paystackFixture(t)
  const { app, call, control, payByPage, settle, reconcileNow, listItems, balanceOf } = fixture
  await fixture.addAccount()
  const paid = await payByPage()
  await payByPage()
  await call(requestRefund, { id: paid.id, amountKobo: 1_000_000, reason: 'duplicate' })
  app.forward(2 * 3_600_000)
  assert.deepEqual(await reconcileNow(), { balance: 8_830_000, expected: 8_830_000, open: 0 })
  // Two charges of NGN 50,000 cost NGN 850 each.
  assert.equal(await balanceOf('processor_fees'), -170_000)

  const started = (await fixture.morning(1))!
  assert.equal(started.status, 'processing')
  const [{ reference }] = (await fixture.listPayouts()) as [{ reference: string }]
  await control.settleTransfer({ reference, status: 'success' })
  await settle()
  await runNow(app.runtime, 'pay-settlements')
  await app.drain()
  const settled = (await fixture.newest())!
  assert.equal(settled.status, 'success')
  app.forward(2 * 3_600_000)
  const held = 8_830_000 - settled.amountKobo - 5_000
  assert.deepEqual(await reconcileNow(), { balance: held, expected: held, open: 0 })
  assert.equal(await balanceOf('processor_fees'), -175_000)
  assert.equal(await balanceOf('bank'), 0)

  // The provider tops up the balance from its bank, which no record shows, and the processor transfers everything it has collected.
  control.setBalance({ domain: 'live', balanceKobo: held + settled.amountKobo + 5_000 })
  await control.createSettlement({ domain: 'live' })
  app.forward(2 * 3_600_000)
  const last = await reconcileNow()
  assert.equal(await balanceOf('bank'), -8_830_000)
  assert.deepEqual([last.balance - last.expected, (await listItems()).length], [settled.amountKobo + 5_000, 1])
  assert.deepEqual(await fixture.faults(), [])
  assert.deepEqual(fixture.paystack.control.readViolations(), [])
})

for (const isLost of [false, true])
  test(`a payout that comes back after it was paid is settled again${isLost ? ', also if its event is lost' : ''}`, async (t) => {
    const fixture = await paystackFixture(t)
    const { control } = fixture
    await assertSettledAgain(fixture, {
      pay: (reference) => control.settleTransfer({ reference, status: 'success' }),
      sendBack(reference) {
        if (isLost) control.addEventRule({ event: 'transfer.reversed', mode: 'drop' })
        return control.settleTransfer({ reference, status: 'reversed' })
      },
      isLost,
    })
    assert.deepEqual(fixture.paystack.control.readViolations(), [])
  })

for (const attempts of [1, 2] as const)
  test(`a payout that failed is not sent again if the processor has paid attempt 1 of ${attempts} since`, async (t) => {
    const fixture = await paystackFixture(t)
    const { control } = fixture
    const settleAs = (status: 'failed' | 'success' | 'reversed') => (reference: string) =>
      control.settleTransfer({ reference, status })
    const bank = {
      fail: settleAs('failed'),
      pay: settleAs('success'),
      sendBack: settleAs('reversed'),
      loseEvent: () => control.addEventRule({ event: 'transfer.success', mode: 'drop' }),
    }
    await assertNotSentTwice(fixture, bank, attempts)
    assert.deepEqual(control.readViolations(), [])
  })

test('the operator is emailed once about payouts that the processor does not make for two hours', async (t) => {
  const { app, control, addAccount, payByPage, morning } = await paystackFixture(t)
  await addAccount()
  await payByPage()
  control.setBalance({ domain: 'live', balanceKobo: 0 })
  assert.equal((await morning(1))!.status, 'processing')
  const mailsAfter = async (ms: number) => {
    app.forward(ms)
    await runNow(app.runtime, 'pay-settlements')
    await app.drain()
    return (await readEmails(app, /Payouts wait at Paystack/)).length
  }
  assert.deepEqual([await mailsAfter(3_600_000), await mailsAfter(3_600_000), await mailsAfter(3_600_000)], [0, 1, 1])
})

for (const isLost of [false, true])
  test(`the operator is told once of a charge that Paystack accepted to return and did not${isLost ? ', also if its event is lost' : ''}`, async (t) => {
    const { app, call, payer, paystack, control, begin, settle, findPayment, reconcileNow } = await paystackFixture(t)
    const { accessCode, reference } = await begin()
    await payer.call(openCardPage, { accessCode })
    const { accountNumber } = (await payer.call(payByTransfer, { accessCode })).transfer!
    const stem = reference.replace('_', '-')
    await control.decideOnPage({ reference: `${stem}.c`, decision: 'success' })
    await settle()
    await control.transferIn({ accountNumber, amountKobo: 5_000_000, senderName: 'ADA OBI', senderBank: 'Kuda Bank' })
    await settle()
    const mails = () => readEmails(app, /A charge at Paystack pays nothing/)
    assert.equal((await mails()).length, 0)
    const headers = { authorization: `Bearer ${secretKey}` }
    const listed = await (await fetch(`${paystack.url}/refund`, { headers })).json()
    const [{ id }] = (listed as { data: [{ id: number }] }).data
    control.addEventRule({ event: 'refund.failed', mode: isLost ? 'drop' : 'repeat' })
    await control.settleRefund({ id, status: 'failed' })
    await settle()
    app.forward(2 * 3_600_000)
    for (let times = 0; times < 2; times++) {
      await reconcileNow()
      await app.drain()
    }
    const [mail, ...others] = await mails()
    assert.deepEqual([others.length, mail?.to], [0, app.runtime.config.operatorEmail])
    assert.match(mail!.text, new RegExp(`NGN\u00a050,000.00 \\(${stem}.t\\) did not go back to the payer\\. `))
    const { status, channel, refundedKobo, events } = await call(getPayment, { id: (await findPayment(reference)).id })
    const left = events.filter(({ kind }) => kind === 'charge_left').length
    assert.deepEqual([status, channel, refundedKobo, left], ['success', 'card', 0, 1])
  })

test('a dispute that is lost agrees, and one without its events is on the list', async (t) => {
  const { app, control, payByPage, settle, reconcileNow, listItems } = await paystackFixture(t)
  const lose = async (reference: string) => {
    const { id } = await control.openDispute({ reference: `${reference.replace('_', '-')}.c` })
    await control.closeDispute({ id, resolution: 'merchant-accepted' })
    await settle()
  }
  await lose((await payByPage()).reference)
  app.forward(2 * 3_600_000)
  const first = await reconcileNow()
  assert.deepEqual([first.balance, first.expected, first.open], [-85_000, -85_000, 0])
  control.addEventRule({ event: 'charge.dispute.create', mode: 'drop' })
  control.addEventRule({ event: 'charge.dispute.resolve', mode: 'drop' })
  control.addEventRule({ event: 'refund.pending', mode: 'drop' })
  await lose((await payByPage()).reference)
  app.forward(2 * 3_600_000)
  const second = await reconcileNow()
  assert.deepEqual([second.balance - second.expected, second.open], [0, 2])
  const found = (await listItems()).map(({ kind, discrepancy, theirsKobo }) => [kind, discrepancy, theirsKobo]).sort()
  assert.deepEqual(found, [
    ['charge', 'reversed', 5_000_000],
    ['refund', 'net_of_dispute', 5_000_000],
  ])
})

test('reconciliations at the same time, and again, post each fee once', async (t) => {
  const { app, payByPage, reconcileNow, balanceOf, faults } = await paystackFixture(t)
  await payByPage()
  app.forward(2 * 3_600_000)
  await Promise.all([reconcileNow(), reconcileNow(), reconcileNow()])
  assert.deepEqual([await balanceOf('processor_fees'), await balanceOf('processor_clearing')], [-85_000, -4_915_000])
  const { rowCount } = await app.runtime.database.read((tx) => tx.$client.query('select from processor_records'))
  assert.equal(rowCount, 1)
  assert.deepEqual(await faults(), [])
  await app.runtime.database.write((tx) => tx.update(processorRecords).set({ bookedFeeKobo: 85_001 }))
  assert.match((await faults())[0]!, /fees of 85001 .* the ledger’s are 85000/)
})

test('a difference that two reconciliations find at the same time is on the list once', async (t) => {
  const { app, control, reconcileNow, listItems } = await paystackFixture(t)
  await reconcileNow()
  control.setBalance({ domain: 'live', balanceKobo: 700_000 })
  const both = await sendWhileLocked(app, 'lock table ledger_accounts', [reconcileNow, reconcileNow])
  assert.deepEqual(
    both.map(({ status }) => status),
    ['fulfilled', 'fulfilled'],
  )
  const items = await listItems()
  assert.deepEqual([items.length, await reconcileNow()], [1, { balance: 700_000, expected: 0, open: 1 }])
})

test('money of others, a lost event and a changed fee are on the list, until they are gone or explained', async (t) => {
  const fixture = await paystackFixture(t)
  const { app, control, payByPage, reconcileNow, listItems, command } = fixture
  await payByPage()
  await control.payUnasked({ domain: 'live', amountKobo: 30_000, email: 'bola@example.com' })
  control.addEventRule({ event: 'charge.success', mode: 'drop' })
  const late = await payByPage()
  assert.equal(late.status, 'pending')
  app.forward(2 * 3_600_000)
  await app.runtime.database.write((tx) => tx.update(processorRecords).set({ expectedFeeKobo: 1 }))
  const first = await reconcileNow()
  assert.equal(first.balance, first.expected)
  assert.deepEqual(
    (await listItems()).map(({ discrepancy, theirsKobo, effectKobo }) => [discrepancy, theirsKobo, effectKobo]).sort(),
    [
      ['late_event', 5_000_000, 5_000_000],
      ['unknown_reference', 30_000, 30_000],
    ],
  )
  const listed = await command(['list'])
  assert.match(listed.text, /charge {6}ours +— {2}theirs +NGN\s300\.00 .*the reference is not one of ours/)
  const stranger = (await listItems()).find(({ discrepancy }) => discrepancy === 'unknown_reference')!
  assert.equal((await command(['explain', String(stranger.number)])).code, undefined)
  assert.equal((await command(['explain', String(stranger.number)], { reason: 'A test by Bola' })).code, 0)
  await assert.rejects(command(['explain', '4711'], { reason: 'x' }), { code: 'discrepancy_not_found' })

  await runNow(app.runtime, 'check-payments')
  await app.drain()
  const run = await command(['run'])
  assert.match(run.text, /a difference of NGN\s0\.00\.\n✓ Every kobo agrees or is explained\./)
  assert.deepEqual(
    (await listItems()).map(({ status, discrepancy, explainedBy }) => [status, discrepancy, explainedBy]),
    [['explained', 'unknown_reference', 'ngozi']],
  )
  await assert.rejects(command(['run'], { from: '2026-01-01', to: '2026-12-01' }), { code: 'validation_error' })
})

test('the settlement is found on the bank statement, and every other line is on the list', async (t) => {
  const fixture = await paystackFixture(t)
  const { app, control, payByPage, reconcileNow, listItems } = fixture
  await payByPage()
  await control.createSettlement({ domain: 'live' })
  const csv = [
    'Account name,Adire Payments',
    'Transaction Date,Narration,Debit,Credit,Balance',
    `${fixture.day(1)},PAYSTACK PAYOUT,,"49,150.00","49,150.00"`,
    `${fixture.day(1)},NIP REVERSAL 0417,,"1,000.00","50,150.00"`,
    `${fixture.day(2)},SMS CHARGE,4.00,,"50,146.00"`,
  ].join('\n')
  const { storeBankLines, parseBankStatement } = await import('./import-bank.ts')
  const { write } = jobUnitOfWork(app.runtime)
  const store = () => write((context) => storeBankLines(context, '0123456789', parseBankStatement(csv).lines), 'LIVE')
  assert.deepEqual([await store(), await store()], [{ added: 3 }, { added: 0 }])
  app.forward(2 * 3_600_000)
  const found = await reconcileNow()
  assert.deepEqual([found.balance, found.expected], [0, 0])
  assert.deepEqual(
    (await listItems()).map(({ kind, discrepancy, theirsKobo }) => [kind, discrepancy, theirsKobo]).sort(),
    [
      ['bank', 'returned_transfer', 100_000],
      ['bank', 'unknown_reference', -400],
    ],
  )
  const matched = await app.runtime.database.read((tx) =>
    tx.select({ narration: bankLines.narration }).from(bankLines).where(eq(bankLines.processor, 'paystack')),
  )
  assert.deepEqual(matched, [{ narration: 'PAYSTACK PAYOUT' }])
  assert.equal((await app.runtime.database.read((tx) => tx.select().from(reconciliations))).length, 1)
})

test('of 1,200 records with twelve kinds of discrepancies, all are found and none is invented', async (t) => {
  const { app } = await paystackFixture(t)
  const { database } = app.runtime
  const from = new Date('2026-08-31T12:00:00Z')
  const expected = await database.write((tx) => seedReconciliation(tx, { from, days: 3, lines: 1_200, every: 10 }))
  const { write } = jobUnitOfWork(app.runtime)
  const startedAt = new Date('2026-09-10T12:00:00Z')
  for (let times = 0; times < 2; times++)
    for (const day of ['2026-08-31', '2026-09-01', '2026-09-02', '2026-09-03', '2026-09-04'])
      await matchDay((use) => write(use, 'LIVE'), { processor: 'paystack', day, startedAt })
  const { rows } = await database.read((tx) =>
    tx.$client.query<{ discrepancy: string; count: number }>(
      `select discrepancy, count(*) as count from reconciliation_items where status = 'open' group by discrepancy`,
    ),
  )
  assert.equal(Object.keys(expected).length, 12)
  assert.deepEqual(Object.fromEntries(rows.map(({ discrepancy, count }) => [discrepancy, count])), expected)
})
