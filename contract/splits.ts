import { approvalErrors } from './approvals.ts'
import { endpointsFor } from './endpoint.ts'
import type * as schemas from './splits-schemas.ts'

const { get, post, create, del, download } = endpointsFor('core', 'merchant', 'payments', 'splits')

const member = endpointsFor('core', 'member', 'payments', 'bank_accounts')
export const listSplits = get<typeof schemas.listSplits>('splits')
export const createSplit = create<typeof schemas.createSplit>('splits', {
  errors: ['shares_do_not_fit', ...approvalErrors],
})
export const getSplit = get<typeof schemas.getSplit>('splits/:id', { errors: ['split_not_found'] })
export const updateSplit = post<typeof schemas.updateSplit>('splits/:id', {
  errors: ['shares_do_not_fit', 'split_archived', 'split_not_found', 'split_type_locked', ...approvalErrors],
})
export const deleteSplit = del<typeof schemas.deleteSplit>('splits/:id', { errors: ['split_not_found'] })
export const listSplitPayments = get<typeof schemas.listSplitPayments>('splits/:id/payments', {
  errors: ['split_not_found'],
})
export const getPaymentShares = endpointsFor('collections', 'merchant', 'payments', 'splits').get<
  typeof schemas.getPaymentShares
>('payments/:id/shares', { errors: ['payment_not_found'] })
export const listSplitParties = get<typeof schemas.listSplitParties>('split-parties')
export const downloadSplitParties = download<typeof schemas.downloadSplitParties>(
  'split-parties/csv/download',
  'recipients.csv',
)
export const downloadSplitPartiesXlsx = download<typeof schemas.downloadSplitPartiesXlsx>(
  'split-parties/xlsx/download',
  'recipients.xlsx',
)
export const createSplitParty = member.create<typeof schemas.createSplitParty>('split-parties', {
  errors: [
    'account_not_confirmed',
    'account_unknown',
    'confirmation_required',
    'too_many_attempts',
    'too_many_parties',
    ...approvalErrors,
  ],
})
export const updateSplitParty = member.post<typeof schemas.updateSplitParty>('split-parties/:id', {
  errors: [
    'account_not_confirmed',
    'account_unknown',
    'confirmation_required',
    'party_changed',
    'party_not_found',
    'too_many_attempts',
    ...approvalErrors,
  ],
})
export const cancelPartyAccountChange = member.del<typeof schemas.cancelPartyAccountChange>(
  'split-parties/:id/pending-account',
  { errors: ['party_not_found', 'pending_change_not_found'] },
)
export const deleteSplitParty = member.del<typeof schemas.deleteSplitParty>('split-parties/:id', {
  errors: ['party_in_use', 'party_not_found'],
})
export const downloadPartyShares = download<typeof schemas.downloadPartyShares>(
  'split-parties/:id/shares/download',
  'shares.csv',
  { errors: ['party_not_found'] },
)
