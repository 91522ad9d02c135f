import { getKycStatus, submitBvn, submitSettlementAccount, uploadDocument } from '@adire/contract/kyc.ts'
import { submitBusinessDetails } from '@adire/contract/onboarding.ts'
import { eq } from 'drizzle-orm'
import { kycItems } from '../features/kyc/tables.ts'
import type { TestApp } from './app.ts'
import { pdf } from './pdf.ts'
import { confirmSessions, type Person } from './people.ts'

/** A starter: the type of business that must submit least. */
export const details = {
  businessType: 1,
  merchantCategoryId: 1,
  businessDescription: 'Groceries in Yaba',
  businessPhone: '08031234567',
  stateId: 25,
  city: 'Lagos',
  streetAddress: '1 Herbert Macaulay Way',
}

export { pdf } from './pdf.ts'

export const paper = (name: string, content: Uint8Array = pdf()) => new File([content as BlobPart], name)

/** Somebody whose business has told nothing yet. */
export async function newcomer(api: TestApp, name = 'Ade'): Promise<Person> {
  const person = await api.person(name)
  await api.runtime.database.write((tx) =>
    tx
      .update(kycItems)
      .set({ status: 'PENDING_MERCHANT_SUBMISSION', submittedAt: null })
      .where(eq(kycItems.merchantId, person.merchantId)),
  )
  return person
}

export const statusesOf = async (api: TestApp, person: Person) => api.as(person).call(getKycStatus, {} as never)

/** Submits everything a starter must, with papers that the sandbox approves. */
export async function submitAll(api: TestApp, person: Person): Promise<void> {
  const { call } = api.as(person)
  await call(submitBusinessDetails, details as never)
  await call(submitBvn, { bvn: '22222222222' } as never)
  for (const type of ['OWNER_IDENTITY', 'PROOF_OF_ADDRESS'] as const)
    await call(uploadDocument, { type, document: paper('sandbox-approved.pdf') } as never)
  await confirmSessions(api, person)
  await call(submitSettlementAccount, { bankId: 1, accountNumber: '0000000017' } as never)
}
