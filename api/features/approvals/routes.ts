import * as approvals from '@adire/contract/approvals.ts'
import { route, routeWithoutTransaction } from '../../http/route.ts'
import { approveRequestHandler, cancelApprovalHandler, rejectRequestHandler } from './decide.ts'
import { completeApprovalHandler } from './execute.ts'
import { countApprovalsHandler, listApprovalsHandler } from './list.ts'
import { requestRefundApprovalHandler } from './request-refund-approval.ts'
import { getApprovalRulesHandler, setApprovalRulesHandler } from './rules.ts'
import { getApprovalHandler } from './serialize.ts'

export const approvalRoutes = [
  route(approvals.listApprovals, listApprovalsHandler),
  route(approvals.getApproval, getApprovalHandler),
  route(approvals.countApprovals, countApprovalsHandler),
  routeWithoutTransaction(approvals.approveRequest, approveRequestHandler),
  route(approvals.rejectRequest, rejectRequestHandler),
  route(approvals.cancelApproval, cancelApprovalHandler),
  route(approvals.completeApproval, completeApprovalHandler),
  route(approvals.getApprovalRules, getApprovalRulesHandler),
  route(approvals.setApprovalRules, setApprovalRulesHandler),
  route(approvals.requestRefundApproval, requestRefundApprovalHandler),
]
