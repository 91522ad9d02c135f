import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allStaffEndpoints } from '@adire/contract/back-office/areas.ts'
import { confirmStaff, inviteStaff, listStaff } from '@adire/contract/back-office/staff.ts'
import { listStaffEvents } from '@adire/contract/back-office/staff-audit.ts'
import { limits } from '@adire/contract/limits.ts'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { type TestApp, testApp } from '../../testing/app.ts'
import { errorWith } from '../../testing/error-with.ts'
import { addRecoveryCode, asStaff, createStaff } from '../../testing/staff.ts'
import { staffSessions } from './tables.ts'

const id = crypto.randomUUID()
const rule = {
  name: 'Rule',
  subject: 'payer',
  metric: 'payments',
  windowMinutes: 10,
  maximum: 5,
  action: 'alert',
  isEnabled: true,
}

/** A valid input of each endpoint that needs a confirmation. */
const inputs: Record<string, object> = {
  approveStaffRequest: { id },
  startStaffPasskey: {},
  removeStaffPasskey: { id },
  changeStaffPassword: {
    currentPassword: 'Correct-horse-1',
    newPassword: 'Indigo-2026',
    confirmPassword: 'Indigo-2026',
  },
  setStaffApprovalRules: {
    prices: false,
    limits: false,
    payoutTerms: false,
    payouts: false,
    payoutLimitKobo: 0,
    risk: false,
    staff: false,
  },
  inviteStaff: { email: 'somebody@provider.example', role: 'support' },
  resendStaffInvitation: { id },
  changeStaffRole: { id, role: 'support' },
  deactivateStaff: { id },
  reactivateStaff: { id },
  resetStaffSecondFactor: { id },
  unfreezeMerchantPayments: { id },
  unfreezeMerchantPayouts: { id },
  setMerchantRouting: { id, channel: 'card', processor: 'paystack' },
  removeMerchantRouting: { id, channel: 'card' },
  setMerchantLimits: { id, maxPaymentKobo: null, maxDayKobo: null },
  setMerchantPayoutTerms: { id, reserveBps: 0, reserveDays: 0, stampDutyBearer: 'merchant' },
  setMerchantPrice: {
    id,
    channel: 'card',
    bps: 100,
    flatKobo: 0,
    waiveFlatBelowKobo: 0,
    capKobo: null,
    feeBearer: 'merchant',
    startsOn: '2027-01-01',
  },
  endMerchantPrice: { id, channel: 'card', lastDay: '2027-01-01' },
  releasePayout: { merchantId: id, id },
  retryPayout: { merchantId: id, id },
  createRiskRule: { ...rule, mode: 'TEST' },
  updateRiskRule: { ...rule, id },
  deleteRiskRule: { id },
}

const codeOf = (api: TestApp, secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: api.runtime.clock().getTime() + steps * 30_000,
  })

test('every endpoint that is marked as confirmed rejects a session without a confirmation, and nothing else does', async (t) => {
  const api = await testApp(t)
  const call = asStaff(api, await createStaff(api, 'admin', 'Ngozi', false))
  const confirmed = Object.entries(allStaffEndpoints).filter(([, endpoint]) => endpoint.confirmed)
  assert.deepEqual(confirmed.map(([name]) => name).sort(), Object.keys(inputs).sort())
  for (const [name, endpoint] of confirmed)
    await assert.rejects(call(endpoint, inputs[name] as never), errorWith(403, 'confirmation_required'), name)
  assert.equal((await call(listStaff, {})).content.length, 1)
})

test('a code confirms one session for five minutes, once; wrong codes are limited', async (t) => {
  const api = await testApp(t)
  api.stopClock(new Date())
  const admin = await createStaff(api, 'admin', 'Ngozi', false)
  const call = asStaff(api, admin)
  const invite = () => call(inviteStaff, { email: 'bola@provider.example', role: 'finance' })
  await assert.rejects(call(confirmStaff, { code: '000000' }), errorWith(422, 'wrong_code', 'code'))
  await assert.rejects(invite(), errorWith(403, 'confirmation_required'))
  const code = codeOf(api, admin.appSecret)
  await call(confirmStaff, { code })
  assert.equal((await invite()).status, 'invited')
  await assert.rejects(call(confirmStaff, { code }), errorWith(422, 'wrong_code'), 'a code works once')

  // Neither another session nor another person is confirmed.
  const other = await createStaff(api, 'admin', 'Bola', false)
  await assert.rejects(asStaff(api, other)(inviteStaff, { email: 'c@provider.example', role: 'risk' }), /Confirm/)
  await assert.rejects(
    asStaff(api, other)(confirmStaff, { code: codeOf(api, admin.appSecret, 1) }),
    errorWith(422, 'wrong_code'),
  )

  api.forward(limits.confirmationMs - 1)
  assert.equal((await invite()).status, 'invited')
  api.forward(1)
  await assert.rejects(invite(), errorWith(403, 'confirmation_required'))
  for (let attempt = 0; attempt < 4; attempt++)
    await assert.rejects(call(confirmStaff, { code: '000000' }), errorWith(422, 'wrong_code'))
  await assert.rejects(call(confirmStaff, { code: codeOf(api, admin.appSecret) }), errorWith(429, 'too_many_attempts'))
})

test('a recovery code confirms too, and its use is in the audit log', async (t) => {
  const api = await testApp(t)
  const admin = await createStaff(api, 'admin', 'Ngozi', false)
  const code = await addRecoveryCode(api, admin.id)
  const call = asStaff(api, admin)
  await call(confirmStaff, { code })
  assert.equal((await call(inviteStaff, { email: 'bola@provider.example', role: 'finance' })).status, 'invited')
  await assert.rejects(call(confirmStaff, { code }), errorWith(422, 'wrong_code'))
  const { content } = await call(listStaffEvents, { action: 'recovery_code.used' })
  assert.deepEqual(
    content.map(({ actor }) => actor),
    ['Ngozi'],
  )
})

test('a confirmation of staff ends with its session at once, also if another process has ended that', async (t) => {
  const app = await testApp(t)
  const person = await createStaff(app, 'admin')
  const call = asStaff(app, person)
  await call(inviteStaff, { email: 'ada@provider.example', role: 'support' })
  await app.runtime.database.write((tx) =>
    tx.update(staffSessions).set({ endedAt: app.runtime.clock() }).where(eq(staffSessions.id, person.sessionId)),
  )
  const another = call(inviteStaff, { email: 'bola@provider.example', role: 'support' })
  await assert.rejects(another, errorWith(403, 'confirmation_required'))
})
