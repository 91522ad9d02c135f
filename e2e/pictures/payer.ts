import { startPayment } from '@adire/contract/checkout.ts'
import { getMandate, listMandates } from '@adire/contract/direct-debit.ts'
import { getInvoice, listInvoices } from '@adire/contract/invoices.ts'
import { listPaymentLinks } from '@adire/contract/payment-links.ts'
import { openDemo } from '../support/business.ts'
import type { PictureKind, PictureScreen } from './kind.ts'

const languages = ['en', 'ha', 'yo', 'ig', 'pcm']
const channels = ['card', 'bank_transfer', 'ussd', 'qr', 'bank_account']

/** Payment links, payment methods, invoices and mandates of the demo business, as payers see them; the steps before paying in each language. */
export const payer: PictureKind = {
  states: ['data'],
  async listScreens(url) {
    const { call } = await openDemo(url)
    const [links, invoices, mandates] = await Promise.all([
      call(listPaymentLinks, { limit: 50 }),
      call(listInvoices, { limit: 50 }),
      call(listMandates, { limit: 50 }),
    ])
    const screens: PictureScreen[] = links.content.map(({ slug }) => ({
      name: `payer-link-${slug}`,
      path: `/pay/page/${slug}`,
    }))
    const open = links.content.find(
      ({ amountKobo, closedBecause, plan, quantity, collectPhone, customFields }) =>
        amountKobo !== null && !closedBecause && !plan && !quantity && !collectPhone && customFields.length === 0,
    )
    if (open) {
      const path = `/pay/page/${open.slug}`
      const begun = { slug: open.slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' }
      const { accessCode } = await call(startPayment, begun)
      for (const language of languages) {
        screens.push({ name: `payer-details-${language}`, path: `${path}?lang=${language}` })
        for (const channel of channels)
          screens.push({
            name: `payer-${channel}-${language}`,
            path: `${path}?payment=${accessCode}&way=${channel}&lang=${language}`,
          })
      }
    }
    // One of each status: their pages differ.
    const ofStatus = <Item extends { status: string }>(items: readonly Item[]) =>
      [...new Map(items.map((item) => [item.status, item])).values()].filter(({ status }) => status !== 'draft')
    for (const { id, status } of ofStatus(invoices.content)) {
      const invoice = await call(getInvoice, { id })
      screens.push({ name: `payer-invoice-${status}`, path: new URL(invoice.url).pathname })
    }
    for (const { slug, status } of ofStatus(mandates.content)) {
      const { consentUrl } = await call(getMandate, { id: slug })
      if (consentUrl) screens.push({ name: `payer-mandate-${status}`, path: new URL(consentUrl).pathname })
    }
    return [...screens, { name: 'payer-not-found', path: '/pay/page/no-such-page' }]
  },
}

/** The same pages in a browser that runs no script. */
export const payerWithoutScript: PictureKind = {
  states: ['data'],
  withoutScript: true,
  listScreens: async (url, state) =>
    (await payer.listScreens(url, state)).map(({ name, path }) => ({ name: `no-script-${name}`, path })),
}
