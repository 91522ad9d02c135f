import type { Mode } from '@adire/contract/call.ts'
import { changeModeType, listMerchantsByUser } from '@adire/contract/merchants.ts'
import { messages } from '@adire/contract/messages.ts'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { callWithFallback } from '../../client/api.ts'
import { chooseMerchant, chooseMode, getSession } from '../../client/session.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { LinesSkeleton } from '../../ui/skeleton.tsx'

/** Page of a link in a message about a business: selects the business and its mode, then leads to the page of the link. */
export function OpenPage() {
  const [params] = useSearchParams()
  const [outcome, setOutcome] = useState<'waiting' | 'not_member' | 'failed'>('waiting')
  const navigate = useNavigate()
  const merchantId = params.get('business')
  const mode = params.get('mode') === 'LIVE' ? 'LIVE' : 'TEST'
  const to = params.get('to')
  useEffect(() => {
    if (outcome !== 'waiting') return
    let isGone = false
    selectBusiness(mode, merchantId)
      .then((isSelected): 'not_member' | undefined => (isSelected ? undefined : 'not_member'))
      .catch(() => 'failed' as const)
      .then((problem) => {
        if (isGone) return
        if (problem) setOutcome(problem)
        else navigate(to?.startsWith('/') ? to : '/dashboard', { replace: true })
      })
    return () => {
      isGone = true
    }
  }, [outcome, mode, merchantId, to, navigate])
  return (
    <>
      <PageHeader title={outcome === 'not_member' ? 'This page is of another business' : 'Opening the page'} />
      {outcome === 'waiting' && <LinesSkeleton lines={3} />}
      {outcome === 'failed' && <ErrorStrip message={messages.tryAgainLater} onRetry={() => setOutcome('waiting')} />}
      {outcome === 'not_member' && (
        <Card title={`You are signed in as ${getSession().userName}`}>
          <p className="max-w-prose text-ink-2">
            This account is not a member of the business that the link is about. If you have another account, sign out,
            sign in with it, and open the link again.
          </p>
        </Card>
      )}
    </>
  )
}

/** Selects a business and its mode. False if the user is not a member of it. */
async function selectBusiness(mode: Mode, merchantId: string | null): Promise<boolean> {
  const { userName, mode: modeBefore, merchantId: before } = getSession()
  if (merchantId === before && mode === modeBefore) return true
  const ofUser = { mode, merchantId: undefined }
  const { content } = await callWithFallback(listMerchantsByUser, { userEmail: userName }, ofUser)
  if (!merchantId || !content.some(({ id }) => id === merchantId)) return false
  if (mode === modeBefore) await chooseMerchant(merchantId)
  else {
    await callWithFallback(changeModeType, { type: mode, email: userName }, { mode: modeBefore, merchantId: undefined })
    await chooseMode(mode, merchantId)
  }
  return true
}
