import { CallError } from '@adire/contract/call.ts'
import { limits } from '@adire/contract/limits.ts'
import { changeModeType, getModeType } from '@adire/contract/merchants.ts'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { request, useChange } from '../../api.ts'
import { chooseMode, getSession, storedMode, useSession } from '../../session.ts'
import { toast } from '../../ui/toast.ts'

/** The mode is the server's to say; what an earlier visit stored serves until it has. Without an answer it is TEST. */
export function useMode() {
  const { userName, mode } = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [isKnown, setKnown] = useState(() => storedMode() !== undefined)

  useEffect(() => {
    const asked = getSession()
    request(getModeType, { 'user-email': userName }, asked)
      .then(({ modeType }) => (modeType === 'LIVE' ? 'LIVE' : limits.defaultMode))
      .catch(() => limits.defaultMode)
      .then((answered) => {
        // Whoever switched, or signed out, while this was on its way knows better.
        const now = getSession()
        if (now.userName === userName && now.mode === asked.mode) chooseMode(answered)
        setKnown(true)
      })
  }, [userName])

  const change = useChange(changeModeType, {
    quiet: true,
    onDone: ({ modeType }) => {
      chooseMode(modeType)
      // What is open may not exist in the other mode; the list it is in does.
      if (!pathname.startsWith('/settings/')) navigate(`/${pathname.split('/')[1]}`)
    },
  })
  const toggle = () => {
    if (change.isPending) return
    change.mutate(
      { type: mode === 'LIVE' ? 'TEST' : 'LIVE', email: userName },
      {
        onError: (error) => {
          if (error instanceof CallError && error.code === 'live_merchant_missing') navigate('/go-live')
          else toast.error(error.message)
        },
      },
    )
  }
  return { isKnown, toggle }
}
