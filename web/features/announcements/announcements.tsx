import { Suspense, useState } from 'react'
import { lazyComponent } from '../../ui/chunk.ts'
import { useNotices } from './use-notices.ts'

const AnnouncementList = lazyComponent(() => import('./announcement-list.tsx').then((m) => m.AnnouncementList))

const storageKey = 'adire.dismissed-announcements'
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
  const notices = useNotices()
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
  const shown = notices?.announcements.filter(({ id }) => !dismissed.includes(id)) ?? []
  if (shown.length === 0) return null
  return (
    <Suspense>
      <AnnouncementList shown={shown} onDismiss={dismiss} />
    </Suspense>
  )
}
