import { dayMs } from '@adire/contract/durations.ts'
import type { Context } from '../../context.ts'
import { bankAccounts } from '../../features/bank-accounts/tables.ts'
import { sealOwner } from '../../features/kyc/owner.ts'
import { sealName } from '../../features/kyc/seal-name.ts'
import { kycItems } from '../../features/kyc/tables.ts'
import { activeBanks } from '../../features/lookups/lookups.ts'

const bvn = '22222222222'
const owner = { firstName: 'Tola', lastName: 'Adeyemi' }

/** The demo business's verification so far, and its bank account. All numbers are the sandbox's. */
export async function seedDocuments(context: Context, merchantId: string): Promise<void> {
  const { tx, now, vault } = context
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * dayMs)
  const reviewed = (daysAgo: number) => ({ submittedAt: at(daysAgo), reviewedAt: at(daysAgo), reviewedBy: 'sandbox' })
  await tx.insert(kycItems).values([
    {
      merchantId,
      type: 'BVN',
      status: 'APPROVED',
      submitted: `•••• ${bvn.slice(-3)}`,
      sealed: vault.seal(bvn, sealName(merchantId, 'BVN')),
      sealedOwner: sealOwner(vault, merchantId, owner, { registryName: 'ADEYEMI TOLA', matches: null }),
      registry: 'match',
      ...reviewed(60),
    },
    { merchantId, type: 'OWNER_IDENTITY', status: 'APPROVED', submitted: 'sandbox-approved.pdf', ...reviewed(59) },
    {
      merchantId,
      type: 'PROOF_OF_ADDRESS',
      status: 'PENDING_MERCHANT_RESUBMISSION',
      submitted: 'sandbox-unreadable.jpg',
      reason: 'The document cannot be read. Send a sharper picture or the original PDF.',
      ...reviewed(2),
    },
  ])
  const bankId = (code: string) => activeBanks.find((bank) => bank.code === code)!.id
  await tx.insert(bankAccounts).values([
    {
      merchantId,
      bankId: bankId('044'),
      accountNumber: '0000000017',
      accountName: 'TOLA ATELIER',
      nameMatches: true,
      alias: 'Takings',
      primaryAccount: true,
      createdAt: at(58),
    },
    {
      merchantId,
      bankId: bankId('058'),
      accountNumber: '0000000018',
      accountName: 'ADA TEST OBI',
      nameMatches: false,
      alias: 'Savings',
      primaryAccount: false,
      createdAt: at(21),
    },
  ])
}
