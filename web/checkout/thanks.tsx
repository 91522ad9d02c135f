import { callEndpoint } from '@adire/contract/call.ts'
import { getThanks } from '@adire/contract/checkout.ts'
import type { CheckoutPage, CheckoutState, Thanks } from '@adire/contract/checkout-schemas.ts'
import { useEffect, useState } from 'react'
import { useTexts } from '../languages/use-texts.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { connectCheckout, describeError } from './connection.ts'
import { CheckoutIcon } from './icons.tsx'
import { StepError } from './step.tsx'

const waitSeconds = 10
/** Shorter for a charge, because its payer came from the business's own site and is expected back there. */
const waitSecondsOfCharge = 3

type ThanksProps = { page: CheckoutPage; payment: CheckoutState; known: Thanks | null; isEmbedded: boolean }

/** Success message and redirect URL of the business, shown after payment. */
export function ThanksMessage({ page, payment, known, isEmbedded }: ThanksProps) {
  const texts = useTexts()
  const [words, setWords] = useState(known)
  const [error, setError] = useState<string>()
  const { accessCode, reference } = payment
  const load = () => {
    setError(undefined)
    callEndpoint(connectCheckout(page.mode), getThanks, { accessCode }).then(setWords, (error) =>
      setError(describeError(error).message),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
  useEffect(() => {
    if (!known) load()
  }, [])
  if (error)
    return (
      <div className="print:hidden">
        <StepError message={error} />
        <Button tone="secondary" wide onClick={load}>
          {texts.lookForWords(page.businessName)}
        </Button>
      </div>
    )
  return (
    <>
      {words?.message && (
        <p className="rounded-md bg-soft px-4 py-3 whitespace-pre-line wrap-anywhere">{words.message}</p>
      )}
      {words?.redirectUrl && (
        <Onward
          url={words.redirectUrl}
          reference={reference}
          seconds={page.isCharge ? waitSecondsOfCharge : waitSeconds}
          isEmbedded={isEmbedded}
        />
      )}
    </>
  )
}

type OnwardProps = { url: string; reference: string; seconds: number; isEmbedded: boolean }

/** Link to the redirect URL. Redirects automatically after a countdown: once per payment, and only without user input. Not in a
 * dialog, where the embedding page decides how to continue. */
function Onward({ url, reference, seconds, isEmbedded }: OnwardProps) {
  const texts = useTexts()
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    if (!isEmbedded && takeOnce(reference)) setLeft(seconds)
  }, [reference, seconds, isEmbedded])
  useEffect(() => {
    if (left === undefined) return
    if (left === 0) return location.assign(url)
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    const stay = () => setLeft(undefined)
    for (const touch of touches) addEventListener(touch, stay)
    return () => {
      clearTimeout(timer)
      for (const touch of touches) removeEventListener(touch, stay)
    }
  }, [left, url])
  return (
    <div className="print:hidden">
      <a
        href={url}
        rel="noreferrer"
        target={isEmbedded ? '_top' : undefined}
        className={buttonClass({ size: 'lg', wide: true })}
      >
        {texts.continueTo(new URL(url).hostname)}
        <CheckoutIcon name="leave" />
      </a>
      {left !== undefined && (
        <p className="mt-1 flex flex-wrap items-center gap-x-3 text-muted">
          <span className="figures">{texts.takenThere(left)}</span>
          <Button tone="ghost" onClick={() => setLeft(undefined)}>
            {texts.stay}
          </Button>
        </p>
      )}
    </div>
  )
}

const touches = ['pointerdown', 'keydown'] as const

/** Whether the redirect may start; true once per payment, because a payer who returns to the receipt wants to see it. */
function takeOnce(reference: string): boolean {
  const key = `adire.gone.${reference}`
  try {
    if (sessionStorage.getItem(key)) return false
    sessionStorage.setItem(key, '1')
    return true
  } catch {
    // Storage is denied: the link remains, without a countdown.
    return false
  }
}
