import { isIP } from 'node:net'
import type { addRiskBlock, listRiskBlocks, removeRiskBlock } from '@adire/contract/back-office/risk.ts'
import { riskLimits } from '@adire/contract/back-office/risk.ts'
import { blockValues, type RiskBlock } from '@adire/contract/back-office/risk-schemas.ts'
import { dayMs } from '@adire/contract/durations.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { lockName } from '../../database/lock-name.ts'
import { toNetwork } from '../../http/network.ts'
import { listNewest } from '../../http/page.ts'
import { problem } from '../../http/problem.ts'
import { riskBlocks } from '../risk/tables.ts'
import { recordStaffEvent } from '../staff/events.ts'

type BlockRow = typeof riskBlocks.$inferSelect

export const listRiskBlocksHandler = (context: StaffContext, input: ParsedInput<typeof listRiskBlocks>) =>
  listNewest(context.tx, input, {
    table: riskBlocks,
    where: and(
      isActive(context),
      input.kind ? eq(riskBlocks.kind, input.kind) : undefined,
      input.search ? sql`position(${input.search.toLowerCase()} in lower(${riskBlocks.label})) > 0` : undefined,
    ),
    from: context.tx.select().from(riskBlocks),
    serialize: toBlockResponse,
    keyOf: ({ createdAt, id }) => [createdAt, id],
  })

export const isActive = ({ realNow }: Pick<StaffContext, 'realNow'>): SQL | undefined =>
  and(isNull(riskBlocks.removedAt), or(isNull(riskBlocks.expiresAt), gt(riskBlocks.expiresAt, realNow)))

/** Blocks what a person has typed. */
export async function addRiskBlockHandler(context: StaffContext, input: ParsedInput<typeof addRiskBlock>) {
  const { kind, mode, reason, days } = input
  const value = parseBlockValue(kind, input.value)
  return toBlockResponse(await insertBlock(context, { kind, value, label: value, mode, reason, days }))
}

export type NewBlock = Pick<BlockRow, 'kind' | 'value' | 'label' | 'mode' | 'reason'> & { days: number | undefined }

/**
 * Stores a block and records it. One that has ended by itself is replaced.
 * @throws 409 blocked_already, too_many_blocks
 */
export async function insertBlock(context: StaffContext, { days, ...block }: NewBlock): Promise<BlockRow> {
  const { tx, realNow, staff } = context
  // Two blocks that are added at the same moment are counted one after the other.
  await lockName(tx, 'risk-blocks')
  const same = and(eq(riskBlocks.mode, block.mode), eq(riskBlocks.kind, block.kind), eq(riskBlocks.value, block.value))
  await tx
    .update(riskBlocks)
    .set({ removedAt: realNow, removedBy: 'It ended' })
    .where(and(same, isNull(riskBlocks.removedAt), sql`${riskBlocks.expiresAt} <= ${realNow}`))
  const [added] = await tx
    .insert(riskBlocks)
    .values({
      ...block,
      createdBy: staff.name,
      createdAt: realNow,
      expiresAt: days === undefined ? null : new Date(realNow.getTime() + days * dayMs),
    })
    .onConflictDoNothing()
    .returning()
  if (!added) throw problem.conflict('blocked_already', `${block.label} is blocked already`)
  if ((await tx.$count(riskBlocks, isActive(context))) > riskLimits.blocks)
    throw problem.conflict('too_many_blocks', 'The block list is full. Remove entries that are no longer needed')
  await recordStaffEvent(context, {
    action: 'risk_block.added',
    object: block.label,
    after: { kind: block.kind, mode: block.mode, reason: block.reason, ...(days !== undefined && { days }) },
  })
  return added
}

/** Removes a block. A repeated call changes nothing. */
export async function removeRiskBlockHandler(context: StaffContext, input: ParsedInput<typeof removeRiskBlock>) {
  const { tx, realNow, staff } = context
  const [block] = await tx.select().from(riskBlocks).where(eq(riskBlocks.id, input.id)).for('update')
  if (!block) throw problem.notFound('risk block')
  if (block.removedAt) return
  await tx.update(riskBlocks).set({ removedAt: realNow, removedBy: staff.name }).where(eq(riskBlocks.id, block.id))
  await recordStaffEvent(context, {
    action: 'risk_block.removed',
    object: block.label,
    after: { kind: block.kind, mode: block.mode, reason: input.reason },
  })
}

/** @throws 422 for a value that is not of this kind */
function parseBlockValue(kind: keyof typeof blockValues, text: string): string {
  const { data, error } = blockValues[kind].safeParse(text)
  if (data === undefined) throw problem.field('value', error!.issues[0]!.message)
  if (kind !== 'address') return data
  if (isIP(data) === 0) throw problem.field('value', 'Enter an address like 102.89.1.20')
  return toNetwork(data)
}

const toBlockResponse = (block: BlockRow): RiskBlock => ({
  id: block.id,
  kind: block.kind,
  label: block.label,
  mode: block.mode,
  reason: block.reason,
  createdBy: block.createdBy,
  createdAt: block.createdAt.toISOString(),
  expiresAt: block.expiresAt?.toISOString() ?? null,
})
