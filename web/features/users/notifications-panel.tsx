import { Empty } from '../../ui/empty.tsx'

export function NotificationsPanel() {
  return <Empty title="This is not here yet">What you hear of.</Empty>
}
