import { limits } from '@adire/contract/limits.ts'
import { changeModeType, getModeType, listMerchantsByUser } from '@adire/contract/merchants.ts'
import { messages } from '@adire/contract/messages.ts'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { toast } from '../ui/toast.ts'
import { callWithFallback } from './api.ts'
import { chooseMode, getSession, type SessionState, storedMode, useSession } from './session.ts'

/** The user's mode, as the server stores it. Until the server responds, the mode of the last visit applies; if the call fails, TEST. */
export function useMode() {
  const { userName, view } = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [isKnown, setKnown] = useState(() => view !== undefined || storedMode() !== undefined)

  useEffect(() => {
    const session = getSession()
    if (session.view) return
    callWithFallback(getModeType, { 'user-email': userName }, session)
      .then(({ modeType }) => (modeType === 'LIVE' ? 'LIVE' : limits.defaultMode))
      .catch(() => limits.defaultMode)
      .then((modeOfUser) => {
        // A switch of mode or a sign-out during the call takes precedence.
        const now = getSession()
        if (now.userName === userName && now.mode === session.mode) chooseMode(modeOfUser)
        setKnown(true)
      })
  }, [userName])

  const [isSwitching, setSwitching] = useState(false)
  const toggle = async () => {
    if (isSwitching) return
    if (view) return void toast.error('A view is of one mode. Open the other one in the back office.')
    setSwitching(true)
    try {
      const landed = await switchMode(getSession())
      // An open object may not exist in the other mode, but its list does.
      navigate(landed ? modeRootPath(pathname) : '/go-live')
    } catch (error) {
      toast.error(error instanceof Error ? error.message : messages.tryAgainLater)
    } finally {
      setSwitching(false)
    }
  }
  return { isKnown, isSwitching, toggle }
}

/** Switches the mode and selects the counterpart of the current business. Returns false if no business exists in Live Mode. */
async function switchMode({ userName, mode, merchantId }: SessionState): Promise<boolean> {
  const other = mode === 'LIVE' ? 'TEST' : 'LIVE'
  const { content } = await callWithFallback(
    listMerchantsByUser,
    { userEmail: userName },
    { mode: other, merchantId: undefined },
  )
  if (other === 'LIVE' && content.length === 0) return false
  const { modeType } = await callWithFallback(
    changeModeType,
    { type: other, email: userName },
    { mode, merchantId: undefined },
  )
  await chooseMode(modeType, (content.find(({ twinId }) => twinId === merchantId) ?? content[0])?.id)
  return true
}

/** Sections that have no page at their own root, with the page that is opened instead. */
const otherRoots: Record<string, string> = {
  onboarding: '/dashboard',
  'add-business': '/dashboard',
  'go-live': '/dashboard',
  invoice_page: '/invoice',
  approvals: '/settings/approvals',
}

/** Root path of a page's section, used on a change of business or mode: ids and onboarding steps differ there. */
export function modeRootPath(pathname: string): string {
  if (pathname.startsWith('/settings/')) return pathname
  const [root = ''] = pathname.split('/').slice(1)
  return otherRoots[root] ?? `/${root}`
}
