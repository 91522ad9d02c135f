import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import { initialiseCharge } from '@adire/contract/charges.ts'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { createInvoice, sendInvoice } from '@adire/contract/invoices.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { createPaymentLink, updatePaymentLink } from '@adire/contract/payment-links.ts'
import { getPayment, listPayments } from '@adire/contract/payments.ts'
import { downloadSettlementPostings, listSettlementLines, listSettlements } from '@adire/contract/settlements.ts'
import {
  createSplit,
  createSplitParty,
  deleteSplit,
  deleteSplitParty,
  downloadPartyShares,
  getSplit,
  listSplitParties,
  listSplitPayments,
  listSplits,
  updateSplit,
} from '@adire/contract/splits.ts'
import { errorWith } from '../../testing/error-with.ts'
import { gtbBankId, testCards } from '../../testing/settlement-fixture.ts'
import { splitFixture } from '../../testing/split-fixture.ts'
import { createSecretKeyFor } from '../../testing/users.ts'
import { sendWhileLocked } from '../../testing/while-locked.ts'

test('a payment of a link is shared to the kobo, and everyone is settled on the next working day to their own account [S2.4-08] [S7.4-01]', async (t) => {
  const {
    call,
    link,
    pay,
    nets,
    morning,
    balanceOf,
    ada,
    bayo,
    split,
    findRecipientSettlement,
    findRecipient,
    faults,
    day,
  } = await splitFixture(t)
  const { slug } = await link()
  const payment = await pay(slug)
  // NGN 10,000.00, of which fee and VAT are NGN 268.75.
  assert.deepEqual(await nets(payment.id), [500_000 - 26_875, 300_000, 200_000])
  assert.deepEqual(
    [
      await balanceOf('pending'),
      (await findRecipient(ada.id)).unsettledKobo,
      (await findRecipient(bayo.id)).unsettledKobo,
    ],
    [473_125, 300_000, 200_000],
  )
  const merchantSettlement = (await morning(1))!
  assert.deepEqual(
    [merchantSettlement.party, merchantSettlement.status, merchantSettlement.amountKobo],
    [null, 'success', 473_125],
  )
  assert.deepEqual(
    [
      merchantSettlement.figures.grossKobo,
      merchantSettlement.figures.feesKobo,
      merchantSettlement.figures.vatKobo,
      merchantSettlement.figures.sharesKobo,
      merchantSettlement.figures.differenceKobo,
    ],
    [1_000_000, -25_000, -1_875, -500_000, 0],
  )
  const adaSettlement = (await findRecipientSettlement(ada.id))!
  assert.deepEqual(
    [adaSettlement.party, adaSettlement.status, adaSettlement.amountKobo],
    [{ id: ada.id, name: 'Ada Farms' }, 'success', 300_000],
  )
  assert.deepEqual(
    [adaSettlement.account?.accountNumber, adaSettlement.account?.accountName],
    ['0000000018', 'ADA TEST OBI'],
  )
  assert.deepEqual(
    [adaSettlement.figures.grossKobo, adaSettlement.figures.feesKobo, adaSettlement.figures.differenceKobo],
    [300_000, 0, 0],
  )
  const bayoSettlement = (await findRecipientSettlement(bayo.id))!
  assert.deepEqual(
    [bayoSettlement.amountKobo, bayoSettlement.account?.accountNumber, bayoSettlement.dueOn],
    [200_000, '0000000025', day(1)],
  )
  // The merchant's list contains only its own settlements, and the payment refers to one of them.
  assert.deepEqual(
    (await call(listSettlements, {})).content.map(({ id }) => id),
    [merchantSettlement.id],
  )
  assert.equal((await call(getPayment, { id: payment.id })).settlement?.id, merchantSettlement.id)
  const lines = await call(listSettlementLines, { settlementId: adaSettlement.id })
  assert.deepEqual(
    lines.content.map(({ type, amountKobo }) => [type, amountKobo]),
    [['payment', 300_000]],
  )
  assert.match(await call(downloadSettlementPostings, { id: adaSettlement.id }), /Ada Farms,pending,3000\.00\r/)
  const detail = await call(getSplit, { id: split.id })
  assert.deepEqual(
    detail.totals.map(({ name, netKobo }) => [name, netKobo]),
    [
      ['Tola Stores', 473_125],
      ['Ada Farms', 300_000],
      ['Bayo Rides', 200_000],
    ],
  )
  assert.deepEqual([detail.payments, detail.collectedKobo, detail.links], [1, 1_000_000, 1])
  assert.equal((await call(listSplitPayments, { id: split.id })).content[0]?.shares.length, 3)
  const file = await call(downloadPartyShares, { id: ada.id })
  assert.match(file, new RegExp(`${payment.reference},Market day,10000.00,3000.00,0.00,3000.00,0.00`))
  assert.equal((await findRecipient(ada.id)).paidKobo, 300_000)
  assert.deepEqual(await faults(), [])
})

test('a payment keeps the shares it started with; changes apply to later payments, and the type cannot change', async (t) => {
  const { app, call, link, pay, nets, terms, split, ada } = await splitFixture(t)
  const { slug } = await link()
  const payer = app.asNobody()
  const begun = await payer.call(startPayment, { slug, checkoutId: crypto.randomUUID(), email: 'ola@example.com' })
  const one = {
    ...terms,
    feeBearer: 'party' as const,
    bearerPartyId: ada.id,
    shares: [{ partyId: ada.id, value: 1_000 }],
  }
  // Nothing was shared yet: the type can be changed, and changed back.
  assert.equal(
    (await call(updateSplit, { id: split.id, ...one, type: 'flat', shares: [{ partyId: ada.id, value: 50_000 }] }))
      .type,
    'flat',
  )
  await call(updateSplit, { id: split.id, ...one })
  await payer.call(payByCard, { accessCode: begun.accessCode, ...testCards.plain })
  const first = (await call(listPayments, { search: begun.reference })).content[0]!
  assert.deepEqual(await nets(first.id), [473_125, 300_000, 200_000])
  assert.deepEqual(await nets((await pay(slug)).id), [900_000, 100_000 - 26_875])
  assert.match((await call(getSplit, { id: split.id })).typeLockedFor ?? '', /Payments were shared by this split/)
  await assert.rejects(
    call(updateSplit, { id: split.id, ...terms, type: 'flat' }),
    errorWith(422, 'split_type_locked', 'type'),
  )
  const log = (await call(listAuditEvents, {})).content.map(({ action }) => action)
  assert.equal(log[0], 'split.updated')
})

test('fixed shares above a chosen amount are cut in proportion; a fixed price below them is rejected', async (t) => {
  const { call, link, pay, nets, ada, bayo, faults } = await splitFixture(t)
  const shares = [
    { partyId: ada.id, value: 200_000 },
    { partyId: bayo.id, value: 100_000 },
  ]
  const flat = await call(createSplit, { name: 'Fixed', type: 'flat', feeBearer: 'everyone', shares })
  assert.equal(flat.ownBps, null)
  await assert.rejects(link({ splitId: flat.id, amountKobo: 299_999 }), errorWith(422, 'validation_error', 'splitId'))
  const open = await link({ splitId: flat.id, amountKobo: undefined })
  await assert.rejects(
    call(updatePaymentLink, { id: open.id, name: open.name, amountKobo: 150_000 }),
    errorWith(422, 'validation_error', 'splitId'),
  )
  // NGN 200.00, of which fee and VAT are NGN 3.23: shares of two to one.
  assert.deepEqual(await nets((await pay(open.slug, 'plain', 20_000)).id), [0, 13_333 - 215, 6_667 - 108])
  assert.deepEqual(await nets((await pay(open.slug, 'plain', 300_000)).id), [0, 200_000 - 10_392, 100_000 - 5_196])
  assert.deepEqual(await faults(), [])
})

test('invoices and charges of the API can be split too; a plan cannot, nor can a split of another business be used', async (t) => {
  const { app, call, split, nets, day } = await splitFixture(t)
  const payer = app.asNobody()
  const invoice = await call(createInvoice, {
    customerEmail: 'ola@example.com',
    lines: [{ description: 'Lace', quantity: 1, unitPriceKobo: 500_000 }],
    dueOn: day(20),
    splitId: split.id,
  })
  assert.equal(invoice.splitId, split.id)
  const { url } = await call(sendInvoice, { id: invoice.id })
  const begun = await payer.call(startPayment, {
    slug: url.split('/').at(-1)!,
    checkoutId: crypto.randomUUID(),
    email: 'ola@example.com',
  })
  await payer.call(payByCard, { accessCode: begun.accessCode, ...testCards.plain })
  const [paid] = (await call(listPayments, { search: begun.reference })).content
  assert.deepEqual(await nets(paid!.id), [250_000 - 18_813, 150_000, 100_000])
  const charge = await call(initialiseCharge, { amountKobo: 500_000, email: 'ola@example.com', splitId: split.id })
  assert.equal(charge.splitId, split.id)
  const other = app.as(await app.createUser('Bola'))
  const theirs = errorWith(422, 'validation_error', 'splitId')
  await assert.rejects(other.call(createPaymentLink, { name: 'Mine', splitId: split.id }), theirs)
  await assert.rejects(
    other.call(initialiseCharge, { amountKobo: 500_000, email: 'a@b.co', splitId: split.id }),
    theirs,
  )
  await assert.rejects(other.call(getSplit, { id: split.id }), errorWith(404, 'split_not_found'))
})

test('bank accounts of recipients are checked by account enquiry; recipients and splits in use are archived; a secret key cannot add a recipient', async (t) => {
  const { app, call, user, ada, bayo, split, terms, link, pay } = await splitFixture(t)
  const notices = (await call(listNotifications, { category: 'account' })).content
  assert.equal(notices.filter(({ title }) => title === 'A split recipient was added').length, 2)
  const account = { name: 'Nobody', bankId: gtbBankId, accountNumber: '0000000019' }
  await assert.rejects(call(createSplitParty, account), errorWith(422, 'account_unknown', 'accountNumber'))
  const short = { ...account, accountNumber: '123456789' }
  await assert.rejects(call(createSplitParty, short), errorWith(400, 'validation_error', 'accountNumber'))
  const bad = (shares: object[], code = 'shares_do_not_fit', given: object = {}) =>
    assert.rejects(call(createSplit, { ...terms, ...given, shares } as never), errorWith(422, code, 'shares'))
  await bad([{ partyId: ada.id, value: 10_001 }])
  await bad([
    { partyId: ada.id, value: 5_000 },
    { partyId: ada.id, value: 1_000 },
  ])
  await bad([{ partyId: crypto.randomUUID(), value: 10 }], 'validation_error')
  await bad([{ partyId: ada.id, value: 10 }], 'shares_do_not_fit', { feeBearer: 'party', bearerPartyId: bayo.id })

  const key = await createSecretKeyFor(app, user)
  const response = await fetch(`${app.url}/test/core/split-parties`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'one' },
    body: JSON.stringify({ ...account, accountNumber: '0000000018' }),
  })
  assert.ok(response.status === 401 || response.status === 403)

  await assert.rejects(call(deleteSplitParty, { id: ada.id }), errorWith(409, 'party_in_use'))
  const unused = await call(createSplit, { ...terms, name: 'Unused' })
  await call(deleteSplit, { id: unused.id })
  assert.equal((await call(listSplits, { status: 'archived' })).totalElements, 0)
  const { slug, id } = await link()
  await call(deleteSplit, { id: split.id })
  assert.deepEqual(
    (await call(listSplits, { status: 'archived' })).content.map(({ name }) => name),
    ['Market day'],
  )
  await assert.rejects(link(), errorWith(422, 'validation_error', 'splitId'))
  await assert.rejects(call(updateSplit, { id: split.id, ...terms }), errorWith(409, 'split_archived'))
  // Links that use it keep it, also when another field is changed.
  await call(updatePaymentLink, { id, name: 'Another name', amountKobo: 1_000_000, splitId: split.id })
  await pay(slug)
  await call(deleteSplitParty, { id: ada.id })
  const recipients = await call(listSplitParties, { status: 'archived' })
  assert.deepEqual(
    recipients.content.map(({ name, unsettledKobo }) => [name, unsettledKobo]),
    [['Ada Farms', 300_000]],
  )
})

test('a split that is deleted while a link, an invoice or a charge chooses it is archived, so that no recipient loses a share', async (t) => {
  const { app, call, day, terms, link } = await splitFixture(t)
  const lines = [{ description: 'Lace', quantity: 1, unitPriceKobo: 1_000_000 }]
  const uses: Record<string, (splitId: string) => Promise<unknown>> = {
    payment_links: (splitId) => link({ splitId }),
    invoices: (splitId) => call(createInvoice, { customerEmail: 'ada@example.com', lines, dueOn: day(7), splitId }),
    charges: (splitId) => call(initialiseCharge, { amountKobo: 1_000_000, email: 'ada@example.com', splitId }),
  }
  for (const [table, use] of Object.entries(uses)) {
    const { id } = await call(createSplit, { ...terms, name: `Split of ${table}` })
    const [used, deleted] = await sendWhileLocked<unknown>(app, `lock table ${table} in share mode`, [
      () => use(id),
      () => call(deleteSplit, { id }),
    ])
    assert.deepEqual([used?.status, deleted?.status], ['fulfilled', 'fulfilled'], table)
    assert.equal((await call(getSplit, { id })).status, 'archived', table)
  }
})
