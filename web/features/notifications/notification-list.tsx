import { countUnread, listNotifications, readNotifications } from '@adire/contract/notifications.ts'
import type { Notification } from '@adire/contract/notifications-schemas.ts'
import type { NotificationKind } from '@adire/contract/users-schemas.ts'
import { ArrowDownLeft, FileCheck, Landmark, type LucideIcon, Repeat, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { useCall, useChange } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { DyeTile } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { MenuButton, MenuLink } from '../../ui/menu.tsx'
import { LinesSkeleton } from '../../ui/skeleton.tsx'

const step = 20
const maxRows = 100
const refresh = [listNotifications, countUnread]

/** Notifications, newest first. Opening one marks it as read. */
export function NotificationList() {
  const [limit, setLimit] = useState(step)
  const list = useCall(listNotifications, { limit }, { keepPrevious: true })
  const readAll = useChange(readNotifications, { refresh })
  if (list.error)
    return (
      <div className="p-3">
        <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
      </div>
    )
  if (!list.data) return <LinesSkeleton />
  const { content, totalElements } = list.data
  if (content.length === 0) return <Nothing />
  const hasUnread = content.some(({ readAt }) => !readAt)
  return (
    <>
      <div className="sticky top-0 z-1 flex min-h-12 items-center justify-between gap-3 border-b border-line bg-raised py-1 pr-1.5 pl-4">
        <h2 className="font-semibold">Notifications</h2>
        {hasUnread && (
          <Button tone="ghost" busy={readAll.isPending} onClick={() => readAll.mutate({})}>
            Mark all as read
          </Button>
        )}
      </div>
      <ul className="p-1.5" aria-busy={list.isPlaceholderData}>
        {content.map((item) => (
          <li key={item.id}>
            <Item item={item} />
          </li>
        ))}
      </ul>
      {totalElements > content.length && limit < maxRows && (
        <div className="border-t border-line p-1.5 text-center">
          <Button tone="ghost" busy={list.isPlaceholderData} onClick={() => setLimit(Math.min(maxRows, limit + step))}>
            Show older
          </Button>
        </div>
      )}
    </>
  )
}

const icons: Record<NotificationKind, LucideIcon> = {
  payment: ArrowDownLeft,
  subscription: Repeat,
  mandate: Landmark,
  dispute: ShieldAlert,
  kyc: FileCheck,
  settlement: Landmark,
  security: ShieldAlert,
}

function Item({ item }: { item: Notification }) {
  const { id, kind, title, text, path, createdAt, readAt } = item
  const read = useChange(readNotifications, { refresh, quiet: true })
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
        <span className="figures block text-sm text-muted">{formatDateTime(createdAt)}</span>
      </span>
      {!readAt && (
        <>
          <span className="mt-2 size-1.5 shrink-0 self-start rounded-full bg-bad" aria-hidden="true" />
          <span className="sr-only">Unread</span>
        </>
      )}
    </>
  )
  return path ? (
    <MenuLink to={path} onClick={markRead} className="items-start">
      {content}
    </MenuLink>
  ) : (
    <MenuButton onClick={markRead} className="items-start">
      {content}
    </MenuButton>
  )
}

function Nothing() {
  return (
    <div className="flex flex-col items-center px-4 py-8 text-center">
      <DyeTile className="size-10 rounded-md" />
      <p className="mt-3 font-medium">No notifications yet</p>
      <p className="mt-0.5 text-sm text-balance text-muted">You’ll see payments, reviews and sign-ins here.</p>
    </div>
  )
}
