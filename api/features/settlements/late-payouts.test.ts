import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { getOfficeMerchant, setMerchantPayoutTerms } from '@adire/contract/back-office/merchants.ts'
import { listPayouts } from '@adire/contract/back-office/money.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { downloadPayments } from '@adire/contract/payments.ts'
import { settlementLabel } from '@adire/contract/settlement-label.ts'
import { downloadSettlements, getSettlement, listSettlements } from '@adire/contract/settlements.ts'
import { playOutcome } from '@adire/contract/simulator.ts'
import { sandboxStore } from '../../connectors/sandbox/store.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { platformAccount } from '../../ledger/accounts.ts'
import { getBalance } from '../../ledger/ledger.ts'
import { errorWith } from '../../testing/error-with.ts'
import { settlementFixture } from '../../testing/settlement-fixture.ts'
import { readEmails } from '../../testing/sign-in.ts'
import { asStaff, createStaff } from '../../testing/staff.ts'
import { enqueuePayoutCheck } from './jobs.ts'

/** Account whose transfers the sandbox sends back. */
const closed = '0000000031'

/** A business that is paid out to an account that sends money back, until the bank pays a transfer all the same. */
async function latePayoutFixture(t: TestContext) {
  const fixture = await settlementFixture(t)
  const { app, call, morning } = fixture
  const { write } = jobUnitOfWork(app.runtime)
  const failedPayout = async (dayNumber: number) => {
    const failed = (await morning(dayNumber))!
    assert.equal(failed.status, 'failed')
    return failed
  }
  /** The bank changes its mind about a transfer. */
  const change = async (id: string, attempt: number, to: 'paid' | 'returned') => {
    const sent = `${(await call(getSettlement, { id })).reference}-${attempt}`
    await sandboxStore(write).updateTransfer(sent, (transfer) =>
      Object.assign(transfer, { status: to, message: 'The bank sent the money back' }),
    )
    assert.equal(await write(({ tx }) => enqueuePayoutCheck(tx, sent)), true)
    await app.drain()
  }
  const platform = () =>
    write(async ({ tx }) => [
      await getBalance(tx, platformAccount('TEST', 'stamp_duty')),
      await getBalance(tx, platformAccount('TEST', 'fees')),
      await getBalance(tx, platformAccount('TEST', 'bank')),
    ])
  return { ...fixture, failedPayout, change, platform }
}

test('the stamp duty of a payout that is paid late is the provider’s if the provider bears it', async (t) => {
  const fixture = await latePayoutFixture(t)
  const { app, merchantId: id, pay, addAccount, failedPayout, change, platform, balanceOf, faults } = fixture
  const office = asStaff(app, await createStaff(app, 'finance'))
  await office(setMerchantPayoutTerms, { id, reserveBps: 0, reserveDays: 90, stampDutyBearer: 'platform' })
  await addAccount(closed)
  await pay(2_000_000)
  const { id: settlementId } = await failedPayout(1)
  const [, fees] = await platform()
  assert.deepEqual(await platform(), [0, fees, 0])
  for (const _ of [1, 2]) {
    await change(settlementId, 1, 'paid')
    assert.deepEqual([await platform(), await balanceOf('available')], [[5_000, fees! - 5_000, 1_957_000], 0])
    const [payout] = (await office(listPayouts, { mode: 'TEST' })).content
    assert.deepEqual([payout!.status, payout!.failure], ['failed', 'The bank has paid it after all'])
    await change(settlementId, 1, 'returned')
    assert.deepEqual([await platform(), await balanceOf('pending')], [[0, fees, 0], 1_957_000])
  }
  // An earlier version did not post the provider's part: then there is nothing to reverse.
  await change(settlementId, 1, 'paid')
  await app.runtime.database.write((tx) =>
    tx.$client.query(`
      with entry as (delete from ledger_entries where id = (
        select id from ledger_entries where reference ~ '^payout_late:.*:provider_duty$' order by id desc limit 1) returning id),
      line as (delete from ledger_lines where entry_id in (select id from entry))
      delete from ledger_deltas where entry_id in (select id from entry)`),
  )
  assert.deepEqual(await platform(), [0, fees, 1_957_000])
  await change(settlementId, 1, 'returned')
  assert.deepEqual([await platform(), await balanceOf('pending')], [[0, fees, 0], 1_957_000])
  assert.deepEqual(await faults(), [])
})

test('a settlement says when its last payout was paid after it had come back, on its page, in lists and in files, until the bank sends that back', async (t) => {
  const { app, merchantId, call, pay, to, morning, addAccount, change, faults } = await latePayoutFixture(t)
  const office = asStaff(app, await createStaff(app, 'finance'))
  await addAccount('0000000017')
  await pay(2_000_000)
  const { id } = (await morning(1))!
  to(1, 15)
  await call(playOutcome, { kind: 'settlement', id, name: 'sent_back' })
  /** `paidLateAt`, the label in the lists and the files, and the reason that staff see. */
  const seen = async () => {
    const { status, returnedAt, paidLateAt } = await call(getSettlement, { id })
    const [payout] = (await office(listPayouts, { mode: 'TEST' })).content
    const all = [
      ...(await call(listSettlements, {})).content,
      payout!,
      ...(await office(getOfficeMerchant, { id: merchantId })).settlements,
    ]
    const state = { status, returnedAt, paidLateAt }
    assert.deepEqual(
      all.map((each) => ({ status: each.status, returnedAt: each.returnedAt, paidLateAt: each.paidLateAt })),
      [state, state, state],
    )
    const label = settlementLabel(state)
    assert.equal(await call(downloadSettlements, { columns: 'status' }), `\ufeffStatus\r\n"${label}"\r\n`)
    const ofPayments = await call(downloadPayments, { columns: 'settlementStatus' })
    assert.equal(ofPayments, `\ufeffSettlement status\r\n"${label}"\r\n`)
    return [paidLateAt, label, payout!.failure]
  }
  const paidLater = () => call(playOutcome, { kind: 'settlement', id, name: 'paid_late' })
  const sentBack = [null, 'Paid, then returned', 'Sent back later: The bank sent the money back']
  assert.deepEqual(await seen(), sentBack)
  to(1, 16)
  app.stopClock(app.runtime.clock())
  assert.deepEqual((await paidLater()).content, [])
  assert.deepEqual(await seen(), [app.runtime.clock().toISOString(), 'Returned, then paid', null])
  await assert.rejects(paidLater(), errorWith(409, 'outcome_impossible'))
  await change(id, 1, 'returned')
  assert.deepEqual(await seen(), sentBack)
  assert.deepEqual(await faults(), [])
})

test('two payouts of a business that are paid late are taken from its next proceeds, the older first, and each is told with its amounts', async (t) => {
  const fixture = await latePayoutFixture(t)
  const { app, call, pay, to, morning, addAccount, failedPayout, change, platform, balanceOf, faults } = fixture
  await addAccount(closed)
  await pay(2_000_000)
  const { id } = await failedPayout(1)
  to(1, 12)
  await pay(1_000_000)
  await failedPayout(2)
  to(2, 12)
  await addAccount('0000000017')
  const paid = (await morning(3))!
  assert.deepEqual([paid.id, paid.status, paid.attempts], [id, 'success', 3])
  const told = async () =>
    (await call(listNotifications, { limit: 100 })).content
      .filter(({ title }) => /was paid after all$/.test(title))
      .map(({ title, text }) => [title, text])
  const first = 1_957_000
  const second = paid.amountKobo + 5_000
  assert.deepEqual([paid.amountKobo > first, await balanceOf('available')], [true, 0])

  const text = (takenKobo: number, left: number) =>
    `Its money was back in your balance. ${formatNaira(takenKobo)} was taken from there, and ${formatNaira(left)} is taken from the next proceeds.`
  const title = (kobo: number) => `A payout of ${formatNaira(kobo - 5_000)} that had come back was paid after all`
  await change(id, 1, 'paid')
  // The first is open when there are proceeds again: the second gets only what the first leaves.
  to(3, 12)
  const { netKobo } = await pay(2_500_000)
  await change(id, 2, 'paid')
  const rest = netKobo - first
  assert.deepEqual(await told(), [
    [title(second), text(rest, second - rest)],
    [title(first), text(0, first)],
  ])
  assert.equal(await balanceOf('pending'), 0)
  const mails = await readEmails(app, /was paid after it had come back/)
  assert.deepEqual(
    mails.map(({ text: mail }) => [first, second - rest].map((kobo) => mail.includes(formatNaira(kobo)))),
    [
      [true, false],
      [false, true],
    ],
  )
  to(3, 13)
  await pay(4_000_000)
  const next = (await morning(4))!
  assert.deepEqual([next.status, next.figures.adjustmentsKobo], ['success', -first - second])
  const [, , bank] = await platform()
  assert.equal(bank, paid.amountKobo + next.amountKobo + first + second - 10_000)
  assert.deepEqual(await faults(), [])
})
