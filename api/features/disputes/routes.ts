import * as disputes from '@adire/contract/disputes.ts'
import { route, routeWithoutTransaction, uploadRoute } from '../../http/route.ts'
import { addEvidenceHandler, mayAddEvidence, removeEvidenceHandler } from './evidence.ts'
import { acceptDisputeHandler, contestDisputeHandler } from './respond.ts'
import { getDisputeHandler, listDisputesHandler } from './serialize.ts'

export const disputeRoutes = [
  route(disputes.listDisputes, listDisputesHandler),
  route(disputes.getDispute, getDisputeHandler),
  uploadRoute(disputes.addEvidence, mayAddEvidence, addEvidenceHandler),
  routeWithoutTransaction(disputes.removeEvidence, removeEvidenceHandler),
  route(disputes.acceptDispute, acceptDisputeHandler),
  route(disputes.contestDispute, contestDisputeHandler),
]
