import { countUnread, listNotifications, readNotifications } from '@adire/contract/notifications.ts'
import type { Notification } from '@adire/contract/notifications-schemas.ts'
import type { NotificationKind } from '@adire/contract/users-schemas.ts'
import { ArrowDownLeft, ChevronRight, FileCheck, Landmark, type LucideIcon, Repeat, ShieldAlert } from 'lucide-react'
import { useChange } from '../../client/api.ts'
import { formatTime } from '../../ui/date.ts'
import { MenuButton, MenuLink } from '../../ui/menu.tsx'

const icons: Record<NotificationKind, LucideIcon> = {
  payment: ArrowDownLeft,
  subscription: Repeat,
  mandate: Landmark,
  dispute: ShieldAlert,
  kyc: FileCheck,
  settlement: Landmark,
  security: ShieldAlert,
}

export function NotificationItem({ item }: { item: Notification }) {
  const { id, kind, title, text, path, createdAt, readAt } = item
  const read = useChange(readNotifications, { refresh: [listNotifications, countUnread], quiet: true })
  const markRead = () => {
    if (!readAt) read.mutate({ id })
  }
  const Icon = icons[kind]
  const content = (
    <>
      <Icon strokeWidth={1.75} aria-hidden="true" className="mt-0.5 self-start text-muted" />
      <span className="min-w-0 flex-1">
        <span className={`block wrap-anywhere text-ink ${readAt ? '' : 'font-semibold'}`}>{title}</span>
        <span className="block text-sm wrap-anywhere text-ink-2">{text}</span>
        <time dateTime={createdAt} className="figures block text-sm text-muted">
          {formatTime(createdAt)}
        </time>
      </span>
      {!readAt && <UnreadDot />}
    </>
  )
  return (
    <li>
      {path ? (
        <MenuLink to={path} onClick={markRead} className="items-start">
          {content}
        </MenuLink>
      ) : (
        <MenuButton onClick={markRead} className="items-start">
          {content}
        </MenuButton>
      )}
    </li>
  )
}

/** Payouts of one day to split recipients, closed at first. */
export function RecipientPayouts({ items }: { items: readonly Notification[] }) {
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-9 cursor-pointer list-none items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-ink-2 hover:bg-neutral-soft focus-visible:-outline-offset-2 pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
          <ChevronRight
            className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
            strokeWidth={1.75}
            aria-hidden="true"
          />
          <span className="flex-1">{items.length} payouts to recipients</span>
          {items.some(({ readAt }) => !readAt) && <UnreadDot />}
        </summary>
        <ul className="pl-4">
          {items.map((item) => (
            <NotificationItem key={item.id} item={item} />
          ))}
        </ul>
      </details>
    </li>
  )
}

const UnreadDot = () => (
  <>
    <span className="mt-2 size-1.5 shrink-0 self-start rounded-full bg-bad" aria-hidden="true" />
    <span className="sr-only">Unread</span>
  </>
)
