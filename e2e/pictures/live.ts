import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCardPage, startPayment } from '@adire/contract/checkout.ts'
import { createCustomer } from '@adire/contract/customers.ts'
import { createMandate } from '@adire/contract/direct-debit.ts'
import { createSimpleInvoice, sendInvoice } from '@adire/contract/invoices.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { createPlan } from '@adire/contract/plans.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import { findDetailsOf } from '../support/details.ts'
import { type LiveProduct, openLiveProduct } from '../support/live-product.ts'
import type { PictureKind } from './kind.ts'
import { merchantScreens } from './merchant.ts'

const payers = [
  ['Ngozi Eze', 'ngozi.eze@example.com', 'Ankara two-piece', 3_850_000],
  ['Ibrahim Bello', 'ibrahim.bello@example.com', 'Lace in gold', 12_500_000],
  ['Fúnmiláyọ̀ Adébáyọ̀', 'funmi.adebayo@example.com', 'Gele, tied', 750_000],
  ['Chidi Okonkwo', 'chidi.okonkwo@example.com', 'Ankara two-piece', 3_850_000],
  ['Aisha Yusuf', 'aisha.yusuf@example.com', 'Lace in gold', 12_500_000],
  ['Efe Igho', 'efe.igho@example.com', 'Gele, tied', 750_000],
] as const

let product: LiveProduct | undefined

/** The dashboard of a live business, on a product and with a simulator of Paystack of its own, after a day of payments and a payout. */
export const live: PictureKind = {
  states: ['data', 'loading', 'error', 'long'],
  framePath: '/add-business',
  async open() {
    process.env.E2E_DATA_DIR ??= await mkdtemp(join(tmpdir(), 'adire-pictures-'))
    product = await openLiveProduct()
    await tradeForADay(product)
    return { url: product.url, close: product.close }
  },
  async listScreens() {
    const screens = merchantScreens(await findDetailsOf(product!))
    return screens.map(({ name, path }) => ({ name: `live-${name}`, path }))
  },
  async signIn(page) {
    // The browser's clock is that of the product.
    await page.clock.setFixedTime(new Date(`${await product!.act<string>('day', { day: 1 })}T11:00:00+01:00`))
    await product!.signIn(page)
  },
}

async function tradeForADay({ call, act, control }: LiveProduct) {
  const links = new Map<string, string>()
  for (const [, , name, amountKobo] of payers)
    if (!links.has(name)) links.set(name, (await call(createPaymentLink, { name, amountKobo })).slug)
  const charges: string[] = []
  for (const [name, email, link] of payers) {
    const { accessCode, reference } = await call(startPayment, {
      slug: links.get(link)!,
      checkoutId: crypto.randomUUID(),
      email,
      name,
    })
    await call(openCardPage, { accessCode })
    const charge = `${reference.replace('_', '-')}.c`
    await control('decide-on-page', { reference: charge, decision: name === 'Efe Igho' ? 'declined' : 'success' })
    charges.push(charge)
  }
  const { content } = await call(listPayments, { search: 'chidi.okonkwo@example.com' })
  await call(requestRefund, { id: content[0]!.id, amountKobo: 500_000, reason: 'requested_by_customer' })
  await control('open-dispute', { reference: charges[1], message: 'The lace never arrived.' })
  await call(createCustomer, { email: 'amaka.obi@example.com', firstName: 'Amaka', lastName: 'Obi' })
  const dueOn = await act<string>('day', { day: 14 })
  const invoice = await call(createSimpleInvoice, {
    customerEmail: 'amaka.obi@example.com',
    customerName: 'Amaka Obi',
    description: 'Aṣọ-òkè for six bridesmaids',
    amountKobo: 42_000_000,
    dueOn,
  })
  await call(sendInvoice, { id: invoice.id })
  await call(createPlan, { name: 'Fabric of the month', amountKobo: 1_500_000, interval: 'monthly' })
  await call(createMandate, {
    customerEmail: 'efe.igho@example.com',
    customerName: 'Efe Igho',
    bankId: 8,
    accountNumber: '0000000018',
    kind: 'variable',
    amountKobo: 1_000_000,
    startOn: await act<string>('day', { day: 1 }),
    narration: 'Rent of the shop',
  })
  await act('add-account')
  await act('morning', { day: 1 })
}
