import type { Context } from '../../context.ts'
import { randomText } from '../../random-text.ts'
import { addMandateRecord } from './move.ts'
import { newAccessCode, newMandateReference } from './references.ts'
import type { mandates } from './tables.ts'

type MandateContent = Omit<
  typeof mandates.$inferInsert,
  'slug' | 'reference' | 'accessCode' | 'status' | 'sealedAccountNumber' | 'last4' | 'createdAt' | 'since'
>

/** Stores a mandate as a draft. */
export async function addMandate({ tx, vault, now }: Context, content: MandateContent, accountNumber: string) {
  const slug = `mnd_${randomText(16)}`
  const mandate = await addMandateRecord(tx, {
    ...content,
    slug,
    reference: newMandateReference(),
    accessCode: newAccessCode(),
    status: 'draft',
    ...sealAccountNumber(vault, slug, accountNumber),
    createdAt: now,
    since: now,
  })
  return mandate
}

export const sealAccountNumber = (vault: Context['vault'], slug: string, accountNumber: string) => ({
  sealedAccountNumber: vault.seal(accountNumber, slug),
  last4: accountNumber.slice(-4),
})
