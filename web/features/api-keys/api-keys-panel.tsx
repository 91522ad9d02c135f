import { Empty } from '../../ui/empty.tsx'

export function ApiKeysPanel() {
  return <Empty title="This is not here yet">Your keys.</Empty>
}
