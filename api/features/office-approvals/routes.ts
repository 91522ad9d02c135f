import * as approvals from '@adire/contract/back-office/approvals.ts'
import { creationRoute, route } from '../../http/route.ts'
import { approveStaffRequestHandler, cancelStaffApprovalHandler, rejectStaffRequestHandler } from './decide.ts'
import { countStaffApprovalsHandler, getStaffApprovalHandler, listStaffApprovalsHandler } from './list.ts'
import { getStaffApprovalRulesHandler, setStaffApprovalRulesHandler } from './rules.ts'

export const officeApprovalRoutes = [
  route(approvals.listStaffApprovals, listStaffApprovalsHandler),
  route(approvals.countStaffApprovals, countStaffApprovalsHandler),
  route(approvals.getStaffApproval, getStaffApprovalHandler),
  creationRoute(approvals.approveStaffRequest, approveStaffRequestHandler),
  route(approvals.rejectStaffRequest, rejectStaffRequestHandler),
  route(approvals.cancelStaffApproval, cancelStaffApprovalHandler),
  route(approvals.getStaffApprovalRules, getStaffApprovalRulesHandler),
  route(approvals.setStaffApprovalRules, setStaffApprovalRulesHandler),
]
