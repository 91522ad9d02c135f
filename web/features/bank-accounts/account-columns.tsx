import { deleteBankAccount, updateBankAccount } from '@adire/contract/bank-accounts.ts'
import type { BankAccount } from '@adire/contract/bank-accounts-schemas.ts'
import { Pencil, Trash2 } from 'lucide-react'
import { AllowedIconButton } from '../../ui/allowed-button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/date.ts'
import type { TableColumn } from '../../ui/table-column.ts'

interface Actions {
  onEdit: (account: BankAccount) => void
  onDelete: (account: BankAccount) => void
  numberOf: (account: BankAccount) => number
}

export const accountColumns = ({ onEdit, onDelete, numberOf }: Actions): readonly TableColumn<BankAccount>[] => [
  {
    label: 'S/N',
    drops: 1,
    room: 4,
    quiet: true,
    cell: (account) => <span className="figures">{numberOf(account)}</span>,
  },
  {
    label: 'Alias',
    phone: 'title',
    cell: ({ alias }) => <span className="font-medium">{alias}</span>,
    fullText: ({ alias }) => alias,
  },
  {
    label: 'Account Details',
    phone: 'note',
    cell: ({ accountNumber, bankName, nameMatches }) => (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 whitespace-normal">
        <span className="figures">
          {accountNumber} - {bankName}
        </span>
        {!nameMatches && <Badge tone="warn">Name to be reviewed</Badge>}
      </span>
    ),
  },
  {
    label: 'Account Type',
    phone: 'value',
    cell: ({ primaryAccount, pendingChange }) =>
      primaryAccount ? (
        <Badge tone="ok">Primary</Badge>
      ) : (
        <span className="text-muted">
          Secondary
          {pendingChange && (
            // In a narrow table the notice above the list shows it.
            <span className="hidden @min-[54rem]/table:inline">
              , primary from {formatDateTime(pendingChange.effectiveAt)}
            </span>
          )}
        </span>
      ),
  },
  {
    label: 'Actions',
    hideLabel: true,
    room: 7,
    align: 'right',
    phone: 'state',
    cell: (account) => (
      <span className="-my-1 inline-flex rows:-mr-2">
        <AllowedIconButton needs={updateBankAccount} label={`Edit ${account.alias}`} onClick={() => onEdit(account)}>
          <Pencil strokeWidth={1.75} />
        </AllowedIconButton>
        <AllowedIconButton
          needs={deleteBankAccount}
          label={`Delete ${account.alias}`}
          onClick={() => onDelete(account)}
        >
          <Trash2 strokeWidth={1.75} />
        </AllowedIconButton>
      </span>
    ),
  },
]
