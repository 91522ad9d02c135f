import { messages } from '@adire/contract/messages.ts'
import { Check, Copy } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { useCopy } from '../../ui/use-copy.ts'

/** A reference with a button that copies it. */
export function CopiedReference({ text }: { text: string }) {
  const { isCopied, copy } = useCopy(text)
  return (
    <span className="flex items-center gap-1">
      <span className="min-w-0">{text}</span>
      <IconButton label={`Copy reference ${text}`} onClick={copy} className="-my-2 [&_svg]:size-4!">
        {isCopied ? <Check strokeWidth={1.75} /> : <Copy strokeWidth={1.75} />}
      </IconButton>
      <span role="status" className="sr-only">
        {isCopied ? messages.copied : ''}
      </span>
    </span>
  )
}
