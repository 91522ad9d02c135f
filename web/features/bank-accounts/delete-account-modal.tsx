import { deleteBankAccount, listBankAccounts } from '@adire/contract/bank-accounts.ts'
import type { BankAccount } from '@adire/contract/bank-accounts-schemas.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { useState } from 'react'
import { useChange } from '../../client/api.ts'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Modal } from '../../ui/modal.tsx'

type DeleteProps = {
  account: BankAccount
  /** The business has no other account. */
  isOnly: boolean
  onClose: () => void
}

export function DeleteAccountModal({ account, isOnly, onClose }: DeleteProps) {
  const [isConfirmed, setConfirmed] = useState(false)
  const [submitError, setSubmitError] = useState<string>()
  const { confirmed, dialog } = useConfirmation()
  const remove = useChange(deleteBankAccount, {
    quiet: true,
    refresh: [listBankAccounts],
    success: messages.bankDeleted,
    toastMs: limits.bankSuccessToastMs,
    onDone: onClose,
  })
  if (account.primaryAccount && isConfirmed) return <PrimaryStays isOnly={isOnly} onClose={onClose} />
  const onConfirm = () => {
    setConfirmed(true)
    if (account.primaryAccount) return
    setSubmitError(undefined)
    confirmed(() => remove.mutateAsync({ id: account.id })).catch((error: Error) => setSubmitError(error.message))
  }
  return (
    <>
      <ConfirmModal
        open
        title={messages.deleteBankQuestion}
        action="Delete"
        onConfirm={onConfirm}
        onCancel={onClose}
        busy={remove.isPending}
      >
        {submitError && <ErrorStrip message={submitError} className="mb-4" />}
        <p>
          <span className="font-medium text-ink">{account.alias}</span>, {account.accountNumber} - {account.bankName}.
          Past settlements to this account stay in your records.
        </p>
      </ConfirmModal>
      {dialog}
    </>
  )
}

/** Explains that the primary account can't be deleted, and what to do first. */
function PrimaryStays({ isOnly, onClose }: Pick<DeleteProps, 'isOnly' | 'onClose'>) {
  const footer = (
    <Button tone="secondary" onClick={onClose} data-autofocus>
      Got it
    </Button>
  )
  return (
    <Modal open title="Your primary account stays" onClose={onClose} footer={footer}>
      <p className="text-ink-2">
        Settlements go to this account, so it cannot be deleted.{' '}
        {isOnly
          ? 'Add another account and make it your primary one first.'
          : 'Make another account your primary one first.'}
      </p>
    </Modal>
  )
}
