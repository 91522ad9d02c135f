import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptDispute, listDisputes } from '@adire/contract/disputes.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import { downloadPartyShares, getPaymentShares, getSplit, updateSplitParty } from '@adire/contract/splits.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { gtbBankId } from '../../testing/settlement-fixture.ts'
import { splitFixture } from '../../testing/split-fixture.ts'
import { openSandboxDispute } from '../disputes/open.ts'

test('a refund deducts from each by its share; what a settled recipient lacks the business advances, and is repaid before the next payout', async (t) => {
  const { call, link, pay, morning, balanceOf, ada, bayo, split, findRecipientSettlement, findRecipient, faults } =
    await splitFixture(t)
  const { slug } = await link()
  const payment = await pay(slug)
  await morning(1)
  assert.deepEqual([(await findRecipient(ada.id)).unsettledKobo, await balanceOf('available')], [0, 0])
  // Another payment, for the merchant alone, so that there is a balance to refund from.
  const { slug: plain } = await link({ splitId: null })
  await pay(plain)
  const reason = 'duplicate' as const
  await call(requestRefund, { id: payment.id, amountKobo: 400_000, reason })
  assert.deepEqual([(await findRecipient(ada.id)).owedKobo, (await findRecipient(bayo.id)).owedKobo], [120_000, 80_000])
  assert.equal(await balanceOf('pending'), 973_125 - 400_000)
  assert.deepEqual(
    (await call(getPaymentShares, { id: payment.id })).content.map(({ returnedKobo }) => returnedKobo),
    [200_000, 120_000, 80_000],
  )
  assert.deepEqual(await faults(), [])
  await pay(slug)
  await morning(2)
  const adaSettlement = (await findRecipientSettlement(ada.id))!
  assert.deepEqual(
    [adaSettlement.amountKobo, adaSettlement.figures.adjustmentsKobo, adaSettlement.figures.differenceKobo],
    [180_000, -120_000, 0],
  )
  assert.deepEqual([(await findRecipient(ada.id)).owedKobo, (await findRecipient(bayo.id)).owedKobo], [0, 0])
  // The amount repaid on the second day is settled with that day's proceeds.
  assert.equal(await balanceOf('pending'), 200_000)
  const merchantSettlement = (await morning(3))!
  assert.deepEqual(
    [
      merchantSettlement.figures.adjustmentsKobo,
      merchantSettlement.amountKobo,
      merchantSettlement.figures.differenceKobo,
    ],
    [200_000, 200_000, 0],
  )
  // The rest is refunded too: each owner has then returned its whole share, including fees.
  await pay(plain)
  await call(requestRefund, { id: payment.id, amountKobo: 600_000, reason })
  assert.deepEqual(
    (await call(getPaymentShares, { id: payment.id })).content.map(({ returnedKobo }) => returnedKobo),
    [500_000, 300_000, 200_000],
  )
  // Totals of two payments, and of both refunds of one of them.
  const { totals } = await call(getSplit, { id: split.id })
  assert.deepEqual(
    totals.map(({ netKobo, returnedKobo }) => [netKobo, returnedKobo]),
    [
      [946_250, 500_000],
      [600_000, 300_000],
      [400_000, 200_000],
    ],
  )
  const file = await call(downloadPartyShares, { id: ada.id })
  assert.match(file, new RegExp(`${payment.reference},Market day,10000.00,3000.00,0.00,3000.00,-3000.00`))
  assert.deepEqual(await faults(), [])
})

test('a dispute holds the part of each; an accepted amount is lost by shares, and the rest is released', async (t) => {
  const { app, call, link, pay, balanceOf, ada, bayo, findRecipient, faults, merchantId } = await splitFixture(t)
  const { slug } = await link()
  const payment = await pay(slug)
  await jobUnitOfWork(app.runtime).write((context) => openSandboxDispute(context, { merchantId, id: payment.id }))
  // The merchant bears the fee: its half minus the fee is held, and NGN 268.75 of the disputed amount is missing.
  assert.deepEqual([await balanceOf('pending'), await balanceOf('reserved')], [0, 973_125])
  assert.deepEqual([(await findRecipient(ada.id)).unsettledKobo, (await findRecipient(bayo.id)).unsettledKobo], [0, 0])
  const [dispute] = (await call(listDisputes, {})).content
  await call(acceptDispute, { id: dispute!.id, amountKobo: 500_000 })
  assert.deepEqual(
    [
      await balanceOf('pending'),
      await balanceOf('reserved'),
      (await findRecipient(ada.id)).unsettledKobo,
      (await findRecipient(bayo.id)).unsettledKobo,
    ],
    [223_125, 0, 150_000, 100_000],
  )
  assert.deepEqual(await faults(), [])
})

test('a returned payout of a recipient goes back to its balance, and is sent to its new account on the next day', async (t) => {
  const { call, link, pay, morning, ada, findRecipientSettlement, findRecipient, faults, confirm, skipDelay } =
    await splitFixture(t)
  const closed = { id: ada.id, name: 'Ada Farms', bankId: gtbBankId, accountNumber: '0000000070' }
  await call(updateSplitParty, closed)
  await skipDelay()
  await pay((await link()).slug)
  await morning(1)
  const failed = (await findRecipientSettlement(ada.id))!
  assert.deepEqual([failed.status, (await findRecipient(ada.id)).unsettledKobo], ['failed', 300_000])
  assert.match(failed.failureMessage ?? '', /back in the balance of Ada Farms.*under Split payments/)
  await confirm()
  await call(updateSplitParty, { ...closed, accountNumber: '0000000018' })
  await skipDelay()
  await morning(2)
  const paid = (await findRecipientSettlement(ada.id))!
  assert.deepEqual([paid.id, paid.status, paid.attempts, paid.amountKobo], [failed.id, 'success', 2, 300_000])
  assert.deepEqual(await faults(), [])
})
