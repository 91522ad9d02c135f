import { Empty } from '../../ui/empty.tsx'

export function UserProfilePanel() {
  return <Empty title="This is not here yet">Your name.</Empty>
}
