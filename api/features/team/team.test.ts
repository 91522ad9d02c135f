import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listApiKeys } from '@adire/contract/api-keys.ts'
import type { CallError } from '@adire/contract/call.ts'
import { listCustomers } from '@adire/contract/customers.ts'
import { listMerchants } from '@adire/contract/merchants.ts'
import { messages } from '@adire/contract/messages.ts'
import { requestGoLive } from '@adire/contract/onboarding.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import { listSettlements } from '@adire/contract/settlements.ts'
import {
  acceptInvitation,
  changeMemberRole,
  createRole,
  deleteRole,
  inviteMember,
  joinTeam,
  leaveTeam,
  listInvitations,
  listRoles,
  listTeamMembers,
  removeMember,
  resendInvitation,
  revokeInvitation,
  transferOwnership,
  updateRole,
  viewInvitation,
} from '@adire/contract/team.ts'
import { testApp } from '../../testing/app.ts'
import { runJob } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import { addMember, confirmSessions, type TestUser, testPassword } from '../../testing/users.ts'
import { sendWhileLocked } from '../../testing/while-locked.ts'
import { openLive } from '../onboarding/open-live.ts'

const missing = errorWith(403, 'permission_missing')
const notYours = errorWith(403, 'permission_not_yours')
const expired = errorWith(422, 'token_not_valid')

async function team(t: TestContext) {
  const api = await testApp(t)
  const owner = await api.createUser('tola')
  const as = async (user: TestUser) => {
    await confirmSessions(api, user)
    return api.as(user).call
  }
  const readToken = async (email: string) => {
    await api.drain()
    const mail = (await mailsTo(api, email)).at(-1)
    return /\/invitation\/([\w-]+)/.exec(mail!.text)![1]!
  }
  return { api, owner, call: await as(owner), as, readToken }
}

test('an invited person without an account joins, and has the role from the first request', async (t) => {
  const { api, call, readToken } = await team(t)
  const email = 'ada@example.com'
  await assert.rejects(call(inviteMember, { email, role: '' as never }), (error: CallError) => {
    assert.deepEqual(error.fields, [{ field: 'role', message: messages.required }])
    return true
  })
  const invitation = await call(inviteMember, { email, role: 'finance' })
  assert.deepEqual([invitation.email, invitation.role.name], [email, 'Finance'])
  await assert.rejects(call(inviteMember, { email, role: 'admin' }), errorWith(422, 'invitation_open'))
  const token = await readToken(email)
  const client = api.asClient().call
  const seen = await client(viewInvitation, { token })
  assert.deepEqual(
    [seen.isOpen, seen.businessName, seen.email, seen.roleName, seen.hasAccount],
    [true, 'tola Stores', email, 'Finance', false],
  )
  const person = { token, firstName: 'Adaeze', lastName: 'Okafor', password: 'Indigo-2026' }
  const [one, other] = await Promise.allSettled([client(joinTeam, person), client(joinTeam, person)])
  assert.deepEqual([one.status, other.status].sort(), ['fulfilled', 'rejected'])
  await assert.rejects(client(joinTeam, person), expired)
  const { content } = await call(listTeamMembers, {})
  assert.deepEqual(
    content.map(({ email, role }) => [email.replace(/-\d+/, ''), role.id]),
    [
      ['tola@example.com', 'owner'],
      [email, 'finance'],
    ],
  )
  assert.equal((await call(listInvitations, {})).content.length, 0)
})

test('an invitation can be sent again, revoked, and expires; a link opens only for its own address', async (t) => {
  const { api, owner, call, as, readToken } = await team(t)
  const bola = await api.createUser('bola')
  const bolaCall = await as(bola)
  const { id } = await call(inviteMember, { email: bola.email, role: 'support' })
  const first = await readToken(bola.email)
  await call(resendInvitation, { id })
  const second = await readToken(bola.email)
  await assert.rejects(bolaCall(acceptInvitation, { token: first }), expired)
  const stranger = await as(await api.createUser('eve'))
  await assert.rejects(stranger(acceptInvitation, { token: second }), errorWith(403, 'invitation_of_other'))
  await assert.rejects(
    api.asClient().call(joinTeam, { token: second, firstName: 'Bola', lastName: 'Adeyemi', password: 'Indigo-2026' }),
    errorWith(409, 'account_exists'),
  )
  api.forward(7 * 864e5 + 1000)
  await assert.rejects(bolaCall(acceptInvitation, { token: second }), expired)
  await call(resendInvitation, { id })
  const third = await readToken(bola.email)
  assert.equal((await bolaCall(acceptInvitation, { token: third })).merchantId, owner.merchantId)
  // Repeated, for example because the first response was lost.
  assert.equal((await bolaCall(acceptInvitation, { token: third })).merchantId, owner.merchantId)
  const { content } = await bolaCall(listMerchants, { userEmail: bola.email })
  assert.deepEqual(
    content.map(({ role }) => role.id),
    ['support', 'owner'],
  )

  await confirmSessions(api, owner)
  const { id: another } = await call(inviteMember, { email: 'chi@example.com', role: 'support' })
  const revoked = await readToken('chi@example.com')
  await call(revokeInvitation, { id: another })
  assert.equal((await api.asClient().call(viewInvitation, { token: revoked })).isOpen, false)
  await assert.rejects(stranger(revokeInvitation, { id: another }), errorWith(404, 'invitation_not_found'))
})

test('the email of an invitation is sent for its own business only', async (t) => {
  const { api, owner, call, readToken } = await team(t)
  const email = 'ada@example.com'
  const { id, sentAt } = await call(inviteMember, { email, role: 'support' })
  await readToken(email)
  const other = await api.createUser('other')
  const countAfter = async (business: { merchantId: string }) => {
    await runJob(api.runtime, 'mail-invitation', { ...business, id, sentAt })
    return (await mailsTo(api, email)).length
  }
  assert.equal(await countAfter({ merchantId: other.merchantId }), 1)
  assert.equal(await countAfter({ merchantId: owner.merchantId }), 2)
})

test('a removed member has no access from the next request, in both modes', async (t) => {
  const { api, owner, call, as } = await team(t)
  const liveId = await api.runtime.database.write((tx) => openLive(tx, owner.merchantId, api.runtime.clock()))
  const ada = await addMember(api, owner, 'operations')
  await api.runtime.database.write((tx) =>
    tx.$client.query("insert into memberships (user_id, merchant_id, role) values ($1, $2, 'operations')", [
      ada.userId,
      liveId,
    ]),
  )
  const adaCall = await as(ada)
  const liveCall = api.as({ ...ada, merchantId: liveId }, 'LIVE').call
  await adaCall(listCustomers, {})
  await liveCall(listCustomers, {})
  await call(removeMember, { userId: ada.userId })
  await assert.rejects(adaCall(listCustomers, {}), errorWith(404, 'business_not_found'))
  await assert.rejects(liveCall(listCustomers, {}), errorWith(404, 'business_not_found'))
  await assert.rejects(call(removeMember, { userId: ada.userId }), errorWith(404, 'member_not_found'))
})

test('a changed role counts from the next request, and nobody can change or raise their own', async (t) => {
  const { api, owner, call, as } = await team(t)
  const [ada, finance] = [await addMember(api, owner, 'admin'), await addMember(api, owner, 'finance')]
  const [adaCall, financeCall] = [await as(ada), await as(finance)]
  await financeCall(listSettlements, {})
  await call(changeMemberRole, { userId: finance.userId, role: 'support' })
  await assert.rejects(financeCall(listSettlements, {}), missing)
  await assert.rejects(financeCall(changeMemberRole, { userId: finance.userId, role: 'admin' }), missing)
  await assert.rejects(adaCall(changeMemberRole, { userId: ada.userId, role: 'support' }), errorWith(409, 'own_role'))
  await assert.rejects(
    adaCall(changeMemberRole, { userId: owner.userId, role: 'support' }),
    errorWith(409, 'owner_fixed'),
  )
  await assert.rejects(adaCall(removeMember, { userId: owner.userId }), errorWith(409, 'owner_fixed'))
  await assert.rejects(adaCall(transferOwnership, { userId: ada.userId }), errorWith(409, 'not_the_owner'))
  await assert.rejects(call(leaveTeam, {}), errorWith(409, 'owner_fixed'))
  await call(transferOwnership, { userId: ada.userId })
  assert.deepEqual(
    (await call(listTeamMembers, {})).content.map(({ role }) => role.id),
    ['admin', 'owner', 'support'],
  )
  await call(leaveTeam, {})
  await assert.rejects(call(listTeamMembers, {}), errorWith(404, 'business_not_found'))
})

test('a role of the business: nobody gives, takes or edits more than they have', async (t) => {
  const { api, owner, call, as } = await team(t)
  const role = await call(createRole, {
    name: 'Team lead',
    permissions: ['team.manage', 'customers.manage', 'api_keys.view'],
  })
  assert.deepEqual(role.permissions, [
    'customers.view',
    'customers.manage',
    'api_keys.view',
    'team.view',
    'team.manage',
  ])
  await assert.rejects(
    call(createRole, { name: 'team LEAD', permissions: ['team.view'] }),
    errorWith(422, 'role_exists'),
  )
  await assert.rejects(call(createRole, { name: 'Owner', permissions: ['team.view'] }), errorWith(422, 'role_exists'))
  const lead = await addMember(api, owner, 'support')
  await call(changeMemberRole, { userId: lead.userId, role: role.id })
  const leadCall = await as(lead)
  await leadCall(listApiKeys, {})
  const support = await addMember(api, owner, 'support')
  await assert.rejects(leadCall(changeMemberRole, { userId: support.userId, role: 'admin' }), notYours)
  await assert.rejects(leadCall(removeMember, { userId: support.userId }), notYours)
  await assert.rejects(leadCall(inviteMember, { email: 'a@example.com', role: 'finance' }), notYours)
  await assert.rejects(leadCall(createRole, { name: 'All', permissions: ['refunds.manage'] }), notYours)
  await assert.rejects(
    leadCall(updateRole, { id: role.id, name: 'Team lead', permissions: ['refunds.manage'] }),
    errorWith(409, 'own_role'),
  )
  const small = await leadCall(createRole, { name: 'Address book', permissions: ['customers.view'] })
  assert.deepEqual(
    (await leadCall(listRoles, {})).content.filter(({ grantable }) => grantable).map(({ name }) => name),
    ['Address book', 'Team lead'],
  )
  await leadCall(inviteMember, { email: 'a@example.com', role: small.id })
  await assert.rejects(call(deleteRole, { id: role.id }), errorWith(409, 'role_in_use'))
  await assert.rejects(call(deleteRole, { id: small.id }), errorWith(409, 'role_in_use'))
  await call(updateRole, { id: role.id, name: 'Team lead', permissions: ['team.view'] })
  await assert.rejects(leadCall(listCustomers, {}), missing)
  const other = await as(await api.createUser('eve'))
  await assert.rejects(
    other(changeMemberRole, { userId: lead.userId, role: 'support' }),
    errorWith(404, 'member_not_found'),
  )
  await assert.rejects(other(inviteMember, { email: 'b@example.com', role: role.id }), errorWith(422, 'role_not_found'))
})

test('what only Test Mode allows a developer is not theirs to give, and a team change needs a confirmation', async (t) => {
  const { api, owner, call } = await team(t)
  const developer = await addMember(api, owner, 'developer')
  const developerCall = api.as(developer).call
  await developerCall(listCustomers, {})
  await assert.rejects(developerCall(requestGoLive, {}), missing)
  await assert.rejects(developerCall(inviteMember, { email: 'a@example.com', role: 'support' }), missing)
  await assert.rejects(
    call(requestRefund, { id: crypto.randomUUID(), amountKobo: 100_00, reason: 'other' }),
    errorWith(404, 'payment_not_found'),
  )
  api.forward(6 * 60_000)
  await assert.rejects(
    call(inviteMember, { email: 'a@example.com', role: 'support' }),
    errorWith(403, 'confirmation_required'),
  )
})

test('an invitation that is used twice at the same moment brings the person in once', async (t) => {
  const { api, owner, call, as, readToken } = await team(t)
  const codesOf = (results: PromiseSettledResult<unknown>[]) =>
    results.map((one) => one.status === 'rejected' && one.reason.code)
  const person = { firstName: 'Ada', lastName: 'Obi', password: testPassword }
  const join = async (tokens: string[]) =>
    codesOf(
      await sendWhileLocked<unknown>(
        api,
        'lock table users in share mode',
        tokens.map((token) => () => api.asClient().call(joinTeam, { token, ...person })),
      ),
    )
  const email = 'ada@example.com'
  await call(inviteMember, { email, role: 'support' })
  const token = await readToken(email)
  assert.deepEqual(await join([token, token]), [false, 'token_not_valid'])

  const eve = await as(await api.createUser('eve'))
  const tokens: string[] = []
  for (const invite of [call, eve]) {
    await invite(inviteMember, { email: 'obi@example.com', role: 'support' })
    tokens.push(await readToken('obi@example.com'))
  }
  const joined = await join(tokens)
  assert.deepEqual(new Set(joined), new Set([false, 'account_exists']), 'invited by two businesses')

  const bola = await api.createUser('bola')
  await call(inviteMember, { email: bola.email, role: 'support' })
  const accept = { token: await readToken(bola.email) }
  const accepted = await sendWhileLocked<unknown>(api, 'lock table memberships in share mode', [
    () => api.as(bola).call(acceptInvitation, accept),
    () => api.as(bola).call(acceptInvitation, accept),
  ])
  assert.deepEqual(codesOf(accepted), [false, false])
  assert.deepEqual(
    (await call(listTeamMembers, {})).content.map((member) => member.email),
    [owner.email, email, ...(joined[0] ? [] : ['obi@example.com']), bola.email],
  )
})
