/** What a person of the provider may do in the back office: `<area>.view` to see an area, anything else to change something. */
export const allStaffPermissions = [
  'review.view',
  'review.manage',
  'merchants.view',
  'merchants.manage',
  'merchants.impersonate',
  'prices.manage',
  'payments.view',
  'payments.manage',
  'disputes.view',
  'disputes.manage',
  'settlements.view',
  'settlements.manage',
  'ledger.view',
  'reconciliation.view',
  'reconciliation.manage',
  'system.view',
  'jobs.view',
  'jobs.manage',
  'events.view',
  'events.manage',
  'holidays.manage',
  'announcements.manage',
  'risk.view',
  'risk.manage',
  'staff.view',
  'staff.manage',
  'audit.view',
] as const
export type StaffPermission = (typeof allStaffPermissions)[number]

/** What each permission opens, in words for people: "You need the permission to …". */
export const staffPermissionTexts: Record<StaffPermission, string> = {
  'review.view': 'see the review queue',
  'review.manage': 'review businesses and open their documents',
  'merchants.view': 'see merchants',
  'merchants.manage': 'freeze merchants and change their limits',
  'merchants.impersonate': 'view the dashboard of a merchant',
  'prices.manage': 'set prices',
  'payments.view': 'see payments',
  'payments.manage': 'query and resolve payments',
  'disputes.view': 'see disputes',
  'disputes.manage': 'open and decide disputes',
  'settlements.view': 'see settlements',
  'settlements.manage': 'hold, release and retry settlements',
  'ledger.view': 'see the ledger',
  'reconciliation.view': 'see reconciliations',
  'reconciliation.manage': 'resolve discrepancies',
  'system.view': 'see the state of the system',
  'jobs.view': 'see jobs',
  'jobs.manage': 'run jobs again',
  'events.view': 'see events of processors and webhooks',
  'events.manage': 'process events again',
  'holidays.manage': 'change holidays',
  'announcements.manage': 'announce something to merchants',
  'risk.view': 'see alerts and risk rules',
  'risk.manage': 'change risk rules and resolve alerts',
  'staff.view': 'see the staff',
  'staff.manage': 'invite, change and deactivate staff',
  'audit.view': 'see the audit log of the staff',
}

export const staffRoleNames = {
  reviewer: 'Reviewer',
  support: 'Support',
  finance: 'Finance',
  risk: 'Risk',
  admin: 'Admin',
} as const
export type StaffRole = keyof typeof staffRoleNames
export const staffRoles = Object.keys(staffRoleNames) as [StaffRole, ...StaffRole[]]

export const staffRolePermissions: Record<StaffRole, readonly StaffPermission[]> = {
  reviewer: ['review.view', 'review.manage', 'merchants.view'],
  support: [
    'review.view',
    'merchants.view',
    'merchants.impersonate',
    'payments.view',
    'payments.manage',
    'disputes.view',
    'settlements.view',
    'system.view',
    'jobs.view',
    'events.view',
  ],
  finance: [
    'merchants.view',
    'prices.manage',
    'payments.view',
    'payments.manage',
    'disputes.view',
    'disputes.manage',
    'settlements.view',
    'settlements.manage',
    'ledger.view',
    'reconciliation.view',
    'reconciliation.manage',
    'system.view',
    'holidays.manage',
  ],
  risk: [
    'review.view',
    'merchants.view',
    'merchants.manage',
    'payments.view',
    'disputes.view',
    'settlements.view',
    'risk.view',
    'risk.manage',
    'audit.view',
  ],
  admin: allStaffPermissions,
}

/** Why somebody without a permission cannot do something, for disabled buttons and for the server's answer. */
export const staffPermissionMissing = (role: StaffRole, permission: StaffPermission): string =>
  `Your role ${staffRoleNames[role]} does not include the permission to ${staffPermissionTexts[permission]}`
