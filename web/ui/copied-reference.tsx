import { messages } from '@adire/contract/messages.ts'
import { Check, Copy } from 'lucide-react'
import { IconButton } from './button.tsx'
import { useCopy } from './use-copy.ts'

type CopiedReferenceProps = {
  text: string
  /** "account number" */
  name?: string
  isRow?: boolean
}

/** A reference, or another value that is pasted elsewhere, with a button that copies it. In a row of a list it is truncated, and the button appears on hover of the row or on focus. */
export function CopiedReference({ text, name = 'reference', isRow = false }: CopiedReferenceProps) {
  const { isCopied, copy } = useCopy(text)
  return (
    <span className={`flex items-center gap-1 ${isRow ? 'figures' : ''}`}>
      <span className={`min-w-0 ${isRow ? 'truncate' : ''}`}>{text}</span>
      <IconButton
        label={`Copy ${name} ${text}`}
        onClick={copy}
        className={`[&_svg]:size-4! ${isRow ? 'size-7! opacity-0 transition-opacity focus-visible:opacity-100 pointer-coarse:opacity-100 [tr:hover_&]:opacity-100' : '-my-2 -mr-2.5'}`}
      >
        {isCopied ? <Check strokeWidth={1.75} /> : <Copy strokeWidth={1.75} />}
      </IconButton>
      <span role="status" className="sr-only">
        {isCopied ? messages.copied : ''}
      </span>
    </span>
  )
}
