import { execFile } from 'node:child_process'
import { getKycStatus, submitBvn, submitSettlementAccount, uploadDocument } from '@adire/contract/kyc.ts'
import { getMerchant } from '@adire/contract/merchants.ts'
import { requestGoLive } from '@adire/contract/onboarding.ts'
import { expect } from '@playwright/test'
import { samplePdf } from '../../api/testing/pdf.ts'
import { operatorProgram } from '../../scripts/product.mjs'
import { type Business, newBusiness } from './business.ts'

/** Runs the operator's command line beside the running server. Resolves with its output. */
export function runOperator(...words: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR, USER: 'ngozi' }
  const program = new URL(`../../${operatorProgram}`, import.meta.url).pathname
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...words], { env }, (error, stdout, stderr) =>
      error ? reject(new Error(stdout + stderr)) : resolve(stdout),
    )
  })
}

const content = samplePdf() as Buffer<ArrayBuffer>

/** A file to choose in a file input. */
export const testDocument = (name: string) => ({ name, mimeType: 'application/pdf', buffer: content })

export const getMerchantCode = async (business: Business) =>
  (await business.call(getMerchant, {} as never)).merchantCode

/** An unregistered business, which must submit the fewest items, with everything approved by the sandbox. */
export async function approvedStarter(baseURL: string, name?: string): Promise<Business> {
  const business = await newBusiness(baseURL, name, 1)
  const document = new File([content], 'sandbox-approved.pdf', { type: 'application/pdf' })
  await business.call(submitBvn, { bvn: '22222222222', firstName: 'Ada', lastName: 'Obi' } as never)
  for (const type of ['OWNER_IDENTITY', 'PROOF_OF_ADDRESS'] as const)
    await business.call(uploadDocument, { type, document } as never)
  await business.call(submitSettlementAccount, { bankId: 1, accountNumber: '0000000017' } as never)
  await expect
    .poll(async () => Object.values(await business.call(getKycStatus, {} as never)).map(({ kycStatus }) => kycStatus), {
      timeout: 60_000,
    })
    .toEqual(Array(5).fill('APPROVED'))
  return business
}

/** The same in Live Mode. */
export async function liveStarter(baseURL: string, name?: string): Promise<Business> {
  const business = await approvedStarter(baseURL, name)
  await business.call(requestGoLive, {} as never)
  await runOperator('live', 'approve', await getMerchantCode(business), '--with-sandbox-documents')
  return business
}
