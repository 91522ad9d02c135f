import { registrationLine } from '@adire/contract/business-lines.ts'
import type { ReceiptSheet, Renderer } from '@adire/contract/checkout-page-props.ts'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { ApiConfig } from '../../config.ts'
import type { Tx } from '../../database/connect.ts'
import { builtPages, sendPage } from '../../http/hosted-page.ts'
import { toNetwork } from '../../http/network.ts'
import { sendPrint } from '../../http/print.ts'
import { problem } from '../../http/problem.ts'
import type { Runtime } from '../../runtime.ts'
import { logoUrl } from '../merchants/logo-url.ts'
import { readLogo } from '../merchants/read-logo.ts'
import type { merchants } from '../merchants/tables.ts'
import { merchantsOfAccessCodes } from '../payments/move.ts'
import { paidPayment, receiptRows, receiptUrl } from '../payments/receipt.ts'
import type { ReceiptPdfData } from '../payments/receipt-pdf.ts'
import { payments } from '../payments/tables.ts'
import { findRefundOfReceipt, refundReceiptUrl, refundRows } from '../refunds/receipt.ts'

interface ReceiptParams {
  accessCode: string
  /** Reference of a refund of the payment, for its receipt. */
  refund?: string
}

interface ReceiptRoute {
  Params: ReceiptParams
}

type Business = typeof merchants.$inferSelect

/**
 * Routes of receipts: `/pay/receipt/{accessCode}`, `/pay/receipt/{accessCode}/refunds/{reference}`, and the PDF of each, `…/pdf`. No
 * sign-in: the secret of the payment is in the URL. There is a receipt only for what was paid or refunded, and none for a card check.
 */
export function receiptPages(app: FastifyInstance, runtime: Runtime): void {
  const { brand } = runtime.config
  const built = builtPages<Renderer>('checkout')
  for (const path of ['/pay/receipt/:accessCode', '/pay/receipt/:accessCode/refunds/:refund']) {
    app.get<ReceiptRoute>(path, async ({ params }, reply) => {
      const [{ renderer, assets }, found] = await Promise.all([built(), findReceipt(runtime, params)])
      const html = renderer.renderReceipt({ brand, receipt: found?.receipt ?? null }, assets)
      return sendPage(reply.code(found ? 200 : 404), html)
    })
    app.get<ReceiptRoute>(`${path}/pdf`, async (request, reply) => {
      const found = await findReceipt(runtime, request.params)
      if (!found) throw problem.notFound(request.params.refund === undefined ? 'payment' : 'refund')
      const { receipt, business } = found
      const logo = await readLogo(runtime, business.logoFileId)
      const data: ReceiptPdfData = { receipt, logo, brand: brand.name }
      const owners = [`merchant:${business.id}`, `address:${toNetwork(request.ip)}`]
      reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
      return sendPrint(request, reply, runtime.media.print(owners, 'receipt', data), `receipt-${receipt.reference}.pdf`)
    })
  }
}

/** The receipt at an address, with its business; undefined if there is none. */
const findReceipt = ({ database, config }: Runtime, { accessCode, refund }: ReceiptParams) =>
  database.read(async (tx) => {
    const found =
      refund === undefined
        ? await paymentPart(tx, config, accessCode)
        : await refundPart(tx, config, accessCode, refund)
    if (!found) return undefined
    const { business, ...part } = found
    const receipt: ReceiptSheet = {
      ...part,
      business: businessPart(config, business),
      isTest: business.mode === 'TEST',
    }
    return { receipt, business }
  })

async function paymentPart(tx: Tx, config: ApiConfig, accessCode: string) {
  const payment = await merchantsOfAccessCodes.findByName(tx, accessCode, (merchantId) =>
    tx
      .select({ merchantId: payments.merchantId, paymentId: payments.id })
      .from(payments)
      .where(
        and(
          eq(payments.merchantId, merchantId),
          eq(payments.accessCode, accessCode),
          isNotNull(payments.paidAt),
          eq(payments.isCardCheck, false),
        ),
      ),
  )
  const paid = payment && (await paidPayment(tx, config, payment))
  if (!paid) return undefined
  const { business } = paid
  const { reference, amountKobo, paidAt } = paid.payment
  return {
    of: 'payment' as const,
    business,
    amountKobo,
    reference,
    at: paidAt!.toISOString(),
    rows: receiptRows(business.businessName, paid),
    pdfUrl: `${receiptUrl(config, { accessCode })}/pdf`,
  }
}

async function refundPart(tx: Tx, config: ApiConfig, accessCode: string, reference: string) {
  const found = await findRefundOfReceipt(tx, accessCode, reference)
  if (!found) return undefined
  const { refund, payment, business } = found
  return {
    of: 'refund' as const,
    business,
    amountKobo: refund.amountKobo,
    reference,
    at: refund.processedAt!.toISOString(),
    rows: refundRows(business.businessName, found),
    pdfUrl: `${refundReceiptUrl(config, payment, refund)}/pdf`,
  }
}

const businessPart = (config: ApiConfig, business: Business): ReceiptSheet['business'] => ({
  name: business.businessName,
  logoUrl: logoUrl(config, business.logoFileId),
  brandColor: business.brandColor,
  email: business.supportEmail ?? business.businessEmail,
  registration: registrationLine(business),
})
