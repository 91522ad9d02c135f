import type { confirmStaff } from '@adire/contract/back-office/staff.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import type { PasskeyAssertion } from '@adire/contract/passkeys-schemas.ts'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Context, StaffContext, UnitOfWork } from '../../context.ts'
import { Problem, problem } from '../../http/problem.ts'
import type { EndpointRoute } from '../../http/route.ts'
import { consumeAttempt, releaseAttempts } from '../auth/attempts.ts'
import { wrapRoute } from '../lifecycle/guarded-action.ts'
import { useAssertion } from '../passkeys/assert.ts'
import { recordStaffEvent } from './events.ts'
import { reportCopiedStaffPasskey, staffConfirmationScope } from './passkeys.ts'
import { proveStaffCode } from './second-factor.ts'
import { staffSessions } from './tables.ts'

const passkeysIn15Minutes = 5

/**
 * Requires that the person proved the second factor in this session within the last five minutes, at the sign-in or since. A session that
 * has ended is noticed at once, also while another process still accepts it.
 * @throws 403 confirmation_required
 */
async function requireStaffConfirmation({ tx, staff, realNow }: StaffContext): Promise<void> {
  const since = new Date(realNow.getTime() - limits.confirmationMs)
  const [fresh] = await tx
    .select({ id: staffSessions.id })
    .from(staffSessions)
    .where(
      and(eq(staffSessions.id, staff.sessionId), isNull(staffSessions.endedAt), gt(staffSessions.confirmedAt, since)),
    )
  if (!fresh) throw new Problem(403, 'confirmation_required', 'Confirm that it is you to continue')
}

/** A route of the back office that requires a confirmation where the contract says so (`confirmed`), before anything else happens. */
export function confirmRoute(route: EndpointRoute): EndpointRoute {
  if (!route.endpoint.confirmed) return route
  // The confirmation must be checked in the transaction of the change.
  if (route.withoutTransaction)
    throw new Error(`${route.endpoint.path} needs a confirmation: use route or creationRoute`)
  return wrapRoute<StaffContext>(route, async (context, _given, run) => {
    await requireStaffConfirmation(context)
    return run()
  })
}

/**
 * Confirms with the second factor that it is the signed-in person. The password is not enough: somebody at an open screen may have seen
 * it typed.
 * @throws 422 wrong_code or passkey_rejected, 429 too_many_attempts
 */
export async function confirmStaffHandler(
  unitOfWork: UnitOfWork<StaffContext>,
  { code, passkey }: ParsedInput<typeof confirmStaff>,
): Promise<void> {
  const proven = passkey ? await provePasskey(unitOfWork, passkey) : await proveCode(unitOfWork, code!)
  await unitOfWork.write(async (context) => {
    const { tx, staff, realNow } = context
    await tx.update(staffSessions).set({ confirmedAt: realNow }).where(eq(staffSessions.id, staff.sessionId))
    if (proven === 'recovery') await recordStaffEvent(context, { action: 'recovery_code.used' })
  })
}

async function proveCode(unitOfWork: UnitOfWork<StaffContext>, code: string) {
  const staffId = await unitOfWork.write(async ({ staff }) => staff.id)
  const proven = await proveStaffCode(unitOfWork.write as Write, staffId, code)
  if (!proven)
    throw problem.field('code', 'This code is wrong or was already used. Enter the code shown now', 'wrong_code')
  return proven
}

/** Checks the signature of one of the person's passkeys, made for this session. The challenge is used up in any case. */
async function provePasskey(unitOfWork: UnitOfWork<StaffContext>, assertion: PasskeyAssertion) {
  const taken = await unitOfWork.write(({ tx, staff, realNow }) =>
    consumeAttempt(tx, [{ key: `staff-passkey:${staff.id}`, max: passkeysIn15Minutes }], realNow),
  )
  const isProved = await unitOfWork.write(async (context) => {
    const outcome = await useAssertion(context, staffConfirmationScope(context), assertion)
    await reportCopiedStaffPasskey(context, outcome)
    if ('proved' in outcome) await releaseAttempts(context.tx, taken)
    return 'proved' in outcome
  })
  if (!isProved) throw problem.field('passkey', 'The passkey was not accepted. Please try again', 'passkey_rejected')
  return 'passkey' as const
}

type Write = <T>(callback: (context: Context) => Promise<T>) => Promise<T>
