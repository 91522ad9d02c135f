import { Empty } from '../../ui/empty.tsx'

export function BusinessProfilePanel() {
  return <Empty title="This is not here yet">Your business.</Empty>
}
