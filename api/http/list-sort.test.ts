import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCustomer, customerSorts, listCustomers } from '@adire/contract/customers.ts'
import { createSimpleInvoice, invoiceSorts, listInvoices } from '@adire/contract/invoices.ts'
import { createPaymentLink, listPaymentLinks, paymentLinkSorts } from '@adire/contract/payment-links.ts'
import { testApp } from '../testing/app.ts'
import { errorWith } from '../testing/error-with.ts'

test('customers, invoices and links are sorted page by page, both ways, and a cursor of another order is rejected', async (t) => {
  const app = await testApp(t)
  const { call } = app.as(await app.createUser())
  for (const [firstName, lastName] of [
    ['Zainab', 'Sani'],
    ['ada', 'Obi'],
    ['Bola'],
    [],
    ['Ada', 'Obi'],
    ['Ọlá'],
    ['Ɗan'],
  ])
    await call(createCustomer, { email: `c${Math.random()}@example.com`, firstName, lastName })
  for (const [name, kobo, dueOn] of [
    ['Shoes', 300_00, '2099-01-03'],
    ['ankara', 500_00, '2099-01-01'],
    ['Bags', 300_00, '2099-01-02'],
  ] as const) {
    await call(createPaymentLink, { name, amountKobo: kobo })
    await call(createSimpleInvoice, {
      customerName: 'Mercy',
      customerEmail: 'ada@example.com',
      amountKobo: kobo,
      description: name,
      dueOn,
    })
  }
  const pages = async (list: typeof listCustomers, sort: string) => {
    const rows: Record<string, unknown>[] = []
    let cursor: string | undefined
    do {
      const page = await call(list, { limit: 2, sort: sort as '-createdAt', cursor })
      rows.push(...page.content)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return rows
  }
  for (const [list, sorts] of [
    [listCustomers, customerSorts],
    [listInvoices as unknown as typeof listCustomers, invoiceSorts],
    [listPaymentLinks as unknown as typeof listCustomers, paymentLinkSorts],
  ] as const) {
    const newest = await pages(list, '-createdAt')
    const { nextCursor } = await call(list, { limit: 2 })
    for (const sort of sorts.filter((one) => !one.startsWith('-'))) {
      const sorted = await pages(list, sort)
      assert.deepEqual(new Set(sorted.map(({ id }) => id)).size, newest.length, sort)
      assert.deepEqual(await pages(list, `-${sort}`), sorted.toReversed(), sort)
      const rejected = call(list, { limit: 2, sort: sort as 'name', cursor: nextCursor! })
      await assert.rejects(rejected, errorWith(422, 'validation_error', 'cursor'))
    }
  }
  const read = async (list: typeof listCustomers, sort: string, field: string) =>
    (await pages(list, sort)).map((row) => row[field])
  const names = (await read(listCustomers, 'name', 'firstName')).filter((name) => name !== null)
  assert.deepEqual(names, ['ada', 'Ada', 'Bola', 'Ɗan', 'Mercy', 'Ọlá', 'Zainab'])
  assert.equal((await read(listCustomers, '-name', 'firstName'))[0], 'Zainab')
  const invoices = listInvoices as unknown as typeof listCustomers
  assert.deepEqual(await read(invoices, 'dueOn', 'dueOn'), ['2099-01-01', '2099-01-02', '2099-01-03'])
  assert.deepEqual(await read(invoices, '-totalKobo', 'totalKobo'), [500_00, 300_00, 300_00])
  const links = listPaymentLinks as unknown as typeof listCustomers
  assert.deepEqual(await read(links, 'name', 'name'), ['ankara', 'Bags', 'Shoes'])
})
