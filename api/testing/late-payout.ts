import assert from 'node:assert/strict'
import { getSettlement, getUnsettled } from '@adire/contract/settlements.ts'
import type { reconciledFixture } from './reconciled-fixture.ts'
import { readEmails } from './sign-in.ts'

type Fixture = Awaited<ReturnType<typeof reconciledFixture>>

/** What a bank does with a payout. */
interface Bank {
  /** It does not accept the payout. */
  fail(reference: string): Promise<unknown>
  /** It pays the payout, also one that has failed. */
  pay(reference: string): Promise<unknown>
  /** It sends a payout back that it has paid. */
  sendBack(reference: string): Promise<unknown>
}

/** A business with the proceeds of one payment, whose first payout has failed. */
async function failedPayout({ call, addAccount, payByPage, settle, morning, listPayouts }: Fixture, { fail }: Bank) {
  await addAccount()
  await payByPage()
  const { id } = (await morning(1))!
  const [{ reference }] = (await listPayouts()) as [{ reference: string }]
  await fail(reference)
  await settle()
  const failed = await call(getSettlement, { id })
  assert.equal(failed.status, 'failed')
  return { id, reference, totalKobo: failed.figures.closingKobo }
}

const reconcileLater = async ({ app, reconcileNow, balanceOf, listItems }: Fixture) => {
  app.forward(2 * 3_600_000)
  const { balance, expected } = await reconcileNow()
  await app.drain()
  const items = (await listItems()).map(({ discrepancy, oursKobo, theirsKobo }) => [discrepancy, oursKobo, theirsKobo])
  return { difference: balance - expected, bankKobo: await balanceOf('bank'), items }
}

/**
 * Checks that a payout that failed and was paid later, without an event, is not sent again: the processor is asked before. `attempts`: how
 * many failed, of which the first is paid.
 */
export async function assertNotSentTwice(
  fixture: Fixture,
  bank: Bank & { loseEvent(): void },
  attempts: 1 | 2,
): Promise<void> {
  const { app, settle, morning, listPayouts, faults } = fixture
  const { id, reference } = await failedPayout(fixture, bank)
  if (attempts === 2) {
    await morning(2)
    await bank.fail((await listPayouts())[1]!.reference)
    await settle()
  }
  bank.loseEvent()
  await bank.pay(reference)
  await settle()
  const held = (await morning(attempts + 1))!
  assert.deepEqual(
    [held.id, held.status, held.attempts, held.hold?.reason, held.figures.closingKobo],
    [id, 'on_hold', attempts, 'below_minimum', 0],
  )
  assert.equal((await listPayouts()).length, attempts)
  assert.deepEqual(await reconcileLater(fixture), { difference: 0, bankKobo: 0, items: [] })
  assert.deepEqual([await faults(), (await readEmails(app, /was paid after it had come back/)).length], [[], 1])
}

/**
 * Checks that a business whose payout was paid twice returns it from its next proceeds, that staff see the amount until then, and that it
 * gets the money again if the first payout comes back.
 */
export async function assertTakenBack(fixture: Fixture, bank: Bank): Promise<void> {
  const { call, payByPage, settle, morning, listPayouts, faults } = fixture
  const { id, reference, totalKobo } = await failedPayout(fixture, bank)
  await morning(2)
  const second = (await listPayouts())[1]!.reference
  await bank.pay(reference)
  await bank.pay(second)
  await settle()
  const paid = await call(getSettlement, { id })
  assert.deepEqual([paid.status, paid.events.filter(({ kind }) => kind === 'paid_late').length], ['success', 1])
  const { amountKobo } = paid
  assert.deepEqual(await reconcileLater(fixture), {
    difference: 0,
    bankKobo: -amountKobo,
    items: [['paid_late', 0, amountKobo]],
  })

  await payByPage()
  await payByPage()
  const next = (await morning(3))!
  assert.deepEqual([next.status, next.figures.adjustmentsKobo, next.amountKobo], ['processing', -totalKobo, amountKobo])
  const sent = [reference, second]
  await bank.pay((await listPayouts()).map((one) => one.reference).find((one) => !sent.includes(one))!)
  await settle()
  assert.deepEqual(await reconcileLater(fixture), { difference: 0, bankKobo: 0, items: [] })
  assert.deepEqual(await faults(), [])

  await bank.sendBack(reference)
  await settle()
  assert.equal((await call(getUnsettled, {})).unsettledKobo, totalKobo)
  assert.deepEqual(await faults(), [])
}
