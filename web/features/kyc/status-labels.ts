import { getKycStatus, type KycItem, listKycTypes } from '@adire/contract/kyc.ts'
import type { KycType } from '@adire/contract/kyc-schemas.ts'
import { useCall } from '../../client/api.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

export type KycItemStatus = KycItem['kycStatus']
export type KycStepItem = KycType & KycItem

/** Status labels for the merchant's own documents. */
export const kycStatusLabels: Record<KycItemStatus, { label: string; tone: BadgeTone; glyph?: 'return' }> = {
  PENDING_MERCHANT_SUBMISSION: { label: 'To do', tone: 'neutral' },
  PENDING_REVIEW: { label: 'In review', tone: 'warn' },
  PENDING_MERCHANT_RESUBMISSION: { label: 'Send again', tone: 'bad', glyph: 'return' },
  APPROVED: { label: 'Approved', tone: 'ok' },
  REJECTED: { label: 'Rejected', tone: 'bad' },
  EXPIRED: { label: 'Expired', tone: 'bad', glyph: 'return' },
}

/** True if the business must act on the item. */
export const isOpen = ({ kycStatus }: { kycStatus: KycItemStatus }) =>
  kycStatus === 'PENDING_MERCHANT_SUBMISSION' ||
  kycStatus === 'PENDING_MERCHANT_RESUBMISSION' ||
  kycStatus === 'EXPIRED'

/** Poll interval while an item is in review, so that the decision appears by itself. */
const pollMs = 3_000

/** All items that the business must submit, in order, with their status. */
export function useItems() {
  const types = useCall(listKycTypes, {})
  const statuses = useCall(
    getKycStatus,
    {},
    {
      refetchInterval: ({ state }) =>
        Object.values(state.data ?? {}).some(({ kycStatus }) => kycStatus === 'PENDING_REVIEW') ? pollMs : false,
    },
  )
  const items = types.data?.content.flatMap((type): KycStepItem[] => {
    const status = statuses.data?.[type.code]
    return status ? [{ ...type, ...status }] : []
  })
  return {
    items: statuses.data && items,
    error: types.error ?? statuses.error,
    retry: () => Promise.all([types.refetch(), statuses.refetch()]),
  }
}
