import { limits } from '@adire/contract/limits.ts'
import { useEffect, useState } from 'react'

/** Copies a text to the clipboard; `isCopied` is true for a second after it. If the browser denies it, the text can be selected. */
export function useCopy(text: string) {
  const [copies, setCopies] = useState(0)
  useEffect(() => {
    if (!copies) return
    const timer = setTimeout(() => setCopies(0), limits.copiedMs)
    return () => clearTimeout(timer)
  }, [copies])
  const copy = () =>
    void navigator.clipboard?.writeText(text).then(
      () => setCopies((times) => times + 1),
      () => undefined,
    )
  return { isCopied: copies > 0, copy }
}
