import {
  countUnread,
  listNotifications,
  type NotificationCategory,
  readNotifications,
} from '@adire/contract/notifications.ts'
import type { Notification } from '@adire/contract/notifications-schemas.ts'
import { useState } from 'react'
import { useCall, useChange } from '../../client/api.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Button } from '../../ui/button.tsx'
import { addDays, dayKey, formatDay } from '../../ui/date.ts'
import { DyeTile } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { LinesSkeleton } from '../../ui/skeleton.tsx'
import { NotificationItem, RecipientPayouts } from './notification-item.tsx'

const step = 20
const maxRows = 100
const refresh = [listNotifications, countUnread]

const categories = [
  { value: 'all', label: 'All' },
  { value: 'payments', label: 'Payments' },
  { value: 'payouts', label: 'Settlements' },
  { value: 'disputes', label: 'Disputes' },
  { value: 'account', label: 'Account' },
] as const satisfies readonly { value: NotificationCategory | 'all'; label: string }[]
type Category = (typeof categories)[number]['value']

/** Notifications by day, newest first. Opening one marks it as read. */
export function NotificationList() {
  const [category, setCategory] = useState<Category>('all')
  const [limit, setLimit] = useState(step)
  const filter = category === 'all' ? {} : { category }
  const list = useCall(listNotifications, { limit, ...filter }, { keepPrevious: true })
  const readAll = useChange(readNotifications, { refresh })
  if (list.error)
    return (
      <div className="p-3">
        <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
      </div>
    )
  if (!list.data) return <LinesSkeleton />
  const { content, totalElements } = list.data
  if (content.length === 0 && category === 'all') return <Nothing />
  const hasUnread = content.some(({ readAt }) => !readAt)
  return (
    <>
      <div className="sticky top-0 z-1 border-b border-line bg-raised">
        <div className="flex min-h-12 items-center justify-between gap-3 py-1 pr-1.5 pl-4">
          <h2 className="font-semibold">Notifications</h2>
          {hasUnread && (
            <AllowedButton
              needs={readNotifications}
              tone="ghost"
              busy={readAll.isPending}
              onClick={() => readAll.mutate({})}
            >
              Mark all as read
            </AllowedButton>
          )}
        </div>
        <div className="relative overflow-x-auto px-3 pb-2 [&>fieldset]:min-w-max [&_label]:px-1.5">
          <Segmented
            label="Category"
            options={categories}
            value={category}
            onChange={(next) => {
              setCategory(next)
              setLimit(step)
            }}
          />
        </div>
      </div>
      <div aria-busy={list.isPlaceholderData} className="p-1.5">
        {content.length === 0 && <p className="px-2.5 py-6 text-center text-muted">No notifications of this kind</p>}
        {groupByDay(content).map(({ day, items }) => (
          <Day key={day} day={day} items={items} />
        ))}
      </div>
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

interface DayGroup {
  day: string
  items: Notification[]
}

/** Notifications of each Lagos day, in the order of the list. */
function groupByDay(content: readonly Notification[]): DayGroup[] {
  const groups = new Map<string, Notification[]>()
  for (const item of content) {
    const day = dayKey(item.createdAt)
    groups.set(day, [...(groups.get(day) ?? []), item])
  }
  return [...groups].map(([day, items]) => ({ day, items }))
}

/** One day: payouts to recipients share one row, so that they do not hide the rest. */
function Day({ day, items }: DayGroup) {
  const toRecipients = items.filter(({ isAboutRecipient }) => isAboutRecipient)
  const isGrouped = toRecipients.length > 1
  return (
    <section aria-label={dayName(day)}>
      <h3 className="px-2.5 pt-3 pb-1 text-sm font-medium text-muted">{dayName(day)}</h3>
      <ul>
        {items.map((item) => {
          if (!isGrouped || !item.isAboutRecipient) return <NotificationItem key={item.id} item={item} />
          return item === toRecipients[0] && <RecipientPayouts key={item.id} items={toRecipients} />
        })}
      </ul>
    </section>
  )
}

function dayName(day: string): string {
  const today = dayKey(Date.now())
  if (day === today) return 'Today'
  return day === addDays(today, -1) ? 'Yesterday' : formatDay(day)
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
