import * as disputes from '@adire/contract/disputes.ts'
import { route, uploadRoute } from '../../http/route.ts'
import { addEvidenceHandler, removeEvidenceHandler, requireOpenForEvidence } from './evidence.ts'
import { acceptDisputeHandler, contestDisputeHandler } from './respond.ts'
import { getDisputeHandler, listDisputesHandler } from './serialize.ts'

export const disputeRoutes = [
  route(disputes.listDisputes, listDisputesHandler),
  route(disputes.getDispute, getDisputeHandler),
  uploadRoute(disputes.addEvidence, requireOpenForEvidence, addEvidenceHandler),
  route(disputes.removeEvidence, removeEvidenceHandler),
  route(disputes.acceptDispute, acceptDisputeHandler),
  route(disputes.contestDispute, contestDisputeHandler),
]
