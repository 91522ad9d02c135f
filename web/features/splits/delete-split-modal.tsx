import { deleteSplit, getSplit, listSplits } from '@adire/contract/splits.ts'
import type { SplitDetail } from '@adire/contract/splits-schemas.ts'
import { useNavigate } from 'react-router'
import { useChange } from '../../client/api.ts'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { formatCount } from '../../ui/counted.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'

/** Confirms deletion, and lists what continues to use the split: no recipient loses a share without notice. */
export function DeleteSplitModal({ split, onCancel }: { split: SplitDetail; onCancel: () => void }) {
  const navigate = useNavigate()
  const { id, name, links, invoices, payments } = split
  const remove = useChange(deleteSplit, {
    refresh: [listSplits, getSplit],
    success: `${name} was deleted`,
    quiet: true,
    onDone: () => navigate('/split-payment', { replace: true }),
  })
  const uses = [
    links > 0 && formatCount(links, 'payment link', 'payment links'),
    invoices > 0 && formatCount(invoices, 'invoice', 'invoices'),
  ].filter((use) => use !== false)
  return (
    <ConfirmModal
      open
      title="Delete this split?"
      action="Delete"
      onCancel={onCancel}
      onConfirm={() => remove.mutate({ id })}
      busy={remove.isPending}
    >
      <div className="flex flex-col gap-4">
        {remove.error && <ErrorStrip message={remove.error.message} />}
        <p>You can’t choose “{name}” any more.</p>
        {uses.length > 0 && <p>It stays in use by {uses.join(' and ')}. To stop, choose another split there.</p>}
        {payments + uses.length > 0 && <p>It is kept under Archived, with its payments.</p>}
      </div>
    </ConfirmModal>
  )
}
