import type { BankAccount } from '@adire/contract/bank-accounts-schemas.ts'
import { Pencil, Trash2 } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/date.ts'
import type { TableColumn } from '../../ui/table.tsx'

interface Actions {
  onEdit: (account: BankAccount) => void
  onDelete: (account: BankAccount) => void
  numberOf: (account: BankAccount) => number
}

export const accountColumns = ({ onEdit, onDelete, numberOf }: Actions): readonly TableColumn<BankAccount>[] => [
  { label: 'S/N', quiet: true, cell: (account) => <span className="figures">{numberOf(account)}</span> },
  {
    label: 'Alias',
    phone: 'title',
    cell: ({ alias }) => (
      <span title={alias} className="block max-w-72 truncate font-medium">
        {alias}
      </span>
    ),
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
            // On narrow screens the notice above the list shows it.
            <span className="hidden xl:inline">, primary from {formatDateTime(pendingChange.effectiveAt)}</span>
          )}
        </span>
      ),
  },
  {
    label: 'Actions',
    hideLabel: true,
    align: 'right',
    phone: 'state',
    cell: (account) => (
      <span className="-my-1 -mr-2 inline-flex">
        <IconButton label={`Edit ${account.alias}`} onClick={() => onEdit(account)}>
          <Pencil strokeWidth={1.75} />
        </IconButton>
        <IconButton label={`Delete ${account.alias}`} onClick={() => onDelete(account)}>
          <Trash2 strokeWidth={1.75} />
        </IconButton>
      </span>
    ),
  },
]
