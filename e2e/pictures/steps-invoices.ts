import { cancelInvoice, createInvoice, recordInvoicePayment, sendInvoice } from '@adire/contract/invoices.ts'
import type { Business } from '../support/business.ts'
import * as checkout from '../support/checkout.ts'
import { lagosDay } from '../support/clock.ts'
import type { PictureScreen } from './kind.ts'
import { longTexts } from './steps-texts.ts'

const lines = [
  { description: 'Ankara cloth, six yards', quantity: 3, unitPriceKobo: 1_250_000 },
  { description: 'Sewing', quantity: 1.5, unitPriceKobo: 800_000 },
]

async function sendNewInvoice(business: Business, fields: object = {}) {
  const { id } = await business.call(createInvoice, {
    customerEmail: 'ada@example.com',
    customerName: 'Ada Obi',
    lines,
    dueOn: lagosDay(7),
    taxBasisPoints: 750,
    discount: { kind: 'amount', amountKobo: 50_000 },
    note: 'Thank you. Please pay before we cut the cloth.',
    partPayment: true,
    ...fields,
  } as never)
  const { url } = await business.call(sendInvoice, { id })
  return { id, path: new URL(url).pathname }
}

/** Invoices in each state, and one of several pages. */
export async function invoiceSteps(sade: Business, large: Business): Promise<PictureScreen[]> {
  const open = await sendNewInvoice(sade)
  const part = await sendNewInvoice(sade)
  const byCash = { amountKobo: 1_000_000, method: 'cash', paidOn: lagosDay(0) }
  await sade.call(recordInvoicePayment, { id: part.id, ...byCash } as never)
  const cancelled = await sendNewInvoice(sade)
  await sade.call(cancelInvoice, { id: cancelled.id })
  const long = await sendNewInvoice(large, {
    customerName: longTexts.person,
    customerEmail: longTexts.email,
    lines: Array.from({ length: 22 }, (_, index) => ({
      description: index % 5 ? `Item ${index}: Ankara cloth` : `${longTexts.line}, number ${index}`,
      quantity: index + 1,
      unitPriceKobo: 12_345_678,
    })),
    note: longTexts.description,
  })
  return [
    { name: 'invoice-open', path: open.path },
    { name: 'invoice-part', path: part.path },
    { name: 'invoice-cancelled', path: cancelled.path },
    { name: 'invoice-long', path: long.path },
    {
      name: 'invoice-paid',
      path: '/pay/page/nothing-here',
      async walk(page, look) {
        const { path } = await sendNewInvoice(sade)
        await page.goto(path)
        await checkout.waitForHydration(page)
        await page.getByRole('button', { name: /^Continue/ }).click()
        await page.getByText('How would you like to pay?').waitFor()
        await look('methods')
        await checkout.payWith(page, checkout.testCards.good)
        await checkout.receivedHeading(page).waitFor()
        await look('received')
        await page.goto(path)
        await look('again')
      },
    },
  ]
}
