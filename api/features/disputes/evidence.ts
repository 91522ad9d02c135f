import { type EvidenceType, evidenceNames } from '@adire/contract/dispute-form.ts'
import type { addEvidence, removeEvidence } from '@adire/contract/disputes.ts'
import type { Parsed } from '@adire/contract/endpoint.ts'
import type { UploadedFile } from '@adire/contract/fields.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { MerchantContext, Steps, UploadSteps } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { contentTypes } from '../../files/kinds.ts'
import { type Paper, readPaper } from '../../files/paper.ts'
import { files } from '../../files/tables.ts'
import { problem } from '../../http/problem.ts'
import { announce } from '../../jobs/announce.ts'
import { requireUnanswered } from './answer.ts'
import { type DisputeKey, findDispute, holdDispute, tell } from './move.ts'
import { showDispute } from './show.ts'
import { disputeEvidence } from './tables.ts'

export const evidenceOf = (tx: Tx, { merchantId, id }: DisputeKey) =>
  tx
    .select()
    .from(disputeEvidence)
    .where(and(eq(disputeEvidence.merchantId, merchantId), eq(disputeEvidence.disputeId, id)))
    .orderBy(asc(disputeEvidence.type))

/** Who may add to this dispute now: asked before the file is read. */
export async function mayAdd(context: MerchantContext, { id }: Pick<Parsed<typeof addEvidence>, 'id'>) {
  requireUnanswered(context, await findDispute(context.tx, { merchantId: context.merchant.id, id }))
}

/**
 * Keeps a paper, sealed, for the payer's bank: no browser is ever served one. The content is written before the
 * transaction, under an id of ours, and taken away again where that fails.
 */
export async function add(steps: UploadSteps<MerchantContext>, given: Parsed<typeof addEvidence>) {
  const { id, evidenceType: type } = given
  const paper = await readPaper(steps.media, steps.owner, given.document as UploadedFile)
  const fileId = crypto.randomUUID()
  await steps.files.put(fileId, paper.content)
  try {
    const { replaced, dispute } = await steps.write((context) => keep(context, { id, type, fileId, paper }))
    if (replaced) await steps.files.remove(replaced)
    return dispute
  } catch (error) {
    await steps.files.remove(fileId)
    throw error
  }
}

interface Kept {
  id: string
  type: EvidenceType
  fileId: string
  paper: Paper
}

async function keep(context: MerchantContext, { id, type, fileId, paper }: Kept) {
  const { name } = paper
  const { tx, merchant, now } = context
  const { dispute } = await holdDispute(tx, { merchantId: merchant.id, id })
  requireUnanswered(context, dispute)
  const replaced = await drop(tx, dispute, type)
  const bytes = paper.content.length
  await tx.insert(files).values({
    id: fileId,
    merchantId: merchant.id,
    purpose: 'dispute',
    name,
    contentType: contentTypes[paper.kind],
    bytes,
    createdAt: now,
  })
  await tx
    .insert(disputeEvidence)
    .values({ merchantId: merchant.id, disputeId: id, type, fileId, name, bytes, createdAt: now })
  await tell(tx, dispute, now, 'evidence', `${evidenceNames[type]} added: ${name}`)
  await announce(tx, merchant.id, 'payments')
  return { replaced, dispute: await showDispute(tx, dispute) }
}

/** Takes a paper of this type away, where there is one; answers the file to remove once that is kept. */
async function drop(tx: Tx, { merchantId, id }: DisputeKey, type: EvidenceType): Promise<string | undefined> {
  const [gone] = await tx
    .delete(disputeEvidence)
    .where(
      and(
        eq(disputeEvidence.merchantId, merchantId),
        eq(disputeEvidence.disputeId, id),
        eq(disputeEvidence.type, type),
      ),
    )
    .returning({ fileId: disputeEvidence.fileId })
  if (gone) await tx.delete(files).where(eq(files.id, gone.fileId))
  return gone?.fileId
}

export async function remove(steps: Steps<MerchantContext>, { id, evidenceType }: Parsed<typeof removeEvidence>) {
  const { fileId, shown } = await steps.write(async (context) => {
    const { tx, merchant, now } = context
    const { dispute } = await holdDispute(tx, { merchantId: merchant.id, id })
    requireUnanswered(context, dispute)
    const fileId = await drop(tx, dispute, evidenceType)
    if (!fileId) throw problem.notFound('paper')
    await tell(tx, dispute, now, 'evidence', `${evidenceNames[evidenceType]} removed`)
    return { fileId, shown: await showDispute(tx, dispute) }
  })
  await steps.files.remove(fileId)
  return shown
}
