import type { Role } from '@adire/contract/team-schemas.ts'
import { formatCount } from '../../ui/counted.ts'

/** What each role that every business has is for, by its id. */
const roleNotes: Record<string, string> = {
  owner: 'Everything, and can hand over the business.',
  admin: 'Everything except handing over the business.',
  operations: 'Runs the business day by day. No settlements, bank accounts, API keys or changes of the team.',
  finance: 'Settlements, refunds, approvals and reports. Sees sales and customers.',
  developer: 'API keys, webhooks and logs. Everything in Test Mode.',
  support: 'Sees payments and customers, asks for refunds, sends receipts again, writes notes.',
}

/** What a role is for. */
export const describeRole = ({ id, permissions }: Pick<Role, 'id' | 'permissions'>) =>
  roleNotes[id] ?? `${formatCount(permissions.length, 'permission', 'permissions')}, chosen by your business.`
