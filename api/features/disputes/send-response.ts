import { evidenceNames } from '@adire/contract/disputes.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { Context } from '../../context.ts'
import { files } from '../../files/tables.ts'
import type { JobUnitOfWork } from '../../jobs/job-handler.ts'
import { merchants } from '../merchants/tables.ts'
import { applyDisputeState, returnResponse } from './apply-state.ts'
import { type DisputeKey, isUnsent, listEvidence, readDispute } from './move.ts'
import type { ResponsePdfData } from './response-pdf.ts'

/** Sends the response to a dispute to its processor, and applies the answer. May be repeated: only one response counts. */
export async function sendResponse(jobs: JobUnitOfWork, key: DisputeKey): Promise<void> {
  const unitOfWork = { mode: jobs.mode, config: jobs.config, write: jobs.write }
  const unsent = await jobs.write((context) => readUnsent(context, key))
  if (!unsent) return
  const { dispute, payment, pdf } = unsent
  const { disputes, processor } = connectorFor(unitOfWork, 'disputes', dispute.processor)
  const contents = await Promise.all(pdf.documents.map(({ fileId }) => jobs.files.get(fileId)))
  const documents = pdf.documents.map((document, index) => ({ ...document, content: contents[index]! }))
  const data: ResponsePdfData = { ...pdf, documents }
  const outcome = await disputes.respond({
    reference: dispute.processorReference,
    refundKobo: dispute.offeredKobo ?? 0,
    message: pdf.message,
    payer: {
      email: payment.customerEmail,
      name: payment.customerName ?? payment.customerEmail,
      phone: payment.customerPhone ?? '',
    },
    document: await jobs.media.run<Uint8Array>([key.merchantId], 'response', data),
  })
  await jobs.write(async (context) => {
    if (outcome.kind === 'rejected') await returnResponse(context, dispute, outcome.message)
    else
      await applyDisputeState(
        context,
        { merchantId: payment.merchantId, id: payment.id },
        { processor, found: outcome.dispute, before: dispute },
      )
  })
}

/** The dispute, its payment and the data of the PDF; undefined if the processor has the response already. */
async function readUnsent({ tx, config, now }: Context, key: DisputeKey) {
  const { dispute, payment } = await readDispute(tx, key)
  if (!isUnsent(dispute)) return undefined
  const [merchant] = await tx.select().from(merchants).where(eq(merchants.id, key.merchantId))
  const evidence = dispute.offeredKobo === null ? await listEvidence(tx, dispute) : []
  const fileIds = evidence.map(({ fileId }) => fileId)
  const stored = await tx
    .select()
    .from(files)
    .where(and(eq(files.merchantId, key.merchantId), inArray(files.id, fileIds)))
  const accepted = `We accept this dispute and return ${formatNaira(dispute.offeredKobo ?? 0)} to the customer.`
  return {
    dispute,
    payment,
    pdf: {
      business: merchant!.businessName,
      reference: dispute.reference,
      paymentReference: payment.reference,
      message: dispute.offeredKobo === null ? dispute.message! : accepted,
      brand: config.brand.name,
      at: dispute.respondedAt ?? now,
      documents: evidence.map(({ fileId, type }) => ({
        fileId,
        name: evidenceNames[type],
        contentType: stored.find(({ id }) => id === fileId)!.contentType,
      })),
    },
  }
}
