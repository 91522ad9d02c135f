import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import {
  deleteSplitParty,
  downloadSplitParties,
  downloadSplitPartiesXlsx,
  listSplitParties,
  updateSplit,
} from '@adire/contract/splits.ts'
import { splitFixture } from '../../testing/split-fixture.ts'

test('the file of recipients has what each was paid and owes, also of a deleted recipient', async (t) => {
  const { app, call, link, pay, to, morning, ada, bayo, terms, split, faults } = await splitFixture(t)
  const payment = await pay((await link()).slug)
  await morning(1)
  // The business has other money for the refund, and the recipients have been paid out: they owe their shares.
  to(1, 12)
  await pay((await call(createPaymentLink, { name: 'Own lace', amountKobo: 2_000_000, feeBearer: 'merchant' })).slug)
  await call(requestRefund, { id: payment.id, amountKobo: 1_000_000, reason: 'duplicate' })
  await call(updateSplit, { ...terms, id: split.id, shares: [{ partyId: bayo.id, value: 2_000 }] })
  await call(deleteSplitParty, { id: ada.id })

  const columns = 'recipient,status,account,unsettled,paidOut,owed'
  const heading = '\ufeffRecipient,Status,Account,Not paid out yet (NGN),Paid out (NGN),Owes you (NGN)\r\n'
  const ofAda = 'Ada Farms,Deleted,0000000018,0.00,3000.00,3000.00\r\n'
  const ofBayo = 'Bayo Rides,Active,0000000025,0.00,2000.00,2000.00\r\n'
  const file = (filter: { status?: 'active' | 'archived' | 'all'; search?: string }) =>
    call(downloadSplitParties, { ...filter, columns })
  assert.equal(await file({ status: 'all' }), heading + ofAda + ofBayo)
  assert.equal(await file({}), heading + ofBayo)
  assert.equal(await file({ status: 'archived' }), heading + ofAda)
  assert.equal(await file({ status: 'all', search: 'rides' }), heading + ofBayo)
  assert.ok((await call(downloadSplitPartiesXlsx, { status: 'all' })).size > 0)
  const listed = (await call(listSplitParties, { status: 'all' })).content
  assert.deepEqual(
    listed.map(({ name, status, owedKobo }) => [name, status, owedKobo]),
    [
      ['Ada Farms', 'archived', 300_000],
      ['Bayo Rides', 'active', 200_000],
    ],
  )
  const other = app.as(await app.createUser('Eve'))
  assert.equal(await other.call(downloadSplitParties, { status: 'all', columns }), heading)
  assert.deepEqual(await faults(), [])
})
