import { signInStaffByPasskey, startStaffPasskeySignIn } from '@adire/contract/back-office/staff-passkeys.ts'
import { CallError } from '@adire/contract/call.ts'
import { messages } from '@adire/contract/messages.ts'
import { useState } from 'react'
import { loadChunk } from '../../ui/chunk.ts'
import { callBackOffice } from '../client/api.ts'
import { startSession } from '../client/session.ts'

/** Sign-in with a passkey of this browser. The code for passkeys is loaded when one is used. */
export function usePasskey() {
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const signIn = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const options = await callBackOffice(startStaffPasskeySignIn, {})
      const { signWithPasskey } = await loadChunk(() => import('../../ui/webauthn.ts'))
      startSession(await callBackOffice(signInStaffByPasskey, { passkey: await signWithPasskey(options) }))
    } catch (cause) {
      setError((cause instanceof CallError && cause.message) || messages.network)
      setBusy(false)
    }
  }
  return { error, isBusy, signIn }
}
