import { staffLimits } from '@adire/contract/back-office/staff.ts'
import type { Context, RequestOrigin } from '../../context.ts'
import { describeDevice } from '../../http/describe-device.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { formatInstant } from '../../lagos.ts'
import type { Runtime } from '../../runtime.ts'
import { hashToken } from '../auth/hash-token.ts'
import { isNewDevice } from '../auth/new-device.ts'
import { recordStaffEvent } from './events.ts'
import { mailStaff } from './jobs.ts'
import type { StaffRecord } from './list.ts'
import { staffSessions } from './tables.ts'

export type Write = <T>(callback: (context: Context) => Promise<T>) => Promise<T>

/** Short transactions of a request of the back office that has no session yet. */
export const writeFor =
  ({ database, clock, config, vault }: Runtime, origin: RequestOrigin): Write =>
  (callback) =>
    database.write((tx) => {
      const now = clock()
      return callback({ tx, mode: 'LIVE', now, realNow: now, config, vault, origin })
    })

/** Starts a session of a person who has proved the second factor and whose row is locked. `cookieSecret` is for the cookie. */
export async function openSession(context: Context, { id, name, email }: StaffRecord) {
  const { tx, now, origin } = context
  const isNew = await isNewDevice(
    context,
    { table: staffSessions, owner: staffSessions.staffId, userAgent: staffSessions.userAgent },
    id,
  )
  const sessionId = crypto.randomUUID()
  const cookieSecret = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  await tx.insert(staffSessions).values({
    id: sessionId,
    staffId: id,
    secretHash: hashToken(cookieSecret),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + staffLimits.sessionMs),
    confirmedAt: now,
    ip: origin.ip,
    userAgent: origin.userAgent,
  })
  const actor = { id, name: name ?? email }
  await recordStaffEvent(context, { action: 'session.started', actor, object: describeDevice(origin.userAgent) })
  if (isNew) await notifyOfNewDevice(context, id)
  return { sessionId, cookieSecret }
}

const notifyOfNewDevice = ({ tx, now, origin }: Context, staffId: string) =>
  enqueueJob(tx, mailStaff, {
    staffId,
    subject: 'Sign-in from a new device',
    text: `${describeDevice(origin.userAgent)}${origin.ip ? `, from ${origin.ip}` : ''}, on ${formatInstant(now)}, Lagos. If it was not you, end the session, change your password and tell an admin.`,
    action: { label: 'See your sessions', path: '/account' },
  })

/** An access token of a session. */
export const signToken = ({ signer, clock }: Runtime, staffId: string, sessionId: string) =>
  signer.sign(
    { sub: staffId, scope: 'staff', sid: sessionId, aud: 'operator' },
    new Date(clock().getTime() + staffLimits.accessTokenMs),
  )
