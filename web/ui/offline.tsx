import { messages } from '@adire/contract/messages.ts'
import { useSyncExternalStore } from 'react'

function subscribeOnline(changed: () => void) {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribeOnline,
    () => navigator.onLine,
    () => true,
  )
}

/** Offline notice. Its live region is always rendered, so that going offline is announced. */
export function OfflineBar({ message = messages.offline }: { message?: string }) {
  const online = useOnline()
  return (
    <div role="status">
      {!online && <p className="bg-bad-fill px-4 py-2 text-center text-sm font-medium text-white">{message}</p>}
    </div>
  )
}
