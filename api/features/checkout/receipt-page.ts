import type { ReceiptSheet, Renderer } from '@adire/contract/checkout-page-props.ts'
import { registrationLine } from '@adire/contract/merchants.ts'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { builtPages, sendPage } from '../../http/hosted-page.ts'
import { toNetwork } from '../../http/network.ts'
import { sendPrint } from '../../http/print.ts'
import { problem } from '../../http/problem.ts'
import type { Runtime } from '../../runtime.ts'
import { logoUrl } from '../merchants/logo-url.ts'
import { readLogo } from '../merchants/read-logo.ts'
import { paidPayment, receiptRows, receiptUrl } from '../payments/receipt.ts'
import type { ReceiptPdfData } from '../payments/receipt-pdf.ts'
import { payments } from '../payments/tables.ts'

interface ReceiptRoute {
  Params: { accessCode: string }
}

/**
 * Routes of receipts, `/pay/receipt/{accessCode}` and its PDF. No sign-in: the secret of the payment is in the URL. There is a
 * receipt only for what was paid, and none for a card check.
 */
export function receiptPages(app: FastifyInstance, runtime: Runtime): void {
  const { brand } = runtime.config
  const built = builtPages<Renderer>('checkout')
  app.get<ReceiptRoute>('/pay/receipt/:accessCode', async ({ params }, reply) => {
    const [{ renderer, assets }, found] = await Promise.all([built(), findReceipt(runtime, params.accessCode)])
    const html = renderer.renderReceipt({ brand, receipt: found?.receipt ?? null }, assets)
    return sendPage(reply.code(found ? 200 : 404), html)
  })
  app.get<ReceiptRoute>('/pay/receipt/:accessCode/pdf', async (request, reply) => {
    const found = await findReceipt(runtime, request.params.accessCode)
    if (!found) throw problem.notFound('payment')
    const { receipt, business } = found
    const logo = await readLogo(runtime, business.logoFileId)
    const data: ReceiptPdfData = { receipt, logo, brand: brand.name }
    const owners = [`merchant:${business.id}`, `address:${toNetwork(request.ip)}`]
    reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
    return sendPrint(request, reply, runtime.media.print(owners, 'receipt', data), `receipt-${receipt.reference}.pdf`)
  })
}

/** Receipt of the paid payment with this access code, with its business; undefined if there is none. */
const findReceipt = ({ database, config }: Runtime, accessCode: string) =>
  database.read(async (tx) => {
    const [payment] = await tx
      .select({ merchantId: payments.merchantId, paymentId: payments.id })
      .from(payments)
      .where(and(eq(payments.accessCode, accessCode), isNotNull(payments.paidAt), eq(payments.isCardCheck, false)))
    const paid = payment && (await paidPayment(tx, config, payment))
    if (!paid) return undefined
    const { business } = paid
    const { businessName: name } = business
    const email = business.supportEmail ?? business.businessEmail
    const { reference, amountKobo, paidAt } = paid.payment
    const receipt: ReceiptSheet = {
      business: {
        name,
        logoUrl: logoUrl(config, business.logoFileId),
        brandColor: business.brandColor,
        email,
        registration: registrationLine(business),
      },
      isTest: business.mode === 'TEST',
      amountKobo,
      reference,
      paidAt: paidAt!.toISOString(),
      rows: receiptRows(name, paid),
      pdfUrl: `${receiptUrl(config, { accessCode })}/pdf`,
    }
    return { receipt, business }
  })
