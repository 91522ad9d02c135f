import {
  approveRequest,
  askForRefund,
  cancelApproval,
  completeApproval,
  countApprovals,
  getApproval,
  getApprovalRules,
  listApprovals,
  rejectRequest,
  setApprovalRules,
} from '@adire/contract/approvals.ts'
import { route, routeWithoutTransaction } from '../../http/route.ts'
import { askForRefundHandler } from './ask-for-refund.ts'
import { approveRequestHandler, cancelApprovalHandler, rejectRequestHandler } from './decide.ts'
import { completeApprovalHandler } from './execute.ts'
import { countApprovalsHandler, listApprovalsHandler } from './list.ts'
import { getApprovalRulesHandler, setApprovalRulesHandler } from './rules.ts'
import { getApprovalHandler } from './serialize.ts'

export const approvalRoutes = [
  route(listApprovals, listApprovalsHandler),
  route(getApproval, getApprovalHandler),
  route(countApprovals, countApprovalsHandler),
  routeWithoutTransaction(approveRequest, approveRequestHandler),
  route(rejectRequest, rejectRequestHandler),
  route(cancelApproval, cancelApprovalHandler),
  routeWithoutTransaction(completeApproval, completeApprovalHandler),
  route(getApprovalRules, getApprovalRulesHandler),
  route(setApprovalRules, setApprovalRulesHandler),
  route(askForRefund, askForRefundHandler),
]
