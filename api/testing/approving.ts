import type { TestContext } from 'node:test'
import { approveRequest, setApprovalRules } from '@adire/contract/approvals.ts'
import type { NewApprovalRules } from '@adire/contract/approvals-schemas.ts'
import { CallError } from '@adire/contract/call.ts'
import { refundFixture } from './refunding.ts'
import { addMember, confirmSessions, type TestUser } from './users.ts'

const off: NewApprovalRules = {
  refunds: false,
  refundLimitKobo: 100_000,
  bankAccounts: false,
  recipients: false,
  apiKeys: false,
  team: false,
  goLive: false,
}

/** A business with a payment of NGN 5,000.00, an owner, an admin and a finance member, where some actions need an approval. */
export async function approvalFixture(t: TestContext, on: Partial<NewApprovalRules>) {
  const fixture = await refundFixture(t)
  const { app, owner } = fixture
  const admin = await addMember(app, owner, 'admin')
  const finance = await addMember(app, owner, 'finance')
  const confirm = (who: TestUser) => confirmSessions(app, who)
  const confirmAll = () => Promise.all([owner, admin, finance].map(confirm))
  await confirmAll()
  await app.as(owner).call(setApprovalRules, { ...off, ...on })
  /** Approves as a member who has just confirmed that it is them. */
  const approve = async (who: TestUser, id: string, comment?: string) => {
    await confirm(who)
    return app.as(who).call(approveRequest, { id, ...(comment !== undefined && { comment }) })
  }
  return { ...fixture, admin, finance, confirm, confirmAll, approve, rules: { ...off, ...on } }
}

/** The id of the request that a call waits as. */
export async function approvalOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof CallError && error.code === 'approval_required' && error.approvalId) return error.approvalId
  throw error ?? new Error('The call did not wait for an approval')
}
