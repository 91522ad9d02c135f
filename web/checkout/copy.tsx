import { useTexts } from '../languages/use-texts.tsx'
import { Button } from '../ui/button.tsx'
import { useCopy } from '../ui/use-copy.ts'
import { CheckoutIcon } from './icons.tsx'

/** Copy button; `what` completes its accessible name. Confirms for a second. If the browser denies it, the text can be selected. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const texts = useTexts()
  const { isCopied, copy } = useCopy(text)
  return (
    <Button
      tone="secondary"
      className="noscript:hidden"
      icon={<CheckoutIcon name={isCopied ? 'check' : 'copy'} />}
      onClick={copy}
    >
      <span aria-live="polite">{isCopied ? texts.copied : texts.copy}</span>
      <span className="sr-only"> {what}</span>
    </Button>
  )
}
