import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  decideBankDispute,
  getOfficePayment,
  listOfficeDisputes,
  openBankDispute,
  openDisputeEvidence,
} from '@adire/contract/back-office/payments.ts'
import { addEvidence, contestDispute, listDisputes } from '@adire/contract/disputes.ts'
import { openMonnifySimulator } from '../../../testing/monnify/simulator.ts'
import { atEnd } from '../../testing/at-end.ts'
import { monnifySettings } from '../../testing/conformance/monnify-bench.ts'
import { errorWith } from '../../testing/error-with.ts'
import { liveFixture } from '../../testing/live-fixture.ts'
import { samplePdf, testDocument } from '../../testing/onboarding.ts'
import { reconciledFixture } from '../../testing/reconciled-fixture.ts'
import { asStaff, createStaff } from '../../testing/staff.ts'
import { runDisputeCommand } from '../disputes/operator.ts'

/** A payment of NGN 50,000 at Monnify, and a person of the staff who enters disputes. */
async function paidAtMonnify(t: TestContext) {
  let clock = () => new Date()
  const monnify = await openMonnifySimulator({ port: 0, balanceKobo: 0, now: () => clock() })
  atEnd(t, () => monnify.close())
  const fixture = await reconciledFixture(t, 'monnify', { simulator: monnify, settings: monnifySettings(monnify.url) })
  clock = fixture.app.runtime.clock
  const payment = await fixture.payByPage()
  const person = await createStaff(fixture.app, 'finance', 'Finn')
  const finance = asStaff(fixture.app, person)
  const { merchantId } = fixture
  const key = { merchantId, id: payment.id }
  const dispute = async () => (await fixture.call(listDisputes, { paymentId: payment.id })).content
  return { ...fixture, control: monnify.control, payment, person, finance, key, dispute }
}

test('a dispute at Monnify is entered, contested, passed on with its documents, and lost: all three sides agree again', async (t) => {
  const { app, call, control, payment, person, finance, key, dispute, reconcileNow, listItems } = await paidAtMonnify(t)
  const { disputesReportedBy, disputesAnsweredAt } = await finance(getOfficePayment, key)
  assert.deepEqual([disputesReportedBy, disputesAnsweredAt], [null, 'Monnify'])
  const dueOn = new Date(app.runtime.clock().getTime() + 3 * 864e5).toISOString().slice(0, 10)
  const notice = { ...key, reason: 'Not delivered', dueOn }
  await assert.rejects(finance(openBankDispute, { ...notice, dueOn: '2020-01-01' }), { status: 422 })
  await Promise.all([finance(openBankDispute, notice), finance(openBankDispute, notice)])
  const [opened, ...others] = await dispute()
  assert.equal(others.length, 0, 'entered twice at once, it is one')
  assert.equal(opened!.dueAt, new Date(`${dueOn}T22:59:59.999Z`).toISOString())
  await call(addEvidence, {
    id: opened!.id,
    evidenceType: 'receipt',
    document: testDocument('receipt.pdf', samplePdf()),
  })
  await call(contestDispute, { id: opened!.id, message: 'It was handed over and signed for.' })
  const { reference } = opened!
  const [entry] = (await finance(listOfficeDisputes, {})).content
  assert.deepEqual([entry?.reference, entry?.message], [reference, 'It was handed over and signed for.'])

  const { content } = await finance(openDisputeEvidence, { reference })
  assert.deepEqual(
    content.map(({ name }) => name),
    ['receipt.pdf'],
  )
  const load = (cookie?: string) => fetch(`${app.url}${content[0]!.url}`, { headers: cookie ? { cookie } : {} })
  const loaded = await load(`adire_staff=${person.cookieSecret}`)
  assert.deepEqual([loaded.status, loaded.headers.get('content-type')], [200, 'application/pdf'])
  const support = asStaff(app, await createStaff(app, 'support'))
  await assert.rejects(support(openDisputeEvidence, { reference }), errorWith(403, 'permission_missing'))

  control.reverseCharge({ reference: `${payment.reference.replace('_', '-')}.c` })
  app.forward(2 * 3_600_000)
  assert.equal((await reconcileNow()).open, 2, 'it is on the list until it is decided here')
  await finance(decideBankDispute, { reference, decision: 'lost' })
  assert.deepEqual(await reconcileNow(), { balance: -75_000, expected: -75_000, open: 0 })
  assert.deepEqual(await listItems(), [])
})

test('a dispute of a part is followed by another one, of the rest', async (t) => {
  const { call, finance, key, dispute, operator, payment } = await paidAtMonnify(t)
  await finance(openBankDispute, { ...key, reason: 'One of five is missing', amountKobo: 1_000_000 })
  const [first] = await dispute()
  assert.equal(first!.amountKobo, 1_000_000)
  await call(contestDispute, { id: first!.id, message: 'All five were sent and signed for.' })
  await finance(decideBankDispute, { reference: first!.reference, decision: 'lost' })
  const command = (options: object) =>
    runDisputeCommand(operator, ['open', payment.reference], {
      reason: 'The rest, too',
      saveDocuments: undefined,
      ...options,
    })
  assert.equal(await command({ amountKobo: 'much' }), undefined)
  assert.equal(await command({ due: '2999-12-31' }), 0)
  const all = await dispute()
  assert.deepEqual(
    all.map(({ amountKobo, resolution }) => [amountKobo, resolution]),
    [
      [4_000_000, null],
      [1_000_000, 'lost'],
    ],
  )
})

test('a dispute that the processor reports is not entered by hand, where it would keep the reported one out', async (t) => {
  const { app, merchantId, pay, paystack, call } = await liveFixture(t)
  const { charge, payment } = await pay()
  const finance = asStaff(app, await createStaff(app, 'finance'))
  const key = { merchantId, id: payment.id }
  assert.equal((await finance(getOfficePayment, key)).disputesReportedBy, 'Paystack')
  await assert.rejects(
    finance(openBankDispute, { ...key, reason: 'Not delivered' }),
    errorWith(409, 'dispute_at_processor'),
  )
  await paystack.control.openDispute({ reference: charge, message: 'I got nothing' })
  await app.drain()
  assert.equal((await call(listDisputes, { paymentId: payment.id })).content.length, 1)
})
