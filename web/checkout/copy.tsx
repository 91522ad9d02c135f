import { limits } from '@adire/contract/limits.ts'
import { useEffect, useState } from 'react'
import { useTexts } from '../languages/use-texts.tsx'
import { Button } from '../ui/button.tsx'
import { CheckoutIcon } from './icons.tsx'

/** Copy button; `what` completes its accessible name. Confirms for a second. If the browser denies it, the text can be selected. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const texts = useTexts()
  const [copies, setCopies] = useState(0)
  useEffect(() => {
    if (!copies) return
    const timer = setTimeout(() => setCopies(0), limits.copiedMs)
    return () => clearTimeout(timer)
  }, [copies])
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => setCopies((times) => times + 1),
      () => undefined,
    )
  return (
    <Button
      tone="secondary"
      className="noscript:hidden"
      icon={<CheckoutIcon name={copies ? 'check' : 'copy'} />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{copies ? texts.copied : texts.copy}</span>
      <span className="sr-only"> {what}</span>
    </Button>
  )
}
