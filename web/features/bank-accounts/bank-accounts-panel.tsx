import { addBankAccount, cancelPayoutAccountChange, listBankAccounts } from '@adire/contract/bank-accounts.ts'
import type { BankAccount } from '@adire/contract/bank-accounts-schemas.ts'
import { limits } from '@adire/contract/limits.ts'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCall, useChange } from '../../client/api.ts'
import { PendingAccount } from '../../domain/pending-account.tsx'
import { WaitingApprovals } from '../../domain/waiting-approvals.tsx'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { accountColumns } from './account-columns.tsx'
import { DeleteAccountModal } from './delete-account-modal.tsx'

const AccountModal = lazyComponent(() => import('./account-modal.tsx').then((m) => m.AccountModal))

type Opened = { what: 'add' } | { what: 'edit' | 'delete'; account: BankAccount }

export function BankAccountsPanel() {
  const [opened, setOpened] = useState<Opened>()
  const list = useCall(listBankAccounts, { limit: limits.bankAccountsMaximum })
  const close = () => setOpened(undefined)
  const add = () => setOpened({ what: 'add' })
  if (list.error) return <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
  if (!list.data) return <TableSkeleton rows={3} />
  const { content, totalElements } = list.data
  const changing = content.find(({ pendingChange }) => pendingChange)
  return (
    <section aria-labelledby="bank-accounts">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="bank-accounts" className="text-lg font-semibold">
          {totalElements > 1 ? 'Bank Accounts' : 'Bank Account'}{' '}
          <span className="figures ml-1 text-base font-normal text-muted">{totalElements}</span>
        </h2>
        {totalElements > 0 && (
          <AllowedButton needs={addBankAccount} icon={<Plus strokeWidth={1.75} />} onClick={add}>
            Add New Bank
          </AllowedButton>
        )}
      </div>
      <WaitingApprovals group="bankAccounts" />
      {changing?.pendingChange && <PendingPayoutAccount id={changing.id} change={changing.pendingChange} />}
      {totalElements === 0 ? (
        <NoAccounts onAdd={add} />
      ) : (
        <Table
          label="Bank accounts"
          columns={accountColumns({
            onEdit: (account) => setOpened({ what: 'edit', account }),
            onDelete: (account) => setOpened({ what: 'delete', account }),
            numberOf: (account) => content.indexOf(account) + 1,
          })}
          rows={content}
          keyOf={({ id }) => id}
        />
      )}
      {(opened?.what === 'add' || opened?.what === 'edit') && (
        <Suspense fallback={<FullLoader />}>
          <AccountModal
            account={opened.what === 'edit' ? opened.account : undefined}
            isFirst={totalElements === 0}
            onClose={close}
          />
        </Suspense>
      )}
      {opened?.what === 'delete' && (
        <DeleteAccountModal account={opened.account} isOnly={totalElements === 1} onClose={close} />
      )}
    </section>
  )
}

type PendingPayoutAccountProps = { id: string; change: NonNullable<BankAccount['pendingChange']> }

/** Announced change of the payout account, which can still be cancelled. */
function PendingPayoutAccount({ id, change }: PendingPayoutAccountProps) {
  const cancel = useChange(cancelPayoutAccountChange, {
    refresh: [listBankAccounts],
    success: 'The change was cancelled',
  })
  return (
    <div className="mb-4">
      <PendingAccount
        needs={cancelPayoutAccountChange}
        of="Your payout account"
        going="settlements go"
        change={change}
        onCancel={() => cancel.mutate({ id })}
        busy={cancel.isPending}
      />
    </div>
  )
}

const NoAccounts = ({ onAdd }: { onAdd: () => void }) => (
  <Empty
    title="No bank account yet"
    action={
      <AllowedButton needs={addBankAccount} onClick={onAdd}>
        Add New Bank
      </AllowedButton>
    }
  >
    Add the account your settlements should be paid to. We check the account name with the bank before you save.
  </Empty>
)
