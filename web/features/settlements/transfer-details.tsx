import type { Settlement } from '@adire/contract/settlements-schemas.ts'
import { CopiedReference } from '../../ui/copied-reference.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { type DetailItem, DetailList } from '../../ui/detail-list.tsx'

/** Transfer details as in the bank's alert, with the receiving account. */
export function TransferDetails({ settlement }: { settlement: Settlement }) {
  const { account, narration, bankReference, attempts, nextTryAt } = settlement
  const details: (DetailItem | false | null)[] = [
    account && { label: 'Bank', value: account.bankName },
    account && { label: 'Account', value: <CopiedReference text={account.accountNumber} name="account number" /> },
    account?.accountName ? { label: 'Name', value: account.accountName } : null,
    { label: settlement.party ? 'The bank shows' : 'Your bank shows', value: narration },
    bankReference !== null && {
      label: 'Session ID',
      value: <CopiedReference text={bankReference} name="session ID" />,
    },
    attempts > 1 && { label: 'Attempts', value: attempts },
    nextTryAt !== null && { label: attempts === 0 ? 'To be sent' : 'Next attempt', value: formatDateTime(nextTryAt) },
  ]
  return (
    <>
      <div className="-mt-1">
        <DetailList details={details.filter((detail) => detail !== null && detail !== false)} />
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        <CopyButton text={narration} label="Copy what the bank shows" />
      </div>
    </>
  )
}
