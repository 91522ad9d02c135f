import assert from 'node:assert/strict'
import type { SentPayment } from '../../connectors/charges.ts'
import type { PostedEvent } from '../../connectors/events.ts'
import { type ConformanceBench, email, requireCapability, type TestAccounts } from './bench.ts'

/** Each event names what to query, and no byte of it can be changed. */
export async function testEvents(
  bench: ConformanceBench,
  newPayment: () => SentPayment,
  newReference: (kind: string) => string,
  { payoutAccount: account }: TestAccounts,
) {
  const events = requireCapability(bench, 'events')
  const byTransfer = newPayment()
  const { accountNumber } = await requireCapability(bench, 'transferAccounts').open({
    ...byTransfer,
    email,
    accountName: 'Ade Stores',
  })
  await bench.transferIn(accountNumber, byTransfer.amountKobo - 100)
  await bench.transferIn(accountNumber, byTransfer.amountKobo)
  const chargeReference = byTransfer.reference
  const refund = { reference: newReference('rfd'), chargeReference, amountKobo: 50_000 }
  await requireCapability(bench, 'refunds').request(refund)
  await bench.endRefund(refund.reference)
  const payout = { reference: newReference('stl'), amountKobo: 200_000, account, narration: 'ADIRE' }
  await requireCapability(bench, 'payouts').send(payout)
  await bench.endPayout(payout.reference)

  const posted = await bench.simulator!.readEvents()
  const subjects = await Promise.all(posted.map(({ body }) => events.read(body.toString())))
  const find = (kind: string) => subjects.find((subject) => subject?.kind === kind)
  assert.equal(find('payment')?.reference, chargeReference)
  assert.equal(find('refund')?.reference, chargeReference)
  assert.equal(find('payout')?.reference, payout.reference)
  const returned = { kind: 'returned', reference: chargeReference, amountKobo: byTransfer.amountKobo - 100 }
  assert.deepEqual(find('returned'), { ...returned, reason: 'INCORRECT_AMOUNT' })
  for (const event of posted) requireUnchanged(events, event)
  for (const body of ['', 'null', '{}', '[1]', '{"event":"x"}', '<xml/>'])
    assert.equal(await events.read(body), undefined)
}

/** Each question before a payout names it, and no byte of it can be changed. */
export async function testTransferApprovals(
  bench: ConformanceBench,
  newReference: (kind: string) => string,
  { payoutAccount: account }: TestAccounts,
) {
  const approvals = requireCapability(bench, 'transferApprovals')
  const payout = { reference: newReference('stl'), amountKobo: 200_000, account, narration: 'ADIRE' }
  assert.equal((await requireCapability(bench, 'payouts').send(payout)).kind, 'pending')
  const [question, ...others] = await bench.readApprovals!()
  assert.equal(others.length, 0)
  requireUnchanged(approvals, question!)
  const { reference, amountKobo } = payout
  assert.deepEqual(approvals.read(question!.body.toString()), { reference, amountKobo })
  for (const body of ['', 'null', '{}', '[1]', '{"reference":1}', '<xml/>'])
    assert.equal(approvals.read(body), undefined)
}

function requireUnchanged(
  { isAuthentic }: { isAuthentic(posted: PostedEvent): boolean },
  { body, headers }: PostedEvent,
): void {
  assert.ok(isAuthentic({ body, headers }))
  assert.ok(!isAuthentic({ body, headers: {} }))
  for (const index of body.keys()) {
    const changed = Buffer.from(body)
    changed[index]! ^= 1
    assert.ok(!isAuthentic({ body: changed, headers }), `byte ${index}`)
  }
}
