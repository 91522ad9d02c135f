import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** List with rules between its items: a title on the left, its explanation on the right. */
export function RuledList({ items }: { items: readonly { icon: LucideIcon; title: string; text: ReactNode }[] }) {
  return (
    <ul className="border-b border-line">
      {items.map(({ icon: Icon, title, text }) => (
        <li
          key={title}
          className="grid gap-x-6 gap-y-1 border-t border-line py-6 sm:grid-cols-[24px_260px_minmax(0,1fr)]"
        >
          <Icon className="size-[18px] text-link sm:mt-1" strokeWidth={1.75} aria-hidden="true" />
          <h3 className="text-md font-semibold">{title}</h3>
          <p className="text-md text-ink-2">{text}</p>
        </li>
      ))}
    </ul>
  )
}
