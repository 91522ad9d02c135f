import assert from 'node:assert/strict'
import { getSettlement, getUnsettled } from '@adire/contract/settlements.ts'
import type { reconciledFixture } from './reconciled-fixture.ts'

interface SentBack {
  /** The processor pays the payout. */
  pay(reference: string): Promise<unknown>
  /** The bank sends it back later. */
  sendBack(reference: string): Promise<unknown>
  /** Whether the event of it is lost, so that only the records of the processor show it. */
  isLost: boolean
}

/** Checks that a payout that comes back after it was paid is settled again, and that the ledger always agrees with the processor. */
export async function assertSettledAgain(
  fixture: Awaited<ReturnType<typeof reconciledFixture>>,
  { pay, sendBack, isLost }: SentBack,
): Promise<void> {
  const { app, call, payByPage, settle, reconcileNow, listItems, balanceOf, morning } = fixture
  const unsettled = async () => (await call(getUnsettled, {})).unsettledKobo
  await fixture.addAccount()
  await payByPage()
  const { id, amountKobo } = (await morning(1))!
  const [{ reference }] = (await fixture.listPayouts()) as [{ reference: string }]
  await pay(reference)
  await settle()
  const paid = await call(getSettlement, { id })
  assert.deepEqual([paid.status, paid.returnedAt, await unsettled()], ['success', null, 0])

  await sendBack(reference)
  await settle()
  app.forward(2 * 3_600_000)
  const found = await reconcileNow()
  assert.deepEqual([found.balance - found.expected, found.open], [0, isLost ? 1 : 0])
  await app.drain()
  const returned = await call(getSettlement, { id })
  assert.deepEqual(
    [returned.status, returned.returnReason, await unsettled()],
    ['success', 'The bank sent the money back', amountKobo + 5_000],
  )
  assert.equal((await reconcileNow()).open, 0)
  assert.deepEqual([await listItems(), await balanceOf('bank')], [[], 0])

  const next = (await morning(2))!
  assert.deepEqual([next.status, next.amountKobo, next.id === id], ['processing', amountKobo, false])
  assert.deepEqual(await fixture.faults(), [])
}
