import type { TestContext } from 'node:test'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import type { EndpointInput } from '@adire/contract/endpoint.ts'
import { type createInvoice, createSimpleInvoice, sendInvoice } from '@adire/contract/invoices.ts'
import type { Invoice } from '@adire/contract/invoices-schemas.ts'
import { addDays, lagosDay } from '../lagos.ts'
import { testApp } from './app.ts'

export const card = { number: '4084084084084081', cvv: '408', expiryMonth: 12, expiryYear: 2035 }
export const today = () => lagosDay(new Date())

/** A business with calls that create, send and pay its invoices. */
export async function invoiceFixture(t: TestContext) {
  const app = await testApp(t)
  const user = await app.createUser()
  const { call } = app.as(user)
  const simple = (given: Partial<EndpointInput<typeof createSimpleInvoice>> = {}) =>
    call(createSimpleInvoice, {
      customerEmail: 'ada@example.com',
      customerName: 'Ada Obi',
      description: 'Bridal fitting',
      amountKobo: 1_000_000,
      dueOn: addDays(today(), 14),
      ...given,
    })
  const sent = async (given: Partial<EndpointInput<typeof createSimpleInvoice>> = {}) => {
    const { id } = await simple(given)
    return call(sendInvoice, { id })
  }
  const start = (invoice: Invoice, amountKobo?: number, email = 'ada@example.com') => {
    const slug = invoice.url.split('/').at(-1)!
    return app
      .asNobody()
      .call(startPayment, { slug, checkoutId: crypto.randomUUID(), email, ...(amountKobo && { amountKobo }) })
  }
  const pay = async (invoice: Invoice, amountKobo?: number, email?: string) => {
    const { accessCode } = await start(invoice, amountKobo, email)
    return app.asNobody().call(payByCard, { accessCode, ...card })
  }
  return { app, user, call, simple, sent, start, pay }
}

export const invoiceInput = (given: object = {}): EndpointInput<typeof createInvoice> => ({
  customerEmail: 'bola@example.com',
  lines: [
    { description: 'Aso-oke', quantity: 2.5, unitPriceKobo: 1_000_000 },
    { description: 'Sewing', quantity: 1, unitPriceKobo: 500_000 },
  ],
  discount: { kind: 'percent', basisPoints: 1_000 },
  taxBasisPoints: 750,
  dueOn: addDays(today(), 7),
  ...given,
})
