import { CallError, callEndpoint } from '@adire/contract/call.ts'
import { passkeyChallengeMs, passkeyGrant, startPasskeySignIn } from '@adire/contract/passkeys.ts'
import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser'
import { signWithPasskey } from '../ui/webauthn.ts'
import { getConfig } from './config.ts'
import { getSession } from './session.ts'
import { signInWith } from './tokens.ts'

/** Sign-in with passkeys of this browser. Import this module only when one is used: `import('…/passkeys.ts')`. */

/** How long an offer of the browser stays before it gets a new challenge. */
const offerMs = passkeyChallengeMs - 60_000
const maxOffers = 12

/** Signs in with a passkey that the user chooses. @throws {CallError} with a message for the user */
export async function signInWithPasskey(useBrowserAutofill = false): Promise<void> {
  const { servers } = await getConfig().catch((cause) => {
    throw Object.assign(new CallError(0, 'no_response', ''), { cause })
  })
  const connection = { baseUrl: () => servers[getSession().mode].core, token: () => undefined }
  const options = await callEndpoint(connection, startPasskeySignIn, {})
  const assertion = await signWithPasskey(options, useBrowserAutofill)
  await signInWith({ grant_type: passkeyGrant, assertion: JSON.stringify(assertion) })
}

/**
 * Offers the passkeys of this browser in the suggestions of the field for the email, until one is chosen, another request of passkeys
 * begins, or `signal` ends it. Does nothing in a browser without such suggestions.
 * @throws {CallError} if the server rejects the chosen passkey
 */
export async function offerPasskeys(signal: AbortSignal): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill())) return
  const stop = () => WebAuthnAbortService.cancelCeremony()
  signal.addEventListener('abort', stop)
  for (let offer = 0; offer < maxOffers && !signal.aborted; offer++) {
    let isRenewed = false
    const timer = setTimeout(() => {
      isRenewed = true
      stop()
    }, offerMs)
    try {
      return await signInWithPasskey(true)
    } catch (error) {
      if (!isRenewed) throw error
    } finally {
      clearTimeout(timer)
    }
  }
}
