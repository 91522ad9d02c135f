import { CallError } from '@adire/contract/call.ts'
import { messages } from '@adire/contract/messages.ts'
import { useEffect, useRef, useState } from 'react'
import { loadChunk } from '../../ui/chunk.ts'

const loadPasskeys = () => loadChunk(() => import('../../client/passkeys.ts'))

/**
 * Sign-in with a passkey: by the button (`signIn`), and among the suggestions of the browser once the field for the email has the focus
 * (`offer`). The code for passkeys is loaded when one of them is used.
 */
export function usePasskey() {
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const offering = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => offering.current?.abort(), [])

  const showError = (cause: unknown) => {
    // One request of the browser ends another.
    if (cause instanceof CallError && cause.code === 'passkey_aborted') return
    setError((cause instanceof CallError && cause.message) || messages.network)
  }
  const signIn = async () => {
    setBusy(true)
    setError(undefined)
    await loadPasskeys()
      .then(({ signInWithPasskey }) => signInWithPasskey())
      .catch(showError)
    setBusy(false)
  }
  const offer = () => {
    if (offering.current || !window.PublicKeyCredential) return
    const controller = new AbortController()
    offering.current = controller
    loadPasskeys()
      .then(({ offerPasskeys }) => offerPasskeys(controller.signal))
      // An offer that failed was not asked for; the button says why passkeys do not work.
      .catch((cause) => cause instanceof CallError && cause.status === 400 && showError(cause))
  }
  return { error, isBusy, signIn, offer }
}
