import { countUnread } from '@adire/contract/notifications.ts'
import { Bell as BellIcon } from 'lucide-react'
import { useCall } from '../../client/api.ts'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { Menu } from '../../ui/menu.tsx'

const List = lazyComponent(() => import('./notification-list.tsx').then((module) => module.NotificationList))

/** Unread count in the top bar. The list is fetched when it is opened. */
export function NotificationBell() {
  const { data } = useCall(countUnread, {})
  const unreadCount = data?.unread ?? 0
  const icon = (
    <>
      <BellIcon className="size-[18px]" strokeWidth={1.75} aria-hidden="true" />
      {unreadCount > 0 && <span className="absolute top-1/4 right-1/4 size-[6px] rounded-full bg-bad" />}
      <span className="sr-only">{unreadCount > 0 ? `Notifications, ${unreadCount} unread` : 'Notifications'}</span>
    </>
  )
  return (
    <Menu
      className="w-[420px] p-0!"
      button={icon}
      buttonClassName="relative inline-flex size-[36px] items-center justify-center rounded-md text-ink-2 hover:bg-neutral-soft pointer-coarse:size-[44px]"
    >
      <List />
    </Menu>
  )
}
