import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getKycStatus } from '@adire/contract/kyc.ts'
import { changeModeType, getMerchant } from '@adire/contract/merchants.ts'
import { submitBusinessDetails } from '@adire/contract/onboarding.ts'
import { eq } from 'drizzle-orm'
import { testApp } from '../../testing/app.ts'
import { kycItems } from './tables.ts'

const details = {
  businessType: 3,
  merchantCategoryId: 1,
  businessDescription: 'Groceries in Yaba',
  businessPhone: '08031234567',
  stateId: 25,
  city: 'Lagos',
  streetAddress: '1 Herbert Macaulay Way',
}

test('submitting the business details hands them to review, once [S3-07] [S3-01]', async (t) => {
  const api = await testApp(t)
  const ade = await api.person('Ade')
  await api.runtime.database.write((tx) =>
    tx.update(kycItems).set({ status: 'PENDING_MERCHANT_SUBMISSION' }).where(eq(kycItems.merchantId, ade.merchantId)),
  )
  const { call } = api.as(ade)
  assert.equal((await call(getKycStatus, {} as never)).BUSINESS_DETAILS!.kycStatus, 'PENDING_MERCHANT_SUBMISSION')
  await assert.rejects(call(submitBusinessDetails, { ...details, merchantCategoryId: 9999 }), { status: 422 })
  await assert.rejects(call(submitBusinessDetails, { ...details, businessPhone: '0803abc' }), { status: 400 })
  await call(submitBusinessDetails, details)
  assert.equal((await call(getKycStatus, {} as never)).BUSINESS_DETAILS!.kycStatus, 'PENDING_REVIEW')
  const merchant = await call(getMerchant, {} as never)
  assert.equal(merchant.merchantCategory!.name, 'Groceries and supermarkets')
  assert.equal(merchant.businessPhone, details.businessPhone)
  await assert.rejects(call(submitBusinessDetails, details), { status: 409, code: 'details_submitted' })
})

test('a user without a live business stays in test mode [S4-03]', async (t) => {
  const api = await testApp(t)
  const ade = await api.person('Ade')
  await assert.rejects(api.as(ade).call(changeModeType, { type: 'LIVE', email: ade.email }), {
    status: 409,
    code: 'live_merchant_missing',
  })
  assert.deepEqual(await api.as(ade).call(changeModeType, { type: 'TEST', email: ade.email }), { modeType: 'TEST' })
})
