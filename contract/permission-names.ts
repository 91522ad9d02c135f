import type { Permission, PermissionArea } from './permissions.ts'

/** Areas as the screens name them. */
export const areaNames: Record<PermissionArea, string> = {
  payments: 'Transactions',
  charges: 'Charges and saved cards',
  refunds: 'Refunds',
  customers: 'Customers',
  payment_links: 'Payment links',
  invoices: 'Invoices',
  subscriptions: 'Plans, subscriptions and coupons',
  direct_debit: 'Direct debit',
  disputes: 'Disputes',
  settlements: 'Settlements',
  splits: 'Split payments',
  reports: 'Reports',
  business: 'Business profile and review',
  bank_accounts: 'Bank accounts and split recipients',
  api_keys: 'API keys',
  webhooks: 'Webhooks',
  team: 'Team and roles',
}

type OtherPermission = Exclude<Permission, `${PermissionArea}.${'view' | 'manage'}`>

/** Permissions that belong to no pair of seeing and changing. */
export const otherPermissionNames: Record<OtherPermission, string> = {
  'refunds.request': 'Ask for a refund, which somebody else approves',
  'receipts.send': 'Send receipts again',
  'notes.manage': 'Write notes on payments and customers',
  'request_log.view': 'See the API request log',
  'audit_log.view': 'See the audit log',
  'approvals.manage': 'Approve what others ask for, together with the permission for it',
  'test_mode.use': 'Do everything in Test Mode',
}

/** A permission as the table of a role names it: “Change: Payment links”. */
function permissionName(permission: Permission): string {
  if (permission in otherPermissionNames) return otherPermissionNames[permission as OtherPermission]
  const [area, what] = permission.split('.') as [PermissionArea, 'view' | 'manage']
  return `${what === 'view' ? 'See' : 'Change'}: ${areaNames[area]}`
}

/** Why a member without a permission cannot do something. */
export const permissionMissingText = (permission: Permission): string =>
  `Only the owner and people with the permission “${permissionName(permission)}” can do this.`
