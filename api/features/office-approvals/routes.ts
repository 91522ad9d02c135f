import {
  approveStaffRequest,
  cancelStaffApproval,
  countStaffApprovals,
  getStaffApproval,
  getStaffApprovalRules,
  listStaffApprovals,
  rejectStaffRequest,
  setStaffApprovalRules,
} from '@adire/contract/back-office/approvals.ts'
import { creationRoute, route } from '../../http/route.ts'
import { approveStaffRequestHandler, cancelStaffApprovalHandler, rejectStaffRequestHandler } from './decide.ts'
import { countStaffApprovalsHandler, getStaffApprovalHandler, listStaffApprovalsHandler } from './list.ts'
import { getStaffApprovalRulesHandler, setStaffApprovalRulesHandler } from './rules.ts'

export const officeApprovalRoutes = [
  route(listStaffApprovals, listStaffApprovalsHandler),
  route(countStaffApprovals, countStaffApprovalsHandler),
  route(getStaffApproval, getStaffApprovalHandler),
  creationRoute(approveStaffRequest, approveStaffRequestHandler),
  route(rejectStaffRequest, rejectStaffRequestHandler),
  route(cancelStaffApproval, cancelStaffApprovalHandler),
  route(getStaffApprovalRules, getStaffApprovalRulesHandler),
  route(setStaffApprovalRules, setStaffApprovalRulesHandler),
]
