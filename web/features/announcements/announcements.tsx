import type { Announcement } from '@adire/contract/announcements-schemas.ts'
import { useState } from 'react'
import { AnnouncementList } from './announcement-list.tsx'

const storageKey = 'adire.dismissed-announcements'
/** Dismissed announcements that are remembered: no more are shown at once. */
const maxRemembered = 20

function readDismissed(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return [] // storage may be denied
  }
}

/** Announcements of the provider, above every page. A dismissed one stays away in this browser. */
export function Announcements({ announcements }: { announcements: readonly Announcement[] }) {
  const [dismissed, setDismissed] = useState(readDismissed)
  const dismiss = (id: string) => {
    const ids = [id, ...dismissed].slice(0, maxRemembered)
    setDismissed(ids)
    try {
      localStorage.setItem(storageKey, JSON.stringify(ids))
    } catch {
      // The choice lasts for this visit only.
    }
  }
  const shown = announcements.filter(({ id }) => !dismissed.includes(id))
  return shown.length > 0 && <AnnouncementList shown={shown} onDismiss={dismiss} />
}
