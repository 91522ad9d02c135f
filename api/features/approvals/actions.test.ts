import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createRestrictedKey,
  createSecretKey,
  listApiKeys,
  revokeApiKey,
  rollApiKey,
  updateRestrictedKey,
} from '@adire/contract/api-keys.ts'
import { completeApproval, getApproval, listApprovals } from '@adire/contract/approvals.ts'
import { addBankAccount, listBankAccounts, updateBankAccount } from '@adire/contract/bank-accounts.ts'
import { submitSettlementAccount } from '@adire/contract/kyc.ts'
import { getGoLive, requestGoLive, submitBusinessDetails } from '@adire/contract/onboarding.ts'
import { payRefundToAccount, requestRefund } from '@adire/contract/refunds.ts'
import {
  createSplit,
  createSplitParty,
  getSplit,
  listSplitParties,
  listSplits,
  updateSplit,
  updateSplitParty,
} from '@adire/contract/splits.ts'
import {
  changeMemberRole,
  createRole,
  inviteMember,
  listInvitations,
  listRoles,
  listTeamMembers,
  transferOwnership,
  updateRole,
} from '@adire/contract/team.ts'
import { eq } from 'drizzle-orm'
import type { MemberContext, UnitOfWork } from '../../context.ts'
import { idempotencyKeys } from '../../http/tables.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { approvalFixture, approvalOf } from '../../testing/approving.ts'
import { errorWith } from '../../testing/error-with.ts'
import { businessDetails } from '../../testing/onboarding.ts'
import { accessBankId, gtbBankId } from '../../testing/settlement-fixture.ts'
import { addMember } from '../../testing/users.ts'
import { kycItems } from '../kyc/tables.ts'
import { approveRequestHandler } from './decide.ts'

const first = { bankId: accessBankId, accountNumber: '0000000017' }
const second = { bankId: accessBankId, accountNumber: '0000000031' }
const third = { bankId: gtbBankId, accountNumber: '0000000018' }
const reason = 'requested_by_customer' as const

test('new bank accounts and the payout account wait; another alias does not', async (t) => {
  const { app, owner, admin, finance, call, confirm, approve } = await approvalFixture(t, { bankAccounts: true })
  const numbers = async () => (await call(listBankAccounts, {})).content.map(({ accountNumber }) => accountNumber)
  await assert.rejects(
    call(addBankAccount, { ...first, accountNumber: '0000000018' }),
    errorWith(422, 'account_unknown'),
  )
  const added = await approvalOf(call(addBankAccount, first))
  assert.deepEqual(await numbers(), [])
  const { effects } = await app.as(admin).call(getApproval, { id: added })
  assert.deepEqual(
    effects.map(({ label }) => label),
    ['Bank account', 'Holder', 'Name', 'Settlements go to'],
  )
  await assert.rejects(approve(finance, added), errorWith(403, 'permission_missing'), 'finance cannot change accounts')
  assert.equal((await approve(admin, added)).status, 'done')
  assert.deepEqual(await numbers(), [first.accountNumber])
  const other = await approvalOf(call(addBankAccount, { ...second, primaryAccount: true }))
  assert.equal((await approve(admin, other)).status, 'done')
  const [primary, waiting] = (await call(listBankAccounts, {})).content
  assert.deepEqual(
    [primary!.accountNumber, waiting!.pendingChange?.accountNumber],
    [first.accountNumber, second.accountNumber],
  )
  const { id } = primary!
  await confirm(owner)
  const renamed = await call(updateBankAccount, { id, ...first, alias: 'Main', primaryAccount: true })
  assert.equal(renamed.alias, 'Main')
  const moved = await approvalOf(call(updateBankAccount, { id, ...third, alias: 'Main', primaryAccount: true }))
  const preview = await call(getApproval, { id: moved })
  assert.equal(preview.subjectId, id)
  assert.ok(preview.effects.some(({ before, after }) => before?.endsWith('0017') && after.endsWith('0018')))
  assert.equal((await approve(admin, moved)).status, 'done')
  assert.equal((await call(listBankAccounts, {})).content[0]!.pendingChange?.accountNumber, third.accountNumber)
})

test('the settlement account of the review cannot avoid the approval of bank accounts', async (t) => {
  const { app, owner, admin, call, approve } = await approvalFixture(t, { bankAccounts: true })
  await app.runtime.database.write((tx) =>
    tx
      .update(kycItems)
      .set({ status: 'PENDING_MERCHANT_SUBMISSION', submittedAt: null })
      .where(eq(kycItems.merchantId, owner.merchantId)),
  )
  await call(submitBusinessDetails, businessDetails as never)
  const submit = () => call(submitSettlementAccount, { ...first, merchantId: owner.merchantId } as never)
  await assert.rejects(submit(), errorWith(409, 'account_needs_approval'))
  assert.equal((await call(listBankAccounts, {})).totalElements, 0)
  await approve(admin, await approvalOf(call(addBankAccount, first)))
  assert.equal(((await submit()) as { accountNumber: string }).accountNumber, first.accountNumber)
})

test('recipients of splits, their accounts and their shares wait; another name does not', async (t) => {
  const { app, owner, admin, call, confirm, approve } = await approvalFixture(t, { recipients: true })
  const added = await approvalOf(call(createSplitParty, { name: 'Bayo Fabrics', ...first }))
  assert.equal((await call(listSplitParties, {})).totalElements, 0)
  const { resultId, status } = await approve(admin, added)
  const [recipient] = (await call(listSplitParties, {})).content
  assert.deepEqual([status, recipient!.id], ['done', resultId])
  await confirm(owner)
  const { id } = recipient!
  assert.equal((await call(updateSplitParty, { id, name: 'Bayo Textiles', ...first })).name, 'Bayo Textiles')
  const moved = await approvalOf(call(updateSplitParty, { id, name: 'Bayo Textiles', ...third }))
  assert.equal((await call(listSplitParties, {})).content[0]!.pendingAccount, null)
  await approve(admin, moved)
  assert.equal((await call(listSplitParties, {})).content[0]!.pendingAccount?.accountNumber, third.accountNumber)

  const tenth = [{ partyId: id, value: 1000 }]
  const terms = { type: 'percentage', feeBearer: 'business', shares: tenth } as const
  const made = await approvalOf(call(createSplit, { name: 'Market', ...terms }))
  assert.equal((await call(listSplits, {})).totalElements, 0)
  const splitId = (await approve(admin, made)).resultId!
  assert.equal((await call(updateSplit, { id: splitId, name: 'Balogun market', ...terms })).name, 'Balogun market')
  const shares = [{ partyId: id, value: 9000 }]
  const raised = await approvalOf(call(updateSplit, { id: splitId, name: 'Balogun market', ...terms, shares }))
  const { effects } = await app.as(admin).call(getApproval, { id: raised })
  const whose = 'Bayo Textiles (Access Bank 0000000017)'
  assert.deepEqual(effects, [{ label: 'Shares', before: `${whose}: 10.00%`, after: `${whose}: 90.00%` }])
  const shareNow = async () => (await call(getSplit, { id: splitId })).shares[0]!.value
  assert.equal(await shareNow(), 1000)
  await approve(admin, raised)
  assert.equal(await shareNow(), 9000)
})

test('an approved key is shown to its requester only, once', async (t) => {
  const { app, owner, admin, call, confirm, confirmAll, approve } = await approvalFixture(t, { apiKeys: true })
  const secretKeys = async () => (await call(listApiKeys, {})).content.filter(({ kind }) => kind === 'secret')
  const id = await approvalOf(call(createSecretKey, {}))
  await assert.rejects(call(completeApproval, { id }), errorWith(409, 'approval_move_refused'))
  assert.equal((await approve(admin, id)).status, 'approved')
  assert.equal((await secretKeys()).length, 0)
  await assert.rejects(app.as(admin).call(completeApproval, { id }), errorWith(403, 'approval_of_other'))
  await confirmAll()
  const both = await Promise.allSettled([call(completeApproval, { id }), call(completeApproval, { id })])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.equal((await secretKeys()).length, 1)
  assert.equal((await call(getApproval, { id })).status, 'done')

  const keyId = (await secretKeys())[0]!.id
  const rolled = await approvalOf(call(rollApiKey, { id: keyId }))
  await approve(admin, rolled)
  assert.equal((await secretKeys()).length, 1, 'the old key works until the new one is taken')
  await confirm(owner)
  const { key } = await call(completeApproval, { id: rolled })
  assert.match(key, /^sk_test_/)
  const restricted = await approvalOf(call(createRestrictedKey, { name: 'Till', permissions: ['payments.view'] }))
  await approve(admin, restricted)
  await confirm(owner)
  const till = (await call(completeApproval, { id: restricted })).apiKey
  const widened = await approvalOf(
    call(updateRestrictedKey, { id: till.id, name: 'Till', permissions: ['refunds.manage'] }),
  )
  await approve(admin, widened)
  const after = (await secretKeys()).find((one) => one.id === till.id)
  assert.deepEqual(after!.permissions, ['refunds.view', 'refunds.manage'])

  const impossible = await approvalOf(call(rollApiKey, { id: till.id }))
  const again = await approvalOf(app.as(admin).call(rollApiKey, { id: till.id }))
  await approve(admin, impossible)
  await approve(owner, again)
  await confirmAll()
  await app.as(admin).call(completeApproval, { id: again })
  await assert.rejects(call(completeApproval, { id: impossible }), errorWith(409, 'key_rolled'))
  assert.equal((await call(getApproval, { id: impossible })).status, 'failed')
})

test('an approved key whose response was lost is shown again to the repeated request, and is stored sealed', async (t) => {
  const { app, admin, call, confirmAll, approve } = await approvalFixture(t, { apiKeys: true })
  const complete = (id: string) => call(completeApproval, { id }, { idempotencyKey: `complete ${id}` })
  const id = await approvalOf(call(createRestrictedKey, { name: 'Till', permissions: ['payments.view'] }))
  await approve(admin, id)
  await confirmAll()
  const { key } = await complete(id)
  assert.equal((await complete(id)).key, key)
  const stored = JSON.stringify(await app.runtime.database.read((tx) => tx.select().from(idempotencyKeys)))
  assert.ok(stored.includes(id) && !stored.includes(key.slice(-20)))
  const [till] = (await call(listApiKeys, {})).content.filter(({ name }) => name === 'Till')

  const impossible = await approvalOf(call(rollApiKey, { id: till!.id }))
  await approve(admin, impossible)
  await confirmAll()
  await call(revokeApiKey, { id: till!.id })
  for (const _ of [1, 2]) await assert.rejects(complete(impossible), errorWith(404, 'key_not_found'))
  assert.equal((await call(getApproval, { id: impossible })).status, 'failed')
})

test('roles, invitations and ownership wait, and nobody gets more than their requester could give', async (t) => {
  const { app, owner, admin, finance, call, confirmAll, approve } = await approvalFixture(t, { team: true })
  const roleOf = async (userId: string) =>
    (await call(listTeamMembers, {})).content.find((one) => one.userId === userId)!.role.id
  const invited = await approvalOf(call(inviteMember, { email: 'new@example.com', role: 'support' }))
  assert.equal((await call(listInvitations, {})).content.length, 0)
  await assert.rejects(approve(finance, invited), errorWith(403, 'permission_missing'))
  await approve(admin, invited)
  assert.equal((await call(listInvitations, {})).content[0]!.email, 'new@example.com')
  const support = await addMember(app, owner, 'support')
  await assert.rejects(
    app.as(support).call(changeMemberRole, { userId: support.userId, role: 'admin' }),
    errorWith(403, 'permission_missing'),
  )
  const promoted = await approvalOf(call(changeMemberRole, { userId: support.userId, role: 'operations' }))
  const { effects, subjectId } = await call(getApproval, { id: promoted })
  assert.equal(subjectId, support.userId)
  assert.deepEqual(effects.at(-1), { label: 'Role', before: 'Support', after: 'Operations' })
  await approve(admin, promoted)
  assert.equal(await roleOf(support.userId), 'operations')
  const made = await approvalOf(call(createRole, { name: 'Cashier', permissions: ['payments.view'] }))
  await approve(admin, made)
  const cashier = (await call(listRoles, {})).content.find(({ name }) => name === 'Cashier')!
  const widened = await approvalOf(
    call(updateRole, { id: cashier.id, name: 'Cashier', permissions: ['refunds.manage'] }),
  )
  await approve(admin, widened)
  const role = (await call(listRoles, {})).content.find(({ name }) => name === 'Cashier')!
  assert.deepEqual(role.permissions, ['refunds.view', 'refunds.manage'])
  await confirmAll()
  const handed = await approvalOf(call(transferOwnership, { userId: admin.userId }))
  await approve(admin, handed)
  assert.deepEqual([await roleOf(admin.userId), await roleOf(owner.userId)], ['owner', 'admin'])
})

test('the request to go live waits', async (t) => {
  const { owner, admin, call, approve, app } = await approvalFixture(t, { goLive: true })
  const status = async () => (await call(getGoLive, { merchantId: owner.merchantId } as never)).status
  const submit = () => call(requestGoLive, { merchantId: owner.merchantId } as never)
  await app.runtime.database.write((tx) =>
    tx
      .update(kycItems)
      .set({ status: 'PENDING_MERCHANT_SUBMISSION', submittedAt: null })
      .where(eq(kycItems.merchantId, owner.merchantId)),
  )
  await assert.rejects(submit(), errorWith(409, 'kyc_missing'), 'what is not possible does not wait')
  await app.runtime.database.write((tx) =>
    tx
      .update(kycItems)
      .set({ status: 'APPROVED', submittedAt: new Date() })
      .where(eq(kycItems.merchantId, owner.merchantId)),
  )
  const id = await approvalOf(submit())
  assert.equal(await status(), 'not_requested')
  await approve(admin, id)
  assert.equal(await status(), 'pending_review')
})

test('a large refund that needs a bank account waits again for the account', async (t) => {
  const { app, finance, admin, call, pay, approve, confirm, owner } = await approvalFixture(t, { refunds: true })
  const { id } = await pay('needsAccount')
  const refunded = await approve(finance, await approvalOf(call(requestRefund, { id, amountKobo: 200_000, reason })))
  const account = { id: refunded.resultId!, ...third, nameConfirmed: true }
  await confirm(owner)
  const waiting = await approvalOf(call(payRefundToAccount, account))
  const { effects } = await app.as(admin).call(getApproval, { id: waiting })
  assert.ok(effects.some(({ after }) => after.endsWith(third.accountNumber)))
  assert.equal((await approve(admin, waiting)).status, 'done')
  assert.equal((await call(listApprovals, { state: 'open' })).totalElements, 0)
})

test('a process that ends anywhere in an approval leaves it waiting or done, never done twice', async (t) => {
  const { app, finance, owner, call, pay, balanceOf, approve, confirm } = await approvalFixture(t, { refunds: true })
  const { sid } = (await app.runtime.signer.read(finance.token, app.runtime.clock()))!
  const user = { id: finance.userId, email: finance.email, sessionId: sid! }
  const job = jobUnitOfWork(app.runtime)
  for (const when of ['before', 'after'] as const)
    for (let last = 1; last <= 5; last++) {
      const { id } = await pay()
      const before = await balanceOf()
      const approvalId = await approvalOf(call(requestRefund, { id, amountKobo: 200_000, reason }))
      await confirm(finance)
      let writes = 0
      const unitOfWork = {
        ...job,
        async write(use: (context: MemberContext) => Promise<unknown>) {
          if (++writes > last || (writes === last && when === 'before')) throw new Error('killed')
          const result = await job.write((context) =>
            use({ ...context, merchant: { id: owner.merchantId }, user, apiKey: undefined }),
          )
          if (writes === last) throw new Error('killed')
          return result
        },
      } as unknown as UnitOfWork<MemberContext>
      await assert.rejects(approveRequestHandler(unitOfWork, { id: approvalId }), /killed/)
      const { status } = await call(getApproval, { id: approvalId })
      assert.ok(['waiting', 'done'].includes(status), status)
      assert.equal(await balanceOf(), status === 'done' ? before - 200_000 : before)
      assert.equal((await approve(finance, approvalId)).status, 'done')
      assert.equal(await balanceOf(), before - 200_000, `killed ${when} write ${last}`)
    }
})
