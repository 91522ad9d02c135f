import { countUnread } from '@adire/contract/notifications.ts'
import { Bell as BellIcon } from 'lucide-react'
import { useCall } from '../../api.ts'
import { part } from '../../ui/chunk.ts'
import { Menu } from '../../ui/menu.tsx'

const List = part(() => import('./notification-list.tsx').then((module) => module.NotificationList))

/** What is new, in the top bar. The list itself is fetched when it is opened. */
export function Bell() {
  const { data } = useCall(countUnread, {})
  const unread = data?.unread ?? 0
  const icon = (
    <>
      <BellIcon className="size-[18px]" strokeWidth={1.75} aria-hidden="true" />
      {unread > 0 && (
        <span className="absolute top-2 right-2 size-1.5 rounded-full bg-bad pointer-coarse:top-3 pointer-coarse:right-3" />
      )}
      <span className="sr-only">{unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}</span>
    </>
  )
  return (
    <Menu
      className="w-[380px] p-0!"
      button={icon}
      buttonClassName="relative inline-flex size-9 items-center justify-center rounded-md text-ink-2 hover:bg-neutral-soft pointer-coarse:size-11"
    >
      <List />
    </Menu>
  )
}
