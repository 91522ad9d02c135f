import { Empty } from '../../ui/empty.tsx'

export function BankAccountsPanel() {
  return <Empty title="This is not here yet">Your accounts.</Empty>
}
