import { listAnnouncements } from '@adire/contract/announcements.ts'
import { Info, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '../../client/api.ts'
import { IconButton } from '../../ui/button.tsx'

const storageKey = 'adire.dismissed-announcements'
const reloadMs = 5 * 60_000
/** Dismissed announcements that are remembered: no more are shown at once. */
const mostRemembered = 20

function readDismissed(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return [] // storage may be denied
  }
}

/** Announcements of the provider, above every page. A dismissed one stays away in this browser. */
export function Announcements() {
  const { data } = useCall(listAnnouncements, {}, { refetchInterval: reloadMs, staleTime: reloadMs })
  const [dismissed, setDismissed] = useState(readDismissed)
  const dismiss = (id: string) => {
    const ids = [id, ...dismissed].slice(0, mostRemembered)
    setDismissed(ids)
    try {
      localStorage.setItem(storageKey, JSON.stringify(ids))
    } catch {
      // The choice lasts for this visit only.
    }
  }
  const shown = data?.content.filter(({ id }) => !dismissed.includes(id)) ?? []
  if (shown.length === 0) return null
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
            <IconButton label={`Dismiss: ${title}`} onClick={() => dismiss(id)} className="-my-1.5 -mr-2">
              <X strokeWidth={1.75} />
            </IconButton>
          </div>
        )
      })}
    </section>
  )
}
