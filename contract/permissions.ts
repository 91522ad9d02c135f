import type { Mode } from './call.ts'

/** Areas of the product with a permission to see them and a permission to change them. */
export const permissionAreas = [
  'payments',
  'charges',
  'refunds',
  'customers',
  'payment_links',
  'invoices',
  'subscriptions',
  'direct_debit',
  'disputes',
  'settlements',
  'splits',
  'reports',
  'business',
  'bank_accounts',
  'api_keys',
  'webhooks',
  'team',
] as const
export type PermissionArea = (typeof permissionAreas)[number]

const otherPermissions = [
  /** To ask for a refund, which somebody else approves. */
  'refunds.request',
  'receipts.send',
  'notes.manage',
  'request_log.view',
  'audit_log.view',
  /** To approve what somebody else asks for, together with the permission of the action. */
  'approvals.manage',
  /** In Test Mode, everything except what also concerns Live Mode (`alsoInLiveMode`). */
  'test_mode.use',
] as const

export type Permission = `${PermissionArea}.${'view' | 'manage'}` | (typeof otherPermissions)[number]

/** Every permission, area by area. */
export const allPermissions: readonly Permission[] = [
  ...permissionAreas.flatMap((area) => [`${area}.view`, `${area}.manage`] as const),
  ...otherPermissions,
]

/**
 * What Test Mode shares with Live Mode: one team and its approvals, one review of the business, one payout account.
 * `test_mode.use` does not include it.
 */
const alsoInLiveMode: readonly Permission[] = [
  'team.manage',
  'business.manage',
  'bank_accounts.manage',
  'approvals.manage',
]

const everythingExcept = (...areas: (PermissionArea | Permission)[]) =>
  allPermissions.filter((one) => !areas.some((area) => one === area || one.startsWith(`${area}.`)))

/** Roles that every business has. Only the owner can hand over the business; otherwise an admin can do the same. */
export const roleNames = {
  owner: 'Owner',
  admin: 'Admin',
  operations: 'Operations',
  finance: 'Finance',
  developer: 'Developer',
  support: 'Support',
} as const
export type BuiltInRole = keyof typeof roleNames

export const rolePermissions: Record<BuiltInRole, readonly Permission[]> = {
  owner: allPermissions,
  admin: allPermissions,
  operations: [
    ...everythingExcept('settlements', 'bank_accounts', 'api_keys', 'team', 'approvals.manage'),
    'team.view',
  ],
  finance: [
    'payments.view',
    'charges.view',
    'refunds.view',
    'refunds.manage',
    'refunds.request',
    'receipts.send',
    'customers.view',
    'invoices.view',
    'subscriptions.view',
    'direct_debit.view',
    'disputes.view',
    'settlements.view',
    'settlements.manage',
    'splits.view',
    'reports.view',
    'reports.manage',
    'business.view',
    'bank_accounts.view',
    'team.view',
    'audit_log.view',
    'approvals.manage',
  ],
  developer: [
    'payments.view',
    'charges.view',
    'business.view',
    'api_keys.view',
    'api_keys.manage',
    'webhooks.view',
    'webhooks.manage',
    'team.view',
    'request_log.view',
    'test_mode.use',
  ],
  support: [
    'payments.view',
    'charges.view',
    'refunds.view',
    'refunds.request',
    'receipts.send',
    'notes.manage',
    'customers.view',
    'payment_links.view',
    'invoices.view',
    'subscriptions.view',
    'direct_debit.view',
    'disputes.view',
    'business.view',
    'team.view',
  ],
}

/** What a secret key may do: a key cannot change the account, see who works in the business, or say where money goes. */
export const secretKeyPermissions: readonly Permission[] = allPermissions.filter(
  (one) =>
    !['business.manage', 'bank_accounts.manage', 'settlements.manage', 'payments.manage', 'reports.manage'].includes(
      one,
    ) && !/^(api_keys|team|request_log|audit_log|approvals|test_mode)\./.test(one),
)

/** What a member with these permissions may do in one mode. */
export function effectivePermissions(given: readonly Permission[], mode: Mode): ReadonlySet<Permission> {
  const all = new Set(given)
  if (mode === 'TEST' && all.has('test_mode.use'))
    for (const one of allPermissions) if (!alsoInLiveMode.includes(one)) all.add(one)
  return all
}

/** Permissions in the order of the list, each once, and with each permission to change something also the one to see it. */
export const completePermissions = (given: readonly Permission[]): Permission[] =>
  allPermissions.filter(
    (one) =>
      given.includes(one) || (one.endsWith('.view') && given.includes(one.replace('.view', '.manage') as Permission)),
  )

/** What staff who view the dashboard of a business never see: keys, secrets of webhooks, and bodies of requests. */
const hiddenFromStaff: readonly string[] = ['api_keys.', 'webhooks.', 'request_log.']

/** Whether staff who view the dashboard of a business may read what needs this permission. */
export const isViewable = (permission: Permission): boolean =>
  permission.endsWith('.view') && !hiddenFromStaff.some((start) => permission.startsWith(start))
