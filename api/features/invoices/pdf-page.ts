import type { FastifyInstance } from 'fastify'
import { problem } from '../../http/problem.ts'
import type { Runtime } from '../../runtime.ts'
import { findInvoice, sheetOf } from './sheet.ts'

/** `GET /pay/invoice/{reference}/pdf`: for whoever may read the invoice, which is whoever has its address. */
export function serveInvoicePdf(app: FastifyInstance, runtime: Runtime): void {
  const { config, database } = runtime
  app.get<{ Params: { reference: string } }>('/pay/invoice/:reference/pdf', async (request, reply) => {
    const found = await database.read((tx) => findInvoice(tx, request.params.reference))
    const sheet = found && sheetOf(config, found.invoice, found.business)
    if (!found || !sheet) throw problem.notFound('invoice')
    // Loaded when the first is asked for: paper and pictures take twenty megabytes.
    const { invoicePdf } = await import('./pdf.ts')
    const pdf = await invoicePdf({
      sheet,
      logo: await logoOf(runtime, found.business.logoFileId),
      url: `${config.publicUrl}/pay/invoice/${sheet.reference}`,
      isTest: found.business.mode === 'TEST',
      brand: config.brand.name,
    })
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${sheet.number}.pdf"`,
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      })
      .send(pdf)
  })
}

/** Logos are kept as WebP, which paper does not know. One that cannot be read is left out. */
async function logoOf({ files }: Runtime, fileId: string | null): Promise<Buffer | undefined> {
  if (!fileId) return undefined
  const picture = await files.get(fileId).catch(() => undefined)
  return picture && (await import('sharp')).default(picture).png().toBuffer()
}
