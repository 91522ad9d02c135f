import type { FastifyInstance } from 'fastify'
import { networkOf } from '../../http/network.ts'
import { sendPrint } from '../../http/print.ts'
import { problem } from '../../http/problem.ts'
import type { Runtime } from '../../runtime.ts'
import type { PdfFacts } from './pdf.ts'
import { findInvoice, sheetOf } from './sheet.ts'

/** `GET /pay/invoice/{reference}/pdf`: for whoever may read the invoice, which is whoever has its address. */
export function serveInvoicePdf(app: FastifyInstance, runtime: Runtime): void {
  const { config, database } = runtime
  app.get<{ Params: { reference: string } }>('/pay/invoice/:reference/pdf', async (request, reply) => {
    const found = await database.read((tx) => findInvoice(tx, request.params.reference))
    const sheet = found && sheetOf(config, found.invoice, found.business)
    if (!found || !sheet) throw problem.notFound('invoice')
    const facts: PdfFacts = {
      sheet,
      logo: await logoOf(runtime, found.business.logoFileId),
      url: `${config.publicUrl}/pay/invoice/${sheet.reference}`,
      isTest: found.business.mode === 'TEST',
      brand: config.brand.name,
    }
    const owners = [`merchant:${found.business.id}`, `address:${networkOf(request.ip)}`]
    reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
    return sendPrint(request, reply, runtime.media.print(owners, 'invoice', facts), `${sheet.number}.pdf`)
  })
}

/** One that cannot be read is left out. */
async function logoOf({ files }: Runtime, fileId: string | null): Promise<Buffer | undefined> {
  return fileId ? await files.get(fileId).catch(() => undefined) : undefined
}
