import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'

type SearchInputProps = {
  /** What is searched; accessible name and placeholder: "Reference, name or email". */
  label: string
  /** Search text in the URL. */
  value: string
  onSearch: (value: string) => void
  delayMs?: number
}

/** Search field: searches when typing pauses, and at once on Enter. */
export function SearchInput({ label, value, onSearch, delayMs = 300 }: SearchInputProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const [sent, setSent] = useState(value)
  if (value !== known) {
    // Back, forward or Clear changed the URL: update the text. A late update from this field's own search changes nothing.
    setKnown(value)
    if (value !== sent) setText(value)
    setSent(value)
  }
  const searchNow = () => {
    if (text.trim() === value) return
    setSent(text.trim())
    onSearch(text.trim())
  }
  const search = useEffectEvent(searchNow)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer restarts with each change of the text
  useEffect(() => {
    const timer = setTimeout(search, delayMs)
    return () => clearTimeout(timer)
  }, [text, delayMs])
  return (
    <div className="relative flex-[1_1_8rem] sm:max-w-80 sm:flex-[1_1_11rem]">
      <Search
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted"
        strokeWidth={1.75}
        aria-hidden="true"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && searchNow()}
        className="field h-9 min-h-0! py-1! pl-9! pointer-coarse:h-11"
      />
    </div>
  )
}
