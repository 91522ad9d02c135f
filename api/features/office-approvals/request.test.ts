import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { staffApprovalLimits } from '@adire/contract/back-office/approval-actions.ts'
import { countStaffApprovals, setStaffApprovalRules } from '@adire/contract/back-office/approvals.ts'
import { setMerchantLimits } from '@adire/contract/back-office/merchants.ts'
import { listStaffEvents } from '@adire/contract/back-office/staff-audit.ts'
import type { CallError } from '@adire/contract/call.ts'
import { testApp } from '../../testing/app.ts'
import { mailsTo } from '../../testing/mails.ts'
import { asStaff, createStaff } from '../../testing/staff.ts'
import { sendWhileLocked } from '../../testing/while-locked.ts'
import { staffApprovalRequests } from './tables.ts'

/** Two people of risk, limits that need an approval, and requests that are sent at the same moment. */
async function scene(t: TestContext) {
  const api = await testApp(t)
  const [ngozi] = [await createStaff(api, 'admin'), await createStaff(api, 'admin')]
  const none = { prices: false, payoutTerms: false, payouts: false, payoutLimitKobo: 0, risk: false, staff: false }
  await asStaff(api, ngozi)(setStaffApprovalRules, { ...none, limits: true })
  const [ada, obi] = [await createStaff(api, 'risk', 'Ada'), await createStaff(api, 'risk', 'Obi')]
  const { merchantId } = await api.createUser()
  const ask = (maxPaymentKobo: number) => () =>
    asStaff(api, ada)(setMerchantLimits, { id: merchantId, maxPaymentKobo, maxDayKobo: null })
  /** Sends requests that overlap up to where the first one is stored; returns their errors. */
  const atOnce = async (...requests: (() => Promise<unknown>)[]) => {
    const sent = await sendWhileLocked(api, 'lock table staff_approval_requests in share mode', requests)
    return sent.map((one) => (one.status === 'rejected' ? one.reason : undefined) as CallError)
  }
  return { api, ngozi, ada, obi, ask, atOnce }
}

test('the same action, asked for twice at the same moment, waits once, and its approvers get one email', async (t) => {
  const { api, ngozi, obi, ask, atOnce } = await scene(t)
  const [first, second] = await atOnce(ask(500_000), ask(500_000))
  assert.deepEqual([first?.code, second?.code], ['approval_required', 'approval_required'])
  assert.equal(first?.approvalId, second?.approvalId)
  assert.deepEqual(await asStaff(api, obi)(countStaffApprovals, {}), { waiting: 1 })
  const { content } = await asStaff(api, ngozi)(listStaffEvents, { action: 'approval.requested' })
  assert.equal(content.length, 1)
  await api.drain()
  assert.equal((await mailsTo(api, obi.email)).length, 1)
})

test('two actions that are asked for at the same moment do not exceed the number that may wait', async (t) => {
  const { api, ada, ask, atOnce } = await scene(t)
  const now = api.runtime.clock()
  const others = Array.from({ length: staffApprovalLimits.waiting - 1 }, (_, number) => ({
    ...{ action: 'setMerchantLimits' as const, status: 'waiting' as const, title: 'Another', effects: [], input: {} },
    ...{ inputHash: String(number), requestedById: ada.id, requestedBy: ada.name },
    ...{ createdAt: now, expiresAt: new Date(now.getTime() + 864e5) },
  }))
  await api.runtime.database.write((tx) => tx.insert(staffApprovalRequests).values(others))
  const errors = await atOnce(ask(500_000), ask(600_000))
  assert.deepEqual(
    errors.map(({ code }) => code),
    ['approval_required', 'too_many_approvals'],
  )
})
