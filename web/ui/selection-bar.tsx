import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'

type SelectionBarProps = { text: string; onClear: () => void; children: ReactNode }

/** Bar above the pager with the number of selected rows and their actions. */
export function SelectionBar({ text, onClear, children }: SelectionBarProps) {
  const clear = ({ currentTarget }: { currentTarget: Element }) => {
    // The button disappears: the focus goes on to the checkboxes.
    const boxes = currentTarget.closest('.card')?.querySelectorAll<HTMLElement>('input[type=checkbox]')
    ;[...(boxes ?? [])].find((box) => box.checkVisibility())?.focus()
    onClear()
  }
  return (
    <div className="sticky bottom-14 z-2 flex min-h-14 animate-rise flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-strong bg-soft px-4 py-2 pointer-coarse:bottom-16 md:px-5">
      <p className="figures mr-auto flex items-center gap-2 font-medium">
        <IconButton label="Clear selection" onClick={clear} className="-ml-2">
          <X strokeWidth={1.75} />
        </IconButton>
        {text}
      </p>
      <div className="flex flex-wrap gap-2 max-sm:w-full *:grow max-sm:[&_svg]:hidden">{children}</div>
    </div>
  )
}
