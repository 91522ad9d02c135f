import { getSettlement, getUnsettled, listSettlements, resumeSettlement } from '@adire/contract/settlements.ts'
import { useState } from 'react'
import { useChange } from '../../client/api.ts'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'

/** For a settlement on hold after failed payouts: confirms that the account is correct and retries it. */
export function ConfirmAccount({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<string>()
  const { confirmed, dialog } = useConfirmation()
  const resume = useChange(resumeSettlement, {
    quiet: true,
    refresh: [getSettlement, listSettlements, getUnsettled],
    success: 'The account is confirmed',
    onDone: () => setOpen(false),
  })
  const open = () => {
    setError(undefined)
    setOpen(true)
  }
  const onConfirm = () => {
    setError(undefined)
    confirmed(() => resume.mutateAsync({ id })).catch((submitError: Error) => setError(submitError.message))
  }
  return (
    <>
      <AllowedButton needs={resumeSettlement} tone="secondary" className="mt-3" onClick={open}>
        Confirm account
      </AllowedButton>
      <ConfirmModal
        open={isOpen}
        title="Send it to the same account again?"
        action="Confirm account"
        tone="primary"
        busy={resume.isPending}
        onConfirm={onConfirm}
        onCancel={() => setOpen(false)}
      >
        {error && <ErrorStrip message={error} className="mb-4" />}
        <p>Ask the bank first why it returned the money. The next payout is sent on the next working day.</p>
      </ConfirmModal>
      {dialog}
    </>
  )
}
