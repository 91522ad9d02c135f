import {
  acceptDispute,
  addEvidence,
  contestDispute,
  getDispute,
  listDisputes,
  removeEvidence,
} from '@adire/contract/disputes.ts'
import { route, routeWithoutTransaction, uploadRoute } from '../../http/route.ts'
import { addEvidenceHandler, mayAddEvidence, removeEvidenceHandler } from './evidence.ts'
import { acceptDisputeHandler, contestDisputeHandler } from './respond.ts'
import { getDisputeHandler, listDisputesHandler } from './serialize.ts'

export const disputeRoutes = [
  route(listDisputes, listDisputesHandler),
  route(getDispute, getDisputeHandler),
  uploadRoute(addEvidence, mayAddEvidence, addEvidenceHandler),
  routeWithoutTransaction(removeEvidence, removeEvidenceHandler),
  route(acceptDispute, acceptDisputeHandler),
  route(contestDispute, contestDisputeHandler),
]
