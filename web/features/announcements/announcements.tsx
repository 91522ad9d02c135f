import { listAnnouncements } from '@adire/contract/announcements.ts'
import { Suspense, useState } from 'react'
import { useCall } from '../../client/api.ts'
import { lazyComponent } from '../../ui/chunk.ts'

const AnnouncementList = lazyComponent(() => import('./announcement-list.tsx').then((m) => m.AnnouncementList))

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
    <Suspense>
      <AnnouncementList shown={shown} onDismiss={dismiss} />
    </Suspense>
  )
}
