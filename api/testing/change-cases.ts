import { addStaffPasskey, removeStaffPasskey, startStaffPasskey } from '@adire/contract/back-office/staff-passkeys.ts'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { getPromotion, promoteObjects } from '@adire/contract/promotion.ts'
import { createReportSchedule } from '@adire/contract/report-schedules.ts'
import { updateSubscriptionAddOns } from '@adire/contract/subscription-actions.ts'
import type { AddOn } from '@adire/contract/subscription-fields-schemas.ts'
import { listSubscriptions } from '@adire/contract/subscriptions.ts'
import { setTeamSecurity } from '@adire/contract/team.ts'
import { openLive } from '../features/onboarding/open-live.ts'
import { createAuthenticator } from './authenticator.ts'
import { newEmail, type OnceCase, type OnceFixture, onceCase } from './once-cases.ts'
import { passkeyOrigin } from './passkeys.ts'
import { asStaff, createStaff } from './staff.ts'
import { testCards } from './subscribing.ts'
import { confirmSessions } from './users.ts'

const storage: AddOn = { name: 'Extra storage', amountKobo: 50_000, quantity: 2 }
const support: AddOn = { name: 'Support', amountKobo: 200_000, quantity: 1 }

/** The id of a new subscription, with add-ons. */
async function subscriptionWith({ app, user, planSlug: slug }: OnceFixture, addOns: AddOn[]): Promise<string> {
  const email = newEmail()
  const { accessCode } = await app.asNobody().call(startPayment, { slug, checkoutId: crypto.randomUUID(), email })
  await app.asNobody().call(payByCard, { accessCode, ...testCards.good })
  const { id } = (await app.as(user).call(listSubscriptions, { search: email })).content[0]!
  if (addOns.length > 0) await app.as(user).call(updateSubscriptionAddOns, { id, addOns })
  return id
}

/** A change of the add-ons of a subscription: an event of its timeline and one of the audit log. */
const addOnCase = (title: string, before: AddOn[], addOns: AddOn[]) =>
  onceCase(
    updateSubscriptionAddOns,
    { add_on_events: 1, audit_events: 1 },
    async (fixture) => ({ input: { id: await subscriptionWith(fixture, before), addOns } }),
    { title },
  )

/** An owner with an authenticator app, who may require a second factor. */
async function ownerWithApp({ app }: OnceFixture) {
  const by = await app.createUser('Owner')
  await confirmSessions(app, by)
  await app.runtime.database.write(({ $client }) =>
    $client.query('update users set totp_enabled_at = now() where id = $1', [by.userId]),
  )
  return by
}

/** A person of the staff, the credential of a new passkey, and a way to add it. */
async function staffCredential({ app }: OnceFixture) {
  const by = await createStaff(app, 'admin')
  const credential = createAuthenticator(passkeyOrigin).create(await asStaff(app, by)(startStaffPasskey, {}))
  return { by, input: { name: 'Laptop', credential } }
}

/** A scheduled report of the test mode that Live Mode lacks. */
async function reportToPromote({ app }: OnceFixture) {
  const owner = await app.createUser('Owner')
  await confirmSessions(app, owner)
  const merchantId = await app.runtime.database.write((tx) => openLive(tx, owner.merchantId, app.runtime.clock()))
  await app.as(owner).call(createReportSchedule, {
    report: 'fees',
    template: 'general',
    format: 'csv',
    frequency: 'weekly',
    recipientIds: [owner.userId],
  })
  const by = { ...owner, merchantId }
  const { content } = await app.as(by, 'LIVE').call(getPromotion, {})
  const { kind, testId, version } = content.find((item) => item.kind === 'report_schedule')!
  return { by, mode: 'live' as const, input: { objects: [{ kind, testId, version }] } }
}

/** Changes without an idempotency key, because the state itself says whether they were made. */
export const changeCases: readonly OnceCase[] = [
  addOnCase('the first add-ons', [], [storage, support]),
  addOnCase('another quantity of an add-on', [storage, support], [{ ...storage, quantity: 3 }, support]),
  addOnCase('the removal of all add-ons', [storage], []),
  onceCase(setTeamSecurity, { audit_events: 1, required_factors: 1 }, async (fixture) => ({
    input: { secondFactorRequired: true },
    by: await ownerWithApp(fixture),
  })),
  onceCase(addStaffPasskey, { passkeys: 1, staff_events: 1 }, staffCredential),
  onceCase(removeStaffPasskey, { passkeys: -1, staff_events: 1 }, async (fixture) => {
    const { by, input } = await staffCredential(fixture)
    const { id } = await asStaff(fixture.app, by)(addStaffPasskey, input)
    return { by, input: { id } }
  }),
  onceCase(promoteObjects, { report_schedules: 1, promoted_objects: 1, audit_events: 2 }, reportToPromote),
]
