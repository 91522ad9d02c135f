/** `days`: how long a request waits. `mailed`: requests of one hour that are emailed. */
export const staffApprovalLimits = { days: 3, waiting: 100, mailed: 20, payoutLimitKobo: 100_000_000 }

/** What an admin can put under the two-person rule, as a group of actions. The rules follow as soon as one of the others is on. */
export const staffApprovalGroups = ['prices', 'limits', 'payoutTerms', 'payouts', 'risk', 'staff', 'rules'] as const
export type StaffApprovalGroup = (typeof staffApprovalGroups)[number]
export type StaffSwitchedGroup = Exclude<StaffApprovalGroup, 'rules'>

export const staffApprovalGroupNames: Record<StaffApprovalGroup, string> = {
  prices: 'Prices of a business',
  limits: 'Limits of a business',
  payoutTerms: 'Reserve and payout terms',
  payouts: 'Payouts above the limit',
  risk: 'Risk rules',
  staff: 'Staff',
  rules: 'Rules of approvals',
}

/**
 * The actions that can wait for another person of the staff, by the endpoint that requests them. What stops something, such as freezing a
 * business or deactivating a person, never waits.
 */
export const staffApprovalActions = {
  setMerchantPrice: 'prices',
  endMerchantPrice: 'prices',
  setMerchantLimits: 'limits',
  setMerchantPayoutTerms: 'payoutTerms',
  releasePayout: 'payouts',
  retryPayout: 'payouts',
  createRiskRule: 'risk',
  updateRiskRule: 'risk',
  deleteRiskRule: 'risk',
  inviteStaff: 'staff',
  changeStaffRole: 'staff',
  reactivateStaff: 'staff',
  resetStaffSecondFactor: 'staff',
  setStaffApprovalRules: 'rules',
} as const satisfies Record<string, StaffApprovalGroup>
export type StaffApprovalAction = keyof typeof staffApprovalActions

export const staffApprovalActionNames = Object.keys(staffApprovalActions) as [
  StaffApprovalAction,
  ...StaffApprovalAction[],
]
