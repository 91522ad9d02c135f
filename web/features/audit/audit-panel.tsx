import { Empty } from '../../ui/empty.tsx'

export function AuditPanel() {
  return <Empty title="This is not here yet">Your log.</Empty>
}
