import type { Announcement } from '@adire/contract/announcements-schemas.ts'
import { Info, TriangleAlert, X } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'

type AnnouncementListProps = { shown: readonly Announcement[]; onDismiss: (id: string) => void }

/** Announcements of the provider, each with a button that dismisses it. */
export function AnnouncementList({ shown, onDismiss }: AnnouncementListProps) {
  return (
    <section aria-label="Announcements" className="mb-5 flex flex-col gap-2">
      {shown.map(({ id, level, title, text }) => {
        const Icon = level === 'warning' ? TriangleAlert : Info
        const look = level === 'warning' ? 'bg-warn-soft [&>svg]:text-warn' : 'bg-soft [&>svg]:text-link'
        return (
          <div key={id} className={`flex items-start gap-3 rounded-md px-3.5 py-2.5 ${look}`}>
            <Icon className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
            <div className="min-w-0 flex-1 wrap-anywhere">
              <p className="font-medium">{title}</p>
              <p className="whitespace-pre-line text-ink-2">{text}</p>
            </div>
            <IconButton label={`Dismiss: ${title}`} onClick={() => onDismiss(id)} className="-my-1.5 -mr-2">
              <X strokeWidth={1.75} />
            </IconButton>
          </div>
        )
      })}
    </section>
  )
}
