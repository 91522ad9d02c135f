import { endpointsFor } from './endpoint.ts'
import type * as schemas from './splits-schemas.ts'

const { get, post, create, del } = endpointsFor('core', 'merchant', 'payments')

const member = endpointsFor('core', 'member', 'payments')
export const listSplits = get<typeof schemas.listSplits>('splits')
export const createSplit = create<typeof schemas.createSplit>('splits')
export const getSplit = get<typeof schemas.getSplit>('splits/:id')
export const updateSplit = post<typeof schemas.updateSplit>('splits/:id')
export const deleteSplit = del<typeof schemas.deleteSplit>('splits/:id')
export const listSplitPayments = get<typeof schemas.listSplitPayments>('splits/:id/payments')
export const getPaymentShares = endpointsFor('collections', 'merchant', 'payments').get<
  typeof schemas.getPaymentShares
>('payments/:id/shares')
export const listSplitParties = get<typeof schemas.listSplitParties>('split-parties')
export const createSplitParty = member.create<typeof schemas.createSplitParty>('split-parties')
export const updateSplitParty = member.post<typeof schemas.updateSplitParty>('split-parties/:id')
export const cancelPartyAccountChange = member.del<typeof schemas.cancelPartyAccountChange>(
  'split-parties/:id/pending-account',
)
export const deleteSplitParty = member.del<typeof schemas.deleteSplitParty>('split-parties/:id')
export const downloadPartyShares = endpointsFor('core', 'merchant', 'payments').download<
  typeof schemas.downloadPartyShares
>('split-parties/:id/shares/download', 'shares.csv')
