import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { createSplit, createSplitParty, updateSplit, updateSplitParty } from '@adire/contract/splits.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { ReadContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { isSameAccount } from '../bank-accounts/accounts.ts'
import { describeAccount } from '../bank-accounts/serialize.ts'
import { describeChange, describeEffect } from '../lifecycle/guarded-action.ts'
import { createSplitPartyHandler, updateSplitPartyHandler } from '../splits/recipients.ts'
import { splitRecipients } from '../splits/tables.ts'
import { bearerNames, bearerOf, formatShare } from '../splits/terms.ts'
import { createSplitHandler, lockSplit, updateSplitHandler } from '../splits/write.ts'
import { defineAction } from './action.ts'

async function findRecipient({ tx, merchant }: ReadContext, id: string) {
  const [recipient] = await tx
    .select()
    .from(splitRecipients)
    .where(and(eq(splitRecipients.merchantId, merchant.id), eq(splitRecipients.id, id)))
  if (!recipient) throw problem.notFound('party')
  return recipient
}

type Terms = Pick<ParsedInput<typeof createSplit>, 'type' | 'feeBearer' | 'shares'> & {
  bearerPartyId?: string | null | undefined
}

/** What decides who gets how much of a payment. */
const essenceOf = (terms: Terms) =>
  JSON.stringify([
    terms.type,
    terms.feeBearer,
    bearerOf(terms),
    terms.shares.map(({ partyId, value }) => [partyId, value]),
  ])

/** The shares and who pays the fee, with the account of each recipient, because two may have the same name. */
async function describeTerms({ tx, merchant }: ReadContext, terms: Terms) {
  const ids = terms.shares.map(({ partyId }) => partyId)
  const found = await tx
    .select()
    .from(splitRecipients)
    .where(and(eq(splitRecipients.merchantId, merchant.id), inArray(splitRecipients.id, ids)))
  const describe = (id: string) => {
    const recipient = found.find((one) => one.id === id)
    return recipient ? `${recipient.name} (${describeAccount(recipient)})` : id
  }
  const bearer = bearerOf(terms)
  return {
    shares: terms.shares
      .map(({ partyId, value }) => `${describe(partyId)}: ${formatShare(terms.type, value)}`)
      .join(', '),
    bearer: bearer === null ? bearerNames[terms.feeBearer] : describe(bearer),
  }
}

export const splitActions = [
  defineAction({
    name: 'createSplitParty',
    endpoint: createSplitParty,
    handler: createSplitPartyHandler,
    preview: async (_context, input, accountName) => ({
      title: `Add the recipient ${input.name}`,
      effects: [
        describeEffect('Recipient', input.name),
        describeEffect('Bank account', describeAccount(input)),
        describeEffect('Holder', accountName),
      ],
    }),
  }),
  defineAction({
    name: 'updateSplitParty',
    endpoint: updateSplitParty,
    handler: updateSplitPartyHandler,
    isCovered: async (context, input) => !isSameAccount(await findRecipient(context, input.id), input),
    async preview(context, input, accountName) {
      const recipient = await findRecipient(context, input.id)
      return {
        title: `Pay ${recipient.name} to another bank account`,
        subjectId: recipient.id,
        effects: [
          ...describeChange('Name', recipient.name, input.name),
          ...describeChange('Bank account', describeAccount(recipient), describeAccount(input)),
          ...describeChange('Holder', recipient.accountName, accountName ?? recipient.accountName),
          describeEffect('Takes effect', 'A day after the approval'),
        ],
      }
    },
  }),
  defineAction({
    name: 'createSplit',
    endpoint: createSplit,
    handler: { create: createSplitHandler },
    async preview(context, input) {
      const terms = await describeTerms(context, input)
      return {
        title: `Create the split ${input.name}`,
        effects: [describeEffect('Shares', terms.shares), describeEffect('Fee paid by', terms.bearer)],
      }
    },
  }),
  defineAction({
    name: 'updateSplit',
    endpoint: updateSplit,
    handler: { create: updateSplitHandler },
    // Another name pays nobody else.
    isCovered: async (context, input) => essenceOf(await lockSplit(context, input.id)) !== essenceOf(input),
    async preview(context, input) {
      const split = await lockSplit(context, input.id)
      const before = await describeTerms(context, split)
      const after = await describeTerms(context, input)
      return {
        title: `Change the shares of ${split.name}`,
        subjectId: split.id,
        effects: [
          ...describeChange('Name', split.name, input.name),
          ...describeChange('Shares', before.shares, after.shares),
          ...describeChange('Fee paid by', before.bearer, after.bearer),
        ],
      }
    },
  }),
]
