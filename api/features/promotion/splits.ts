import { promotionLimits } from '@adire/contract/promotion.ts'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { loadApprovalRules } from '../approvals/rules.ts'
import { describeAccount } from '../bank-accounts/serialize.ts'
import { splitRecipients, splits } from '../splits/tables.ts'
import { bearerNames, formatShare } from '../splits/terms.ts'
import { createSplitHandler, updateSplitHandler } from '../splits/write.ts'
import {
  type Promotable,
  type Promotion,
  type PromotionContext,
  PromotionObstacle,
  type Selection,
} from './promotable.ts'
import { isSelected } from './selected.ts'

/** A share of a bank account, by which recipients of both modes are compared. */
interface AccountShare {
  bankId: number
  accountNumber: string
  value: number
  isBearer: boolean
}

interface PromotableSplit extends Promotable {
  content: Pick<typeof splits.$inferSelect, 'name' | 'type' | 'feeBearer'> & { shares: AccountShare[] }
}

type Recipient = typeof splitRecipients.$inferSelect

async function loadSplits(tx: Tx, merchantId: string, selection: Selection = {}): Promise<PromotableSplit[]> {
  const rows = await tx
    .select()
    .from(splits)
    .where(and(isSelected(splits, splits.name, merchantId, selection), eq(splits.status, 'active')))
    .orderBy(desc(splits.createdAt), desc(splits.id))
    .limit(promotionLimits.compared + 1)
  const recipientIds = [...new Set(rows.flatMap(({ shares }) => shares.map(({ partyId }) => partyId)))]
  const found =
    recipientIds.length === 0
      ? []
      : await tx
          .select()
          .from(splitRecipients)
          .where(and(eq(splitRecipients.merchantId, merchantId), inArray(splitRecipients.id, recipientIds)))
  const recipients = new Map(found.map((recipient) => [recipient.id, recipient]))
  return rows.map((split) => toPromotable(split, recipients))
}

function toPromotable(split: typeof splits.$inferSelect, recipients: ReadonlyMap<string, Recipient>): PromotableSplit {
  const { id, name, type, feeBearer, bearerPartyId } = split
  const named = split.shares.flatMap(({ partyId, value }) => {
    const recipient = recipients.get(partyId)
    return recipient ? [{ recipient, value }] : []
  })
  const bearer = bearerPartyId ? recipients.get(bearerPartyId) : undefined
  return {
    id,
    name,
    key: name,
    content: {
      name,
      type,
      feeBearer,
      shares: named.map(({ recipient: { id, bankId, accountNumber }, value }) => ({
        bankId,
        accountNumber,
        value,
        isBearer: id === bearerPartyId,
      })),
    },
    shown: {
      Name: name,
      Type: type === 'percentage' ? 'Percentages' : 'Fixed amounts',
      'Fee paid by': bearer ? describeAccount(bearer) : bearerNames[feeBearer],
      Shares: named
        .map(({ recipient, value }) => `${describeAccount(recipient)}: ${formatShare(type, value)}`)
        .join(', '),
    },
  }
}

/** The live recipient with each account of a split. Only those exist whose account the bank has confirmed in Live Mode. */
async function findRecipients(tx: Tx, merchantId: string, shares: readonly AccountShare[]) {
  const rows = await tx
    .select()
    .from(splitRecipients)
    .where(
      and(
        eq(splitRecipients.merchantId, merchantId),
        eq(splitRecipients.status, 'active'),
        inArray(
          splitRecipients.accountNumber,
          shares.map(({ accountNumber }) => accountNumber),
        ),
      ),
    )
  return shares.map((share) => ({
    share,
    id: rows.find(({ bankId, accountNumber }) => bankId === share.bankId && accountNumber === share.accountNumber)?.id,
  }))
}

async function findObstacle(context: MemberContext, { content }: PromotableSplit): Promise<string | undefined> {
  const { tx, merchant } = context
  if ((await loadApprovalRules(context)).recipients)
    return 'Another person must approve the shares of splits. Create or change the split in Live Mode.'
  const missing = (await findRecipients(tx, merchant.id, content.shares)).filter(({ id }) => !id)
  if (missing.length === 0) return undefined
  const accounts = missing.map(({ share }) => describeAccount(share)).join(', ')
  return `In Live Mode, add the recipient with the account ${accounts} first: its bank must confirm it.`
}

async function toTerms(context: PromotionContext, { content: { shares, ...terms } }: PromotableSplit) {
  const recipients = await findRecipients(context.tx, context.merchant.id, shares)
  const parts = recipients.map(({ id, share: { value, isBearer } }) => {
    if (!id) throw new PromotionObstacle('A recipient was removed in Live Mode.')
    return { partyId: id, value, isBearer }
  })
  return {
    ...terms,
    shares: parts.map(({ partyId, value }) => ({ partyId, value })),
    bearerPartyId: parts.find(({ isBearer }) => isBearer)?.partyId,
  }
}

/** Recipients are not copied: the sandbox has confirmed their accounts, not their banks. */
export const splitPromotion: Promotion<PromotableSplit> = {
  kind: 'split',
  load: loadSplits,
  findObstacle,
  add: async (context, split) => createSplitHandler(context, await toTerms(context, split)),
  update: async (context, split, { id }) => updateSplitHandler(context, { id, ...(await toTerms(context, split)) }),
}
