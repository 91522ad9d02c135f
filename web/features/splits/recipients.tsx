import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import {
  cancelPartyAccountChange,
  createSplitParty,
  deleteSplitParty,
  listSplitParties,
  updateSplitParty,
} from '@adire/contract/splits.ts'
import type { SplitParty } from '@adire/contract/splits-schemas.ts'
import { Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useCall, useChange } from '../../client/api.ts'
import { PendingAccount } from '../../domain/pending-account.tsx'
import { AllowedButton, AllowedIconButton } from '../../ui/allowed-button.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { usePaging } from '../../ui/use-paging.ts'
import { useUrlState } from '../../ui/use-url-state.ts'
import { recipientColumns } from './split-columns.tsx'

const pageSize = limits.listLimit
const RecipientModal = lazyComponent(() => import('./recipient-modal.tsx').then((m) => m.RecipientModal))
const RecipientSettlements = lazyComponent(() =>
  import('./recipient-settlements.tsx').then((m) => m.RecipientSettlements),
)

/** All recipients with their balances, or the deleted ones, and the settlements of the open one (`?party=`). */
export function Recipients({ isDeleted }: { isDeleted: boolean }) {
  const { params, change } = useUrlState()
  const { page, pager } = usePaging(pageSize)
  const [removed, setRemoved] = useState<SplitParty>()
  const list = useCall(
    listSplitParties,
    { ...(isDeleted && { status: 'archived' as const }), ...page },
    { keepPrevious: true },
  )
  const named = params.get('party')
  const found = list.data?.content.find(({ id }) => id === named)
  const cancel = useChange(cancelPartyAccountChange, {
    refresh: [listSplitParties],
    success: 'The change was cancelled',
  })
  const close = () => change({ party: undefined, edit: undefined })
  return (
    <div className="flex flex-col gap-6">
      {isDeleted && <h2 className="-mb-3 text-lg font-semibold">Deleted recipients</h2>}
      <PagedList
        label={isDeleted ? 'Deleted recipients' : 'Recipients'}
        columns={recipientColumns((recipient) => (
          <RecipientButtons
            recipient={recipient}
            onEdit={() => change({ party: recipient.id, edit: '1' })}
            onDelete={isDeleted ? undefined : () => setRemoved(recipient)}
          />
        ))}
        list={list}
        linkOf={({ id }) => `?show=${isDeleted ? 'deleted' : 'parties'}&party=${id}`}
        {...pager}
        empty={isDeleted ? <NoDeletedRecipients /> : <NoRecipients onAdd={() => change({ party: 'new' })} />}
        hidesOnlyPage
      />
      <p className="-mt-3">
        <Link to={`?show=${isDeleted ? 'parties' : 'deleted'}`} className="text-link underline underline-offset-2">
          {isDeleted ? 'All recipients' : 'Deleted recipients'}
        </Link>
      </p>
      <Suspense fallback={<FullLoader />}>
        {found?.pendingAccount && (
          <PendingAccount
            needs={cancelPartyAccountChange}
            of={`The account of ${found.name}`}
            going="payouts go"
            change={found.pendingAccount}
            onCancel={() => cancel.mutate({ id: found.id })}
            busy={cancel.isPending}
          />
        )}
        {found && !params.has('edit') && <RecipientSettlements recipient={found} />}
        {(named === 'new' || (found && params.has('edit'))) && (
          <RecipientModal recipient={found} onClose={close} onDone={close} />
        )}
      </Suspense>
      {removed && <DeleteRecipient recipient={removed} onClose={() => setRemoved(undefined)} />}
    </div>
  )
}

interface RecipientButtonsProps {
  recipient: SplitParty
  onEdit: () => void
  /** Undefined for a deleted recipient. */
  onDelete: (() => void) | undefined
}

const RecipientButtons = ({ recipient: { name }, onEdit, onDelete }: RecipientButtonsProps) => (
  <span className="relative z-10 inline-flex gap-1">
    <AllowedIconButton needs={updateSplitParty} label={`Edit ${name}`} onClick={onEdit}>
      <Pencil strokeWidth={1.75} />
    </AllowedIconButton>
    {onDelete && (
      <AllowedIconButton needs={deleteSplitParty} label={`Delete ${name}`} onClick={onDelete}>
        <Trash2 strokeWidth={1.75} />
      </AllowedIconButton>
    )}
  </span>
)

const NoDeletedRecipients = () => (
  <Empty title="No deleted recipients">
    A recipient that had a share and was then deleted is kept here, with its settlements.
  </Empty>
)

const NoRecipients = ({ onAdd }: { onAdd: () => void }) => (
  <Empty
    title="No recipients yet"
    action={
      <AllowedButton needs={createSplitParty} tone="secondary" onClick={onAdd}>
        Add recipient
      </AllowedButton>
    }
  >
    Suppliers, riders, partners: anyone who gets a share of your payments in their own bank account.
  </Empty>
)

function DeleteRecipient({ recipient, onClose }: { recipient: SplitParty; onClose: () => void }) {
  const { id, name, unsettledKobo, owedKobo } = recipient
  const remove = useChange(deleteSplitParty, {
    refresh: [listSplitParties],
    success: `${name} was deleted`,
    quiet: true,
    onDone: onClose,
  })
  return (
    <ConfirmModal
      open
      title={`Delete ${name}?`}
      action="Delete"
      onCancel={onClose}
      onConfirm={() => remove.mutate({ id })}
      busy={remove.isPending}
    >
      {remove.error && <ErrorStrip message={remove.error.message} className="mb-4" />}
      <div className="flex flex-col gap-3">
        <p>You can’t choose this recipient any more. Its settlements are kept under “Deleted recipients”.</p>
        {unsettledKobo > 0 && (
          <p>
            {formatNaira(unsettledKobo)} has not been paid to {name} yet. It is still paid out, if it is NGN 1,000 or
            more.
          </p>
        )}
        {owedKobo > 0 && (
          <p className="text-warn">
            {name} owes you {formatNaira(owedKobo)} for refunds. It is deducted from later shares only: if there are
            none, collect it yourself.
          </p>
        )}
      </div>
    </ConfirmModal>
  )
}
