import { messages } from '@adire/contract/messages.ts'
import { Check, Copy } from 'lucide-react'
import { Button } from './button.tsx'
import { useCopy } from './use-copy.ts'

type CopyButtonProps = {
  text: string
  /** "Copy reference" */
  label?: string
  /** Name of the entry that a button in a list copies, for screen readers. */
  of?: string
  tone?: 'secondary' | 'ghost'
  /** Whether it gets the focus when the dialog around it is opened. */
  isFirst?: boolean
}

/** Copy button. Its text is a live region without a role: with `role="status"` the button would have no accessible name. */
export function CopyButton({ text, label = 'Copy', of, tone = 'secondary', isFirst }: CopyButtonProps) {
  const { isCopied, copy } = useCopy(text)
  return (
    <Button
      tone={tone}
      data-autofocus={isFirst || undefined}
      icon={isCopied ? <Check strokeWidth={1.75} /> : <Copy strokeWidth={1.75} />}
      onClick={copy}
    >
      <span aria-live="polite">{isCopied ? messages.copied : label}</span>
      {of && (
        <>
          {' '}
          <span className="sr-only">of {of}</span>
        </>
      )}
    </Button>
  )
}
