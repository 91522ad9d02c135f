import { CallError, call } from '@adire/contract/call.ts'
import { type CheckoutPage, type CheckoutState, getCheckoutState } from '@adire/contract/checkout.ts'
import { useEffect, useState } from 'react'
import { connect, explain, type Trouble } from './connection.ts'
import { accessCodeInAddress, putInAddress } from './purchase.ts'

/** A reload, or the way back from the bank's page: the address names the payment. While the server cannot be asked the
 * page waits rather than start afresh, so that nobody pays twice for a bad network. */
export function useResume(page: CheckoutPage, isResuming: boolean, adopt: (found: CheckoutState) => void) {
  const [resuming, setResuming] = useState(isResuming)
  const [trouble, setTrouble] = useState<Trouble>()

  const resume = async () => {
    const accessCode = accessCodeInAddress()
    setTrouble(undefined)
    try {
      if (accessCode) adopt(await call(connect(page.mode), getCheckoutState, { accessCode }))
      setResuming(false)
    } catch (error) {
      // The address is no field of the form: what is wrong with it is said above.
      setTrouble({ ...explain(error), fields: {} })
      if (error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 500)) return
      putInAddress(undefined)
      setResuming(false)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    if (isResuming) void resume()
  }, [])
  return { resuming, resumeTrouble: trouble, resume }
}
