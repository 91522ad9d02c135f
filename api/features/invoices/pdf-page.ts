import type { FastifyInstance } from 'fastify'
import { toNetwork } from '../../http/network.ts'
import { sendPrint } from '../../http/print.ts'
import { problem } from '../../http/problem.ts'
import type { Runtime } from '../../runtime.ts'
import { readLogo } from '../merchants/read-logo.ts'
import type { InvoicePdfData } from './pdf.ts'
import { buildSheet, findInvoice } from './sheet.ts'

/** Route `GET /pay/invoice/{reference}/pdf`. No sign-in: anyone who has the reference may read the invoice. */
export function serveInvoicePdf(app: FastifyInstance, runtime: Runtime): void {
  const { config, database } = runtime
  app.get<{ Params: { reference: string } }>('/pay/invoice/:reference/pdf', async (request, reply) => {
    const found = await database.read((tx) => findInvoice(tx, request.params.reference))
    const sheet = found && buildSheet(config, found.invoice, found.business)
    if (!found || !sheet) throw problem.notFound('invoice')
    const data: InvoicePdfData = {
      sheet,
      logo: await readLogo(runtime, found.business.logoFileId),
      url: `${config.publicUrl}/pay/invoice/${sheet.reference}`,
      brandColor: found.business.brandColor,
      isTest: found.business.mode === 'TEST',
      brand: config.brand.name,
    }
    const owners = [`merchant:${found.business.id}`, `address:${toNetwork(request.ip)}`]
    reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
    return sendPrint(
      request,
      reply,
      runtime.media.print(owners, 'invoice', data),
      `${sheet.number.replaceAll('/', '-')}.pdf`,
    )
  })
}
