import {
  acceptDispute,
  addEvidence,
  contestDispute,
  getDispute,
  listDisputes,
  removeEvidence,
} from '@adire/contract/disputes.ts'
import { answer, answerInSteps, answerUpload } from '../../http/answer.ts'
import { accept, contest } from './answer.ts'
import { add, mayAdd, remove } from './evidence.ts'
import { get, list } from './show.ts'

export { forgetDisputes, openDisputesOf } from './forget.ts'
export { disputeInSandbox, openDisputeOf } from './open.ts'

export const routes = [
  answer(listDisputes, list),
  answer(getDispute, get),
  answerUpload(addEvidence, mayAdd, add),
  answerInSteps(removeEvidence, remove),
  answer(acceptDispute, accept),
  answer(contestDispute, contest),
]
