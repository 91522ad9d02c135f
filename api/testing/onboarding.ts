import { getKycStatus, submitBvn, submitSettlementAccount, uploadDocument } from '@adire/contract/kyc.ts'
import { submitBusinessDetails } from '@adire/contract/onboarding.ts'
import { eq } from 'drizzle-orm'
import { kycItems } from '../features/kyc/tables.ts'
import type { TestApp } from './app.ts'
import { samplePdf } from './pdf.ts'
import { confirmSessions, type TestUser } from './users.ts'

/** A starter: the business type that must submit the fewest items. */
export const businessDetails = {
  businessType: 1,
  merchantCategoryId: 1,
  businessDescription: 'Groceries in Yaba',
  businessPhone: '08031234567',
  stateId: 25,
  city: 'Lagos',
  postalCode: '101245',
  streetAddress: '1 Herbert Macaulay Way',
}

export { samplePdf } from './pdf.ts'

export const testDocument = (name: string, content: Uint8Array = samplePdf()) =>
  new File([new Uint8Array(content)], name)

/** A user whose business has submitted nothing yet. */
export async function registerNewcomer(api: TestApp, name = 'Ade'): Promise<TestUser> {
  const user = await api.createUser(name)
  await api.runtime.database.write((tx) =>
    tx
      .update(kycItems)
      .set({ status: 'PENDING_MERCHANT_SUBMISSION', submittedAt: null })
      .where(eq(kycItems.merchantId, user.merchantId)),
  )
  return user
}

export const getKycStatuses = async (api: TestApp, user: TestUser) => api.as(user).call(getKycStatus, {} as never)

/** Submits everything a starter must, with documents that the sandbox approves. */
export async function submitAll(api: TestApp, user: TestUser): Promise<void> {
  const { call } = api.as(user)
  await call(submitBusinessDetails, businessDetails as never)
  await call(submitBvn, { bvn: '22222222222', firstName: 'Ada', lastName: 'Obi' } as never)
  for (const type of ['OWNER_IDENTITY', 'PROOF_OF_ADDRESS'] as const)
    await call(uploadDocument, { type, document: testDocument('sandbox-approved.pdf') } as never)
  await confirmSessions(api, user)
  await call(submitSettlementAccount, { bankId: 1, accountNumber: '0000000017' } as never)
}
