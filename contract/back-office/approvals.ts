import type * as schemas from './approvals-schemas.ts'
import { staffEndpointsFor } from './staff-endpoints.ts'

// Everybody sees their own requests, and those of actions that their role includes: which, the handlers decide.
const everybody = staffEndpointsFor('all staff')
export const listStaffApprovals = everybody.get<typeof schemas.listStaffApprovals>('approvals')
export const countStaffApprovals = everybody.get<typeof schemas.countStaffApprovals>('approval-counts')
export const getStaffApproval = everybody.get<typeof schemas.getStaffApproval>('approvals/:id')
export const rejectStaffRequest = everybody.post<typeof schemas.rejectStaffRequest>('approvals/:id/reject')
export const cancelStaffApproval = everybody.post<typeof schemas.cancelStaffApproval>('approvals/:id/cancel')
export const approveStaffRequest = staffEndpointsFor('all staff', 'confirmed').post<typeof schemas.approveStaffRequest>(
  'approvals/:id/approve',
)

export const getStaffApprovalRules = everybody.get<typeof schemas.getStaffApprovalRules>('approval-rules')
export const setStaffApprovalRules = staffEndpointsFor('approvals.manage', 'confirmed').put<
  typeof schemas.setStaffApprovalRules
>('approval-rules')
