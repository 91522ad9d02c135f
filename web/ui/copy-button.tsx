import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'

type CopyButtonProps = {
  text: string
  /** "Copy reference" */
  label?: string
  tone?: 'secondary' | 'ghost'
  /** Receives the focus when it is opened in a dialog. */
  isFirst?: boolean
}

/** Copy button. Its text is a live region without a role: with `role="status"` the button would have no accessible name. */
export function CopyButton({ text, label = 'Copy', tone = 'secondary', isFirst }: CopyButtonProps) {
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(0), limits.copiedMs)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <Button
      tone={tone}
      data-autofocus={isFirst || undefined}
      icon={copied ? <Check strokeWidth={1.75} /> : <Copy strokeWidth={1.75} />}
      onClick={() => navigator.clipboard.writeText(text).then(() => setCopied((times) => times + 1))}
    >
      <span aria-live="polite">{copied ? messages.copied : label}</span>
    </Button>
  )
}
