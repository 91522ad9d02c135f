import { staffLimits } from '@adire/contract/back-office/staff.ts'
import { Email } from '@adire/contract/fields.ts'
import { type StaffRole, staffRoleNames, staffRoles } from '@adire/contract/staff-permissions.ts'
import { asc } from 'drizzle-orm'
import type { OperatorContext } from '../../operator-context.ts'
import { checkAuditChains } from '../audit/chain.ts'
import { createInvitationToken, invitationUrl, inviteStaffMember } from './invite.ts'
import { changeRoleTo, changeStaff, deactivateStaff, resetSecondFactor } from './manage.ts'
import { staff, staffLog } from './tables.ts'

export const staffUsage = `
  staff list                                 people of the back office
  staff invite <email> --role <role>         prints the link of an invitation; roles: ${staffRoles.join(', ')}
  staff role <email> --role <role>
  staff deactivate <email>                   ends every session of the person
  staff reset-second-factor <email>          the next sign-in sets up a new authenticator app
  staff check-audit-log                      recomputes the chain of the staff's audit log`

/** Runs one command about the staff. Returns the exit code, or undefined if there is no such command. Errors are thrown. */
export async function runStaffCommand(
  operator: OperatorContext,
  [verb, given, ...more]: string[],
  role: string | undefined,
): Promise<number | undefined> {
  if (more.length > 0) return undefined
  if (verb === 'list' && given === undefined) return printStaff(operator)
  if (verb === 'check-audit-log' && given === undefined) return checkLog(operator)
  const email = Email.safeParse(given).data
  if (!email) return undefined
  const { print, write, reviewer } = operator
  const actor = { id: null, name: reviewer }
  if (verb === 'invite' && isRole(role)) {
    const url = await write(async (context) => {
      const id = await inviteStaffMember(context, { email, role }, actor)
      return invitationUrl(context.config.publicUrl, await createInvitationToken(context, id))
    })
    print(`${email} can accept the invitation as ${staffRoleNames[role]} at:`)
    print(url)
    print(`The link works once, within ${staffLimits.invitationDays} days.`)
    return 0
  }
  const change = {
    role: isRole(role) ? changeRoleTo(role) : undefined,
    deactivate: deactivateStaff,
    'reset-second-factor': resetSecondFactor,
  }[verb ?? '']
  if (!change) return undefined
  await write((context) => changeStaff(context, { email }, actor, change))
  print('Done. It takes effect within a second.')
  return 0
}

const isRole = (given: string | undefined): given is StaffRole => staffRoles.includes(given as StaffRole)

async function printStaff({ print, write }: OperatorContext) {
  const people = await write(({ tx }) =>
    tx.select().from(staff).orderBy(asc(staff.createdAt)).limit(staffLimits.people),
  )
  if (people.length === 0) print('Nobody has access to the back office yet: use "staff invite".')
  for (const { email, name, role, joinedAt, deactivatedAt } of people)
    print(
      [
        email.padEnd(32),
        staffRoleNames[role].padEnd(8),
        deactivatedAt ? 'deactivated' : joinedAt ? 'active' : 'invited',
        name ?? '',
      ].join('  '),
    )
  return 0
}

async function checkLog({ print, write }: OperatorContext) {
  const { events, faults, digest } = await checkAuditChains(write, staffLog)
  print(`${events} events of the staff. Digest of the end: ${digest}`)
  for (const fault of faults) print(`✗ ${fault}`)
  if (faults.length === 0) print('✓ No event was changed or removed since it was linked.')
  return faults.length === 0 ? 0 : 1
}
