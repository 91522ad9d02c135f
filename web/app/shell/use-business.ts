import { getKycStatus } from '@adire/contract/kyc.ts'
import { getMerchant, listMerchants } from '@adire/contract/merchants.ts'
import { useEffect, useMemo } from 'react'
import { useCall } from '../../client/api.ts'
import { chooseMerchant, chooseMode, clearSession, useSession } from '../../client/session.ts'
import { setClockOffset } from '../../ui/business-clock.ts'
import { toast } from '../../ui/toast.ts'

/** The user's businesses, the selected one (by default the first), and whether it must complete onboarding. */
export function useBusiness(modeIsKnown: boolean) {
  const { userName, merchantId, mode, view } = useSession()
  // Read together with the mode, whose default is the usual one, and used when the mode is known.
  const list = useCall(listMerchants, { userEmail: userName }, { enabled: userName !== '' })
  const listed = modeIsKnown ? list.data?.content : undefined
  const merchants = listed ?? []
  const isChosen = merchants.some(({ id }) => id === merchantId)
  const chosen = merchants.find(({ id }) => id === merchantId)
  const given = chosen?.permissions
  const isBlocked = chosen?.secondFactorMissing === true && !view
  const permissions = useMemo(() => given && new Set(given), [given])
  const first = merchants[0]?.id
  const hasNone = listed !== undefined && first === undefined

  useEffect(() => {
    if (first && !isChosen) chooseMerchant(first)
  }, [first, isChosen])

  // No business in Live Mode: the stored mode is outdated.
  useEffect(() => {
    if (hasNone && mode === 'LIVE') chooseMode('TEST')
  }, [hasNone, mode])

  // Only while there is no list: a live update may load it again while the server restarts, and that must not sign anybody out.
  const error = modeIsKnown && !list.data ? list.error : null
  useEffect(() => {
    if (!error) return
    toast.error(error.message)
    clearSession()
  }, [error])

  // The business of the last visit is read together with the list, which then confirms it.
  const isReadable = modeIsKnown && (isChosen || !listed) && !isBlocked
  const details = useCall(getMerchant, {}, { enabled: isReadable })
  const kyc = useCall(getKycStatus, {}, { enabled: isReadable })
  setClockOffset(details.data?.aheadMs ?? 0)
  const isLoaded = isChosen && details.data && kyc.data
  const isRejected = isChosen && [details, kyc].some((query) => !query.data && query.isError)
  // Without data an offline query is paused, not failed. Without this check the loader would stay until the browser is online.
  const cannotLoad = [list, details, kyc].some((query) => !query.data && query.isPaused)
  return {
    merchants,
    permissions,
    /** The business requires a second factor, and the user has none. */
    isBlocked,
    /** Requests of the business may be sent. */
    isReadable,
    hasNone: hasNone && mode === 'TEST',
    merchant: isLoaded ? details.data : undefined,
    mustOnboard: kyc.data?.BUSINESS_DETAILS?.kycStatus === 'PENDING_MERCHANT_SUBMISSION',
    failed: cannotLoad || isRejected,
  }
}
